package stampede.account;

import java.util.Set;

/**
 * An account to open.
 *
 * @param username what it is called
 * @param role what it may do
 * @param duties of an operator; empty for everybody else
 * @param standing whether it is for use, or why not yet
 * @param shopName of a seller, as its pages call it; empty for everybody else
 * @param contact of a seller, for operators only; empty for everybody else
 */
public record NewAccount(
        Username username, Role role, Set<Duty> duties, Standing standing, String shopName, String contact) {

    /** An account for use at once; an operator's has all duties. */
    public NewAccount(Username username, Role role) {
        this(username, role, role == Role.OPERATOR ? Duty.all() : Set.of(), Standing.ACTIVE, "", "");
    }
}
