package stampede.account;

import java.util.Locale;
import java.util.Set;

/**
 * Who sent a request. Duties are never in a token: they are those that the database had for this request.
 *
 * @param id the account
 * @param username its name
 * @param role what it may do
 * @param duties of an operator; empty for everybody else, and where only a token was read
 */
public record SignedIn(AccountId id, String username, Role role, Set<Duty> duties) {

    /** Somebody without duties. */
    public SignedIn(AccountId id, String username, Role role) {
        this(id, username, role, Set.of());
    }

    /** Whether somebody may do what needs this duty. */
    public boolean may(Duty duty) {
        return role == Role.OPERATOR && duties.contains(duty);
    }

    /** How records of what was done name them, such as {@code operator:3}. */
    public String who() {
        return role.name().toLowerCase(Locale.ROOT) + ":" + id;
    }
}
