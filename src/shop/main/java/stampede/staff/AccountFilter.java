package stampede.staff;

import java.util.Optional;
import stampede.account.AccountId;
import stampede.account.Role;

/**
 * Which accounts a list shows, newest first.
 *
 * @param text how usernames begin; blank for all. With it the list is by name, and has one page
 * @param role of this role only
 * @param state of this state only
 * @param before older than this one only
 */
public record AccountFilter(
        String text, Optional<Role> role, Optional<AccountRecord.State> state, Optional<AccountId> before) {}
