package stampede.account;

import java.util.Locale;

/**
 * Who sent a request, read from its signed token without asking the database.
 *
 * @param id the account
 * @param username its name
 * @param role what it may do
 */
public record SignedIn(AccountId id, String username, Role role) {

    /** How records of what was done name them, such as {@code operator:3}. */
    public String who() {
        return role.name().toLowerCase(Locale.ROOT) + ":" + id;
    }
}
