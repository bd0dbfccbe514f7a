package stampede.account;

/**
 * Who sent a request, read from its signed token without asking the database.
 *
 * @param id the account
 * @param username its name
 * @param role what it may do
 */
public record SignedIn(AccountId id, String username, Role role) {}
