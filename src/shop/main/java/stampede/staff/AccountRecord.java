package stampede.staff;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import stampede.account.AccountId;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;

/**
 * An account as operators see it.
 *
 * @param id names it
 * @param username what it is called
 * @param role what it may do
 * @param duties of an operator
 * @param state whether somebody may sign in to it, or why not
 * @param created when it was opened
 * @param lastSignIn when a password of it was right the last time, since that is kept
 * @param shopName of a seller, in Chinese or the only one; empty if it has none
 * @param shopNameEn of a seller, in English; empty if it has none
 * @param contact of a seller; empty if it has none
 * @param orders how many orders it placed
 */
public record AccountRecord(
        AccountId id,
        String username,
        Role role,
        Set<Duty> duties,
        State state,
        Instant created,
        Optional<Instant> lastSignIn,
        String shopName,
        String shopNameEn,
        String contact,
        long orders) {

    /** How records of what they did name them, such as {@code operator:3}. */
    public String who() {
        return new SignedIn(id, username, role).who();
    }

    /** How records of what was done to it name it. */
    String subject() {
        return "account:" + id;
    }

    /** Whether it is an operator in use who has this duty. */
    boolean has(Duty duty) {
        return role == Role.OPERATOR && state == State.ACTIVE && duties.contains(duty);
    }

    /** Whether somebody may sign in, or why not. */
    public enum State {
        ACTIVE,
        /** Nobody has used the link with which its password is set. */
        INVITED,
        /** Registered, and not approved yet. */
        PENDING,
        /** Registered, and not approved. */
        DECLINED,
        /** An operator locked it. */
        LOCKED,
        /** Its owner has deleted it. */
        DELETED
    }
}
