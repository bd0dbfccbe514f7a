package stampede.staff;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.NewAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.account.Standing;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.signin.AccountLocks;
import stampede.signin.SignIns;
import stampede.staff.AccountRecord.State;
import stampede.support.DeadlockRetry;
import stampede.token.SignInId;

/**
 * What operators with {@link Duty#ADMIN} do to accounts. Each act is one transaction that holds all operators' rows: it asks anew whether whoever
 * acts may, and two who act at once do so one after the other, so that there is always an administrator left. Each is audited with its reason,
 * unless it changes nothing.
 */
@Service
public class AccountActs {

    private static final int LONGEST_REASON = 200;
    private static final int SHORTEST_REASON = 5;

    private final AccountRecordRepository accounts;
    private final Accounts opening;
    private final OneTimeLinks links;
    private final ApiTokenRepository tokens;
    private final AccountLocks locks;
    private final SignIns signIns;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    AccountActs(
            AccountRecordRepository accounts,
            Accounts opening,
            OneTimeLinks links,
            ApiTokenRepository tokens,
            AccountLocks locks,
            SignIns signIns,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.accounts = accounts;
        this.opening = opening;
        this.links = links;
        this.tokens = tokens;
        this.locks = locks;
        this.signIns = signIns;
        this.audit = audit;
        this.transaction = transaction;
    }

    /**
     * Opens an operator's or a seller's account that nobody can sign in to before its link was used.
     *
     * @return the link's secret, which is kept nowhere
     * @throws AccountRefused if the username is taken, or whoever acts may not
     */
    public Link open(SignedIn by, NewAccount wanted, String reason) {
        if (wanted.role() == Role.SHOPPER || wanted.standing() != Standing.INVITED) {
            throw new IllegalArgumentException("Only staff is invited: " + wanted);
        }
        var why = words(reason);
        return inTurn(by, () -> {
            var account = opening.invite(wanted);
            audit.write(
                    new AuditLog.Act(by.who(), "ACCOUNT_OPENED", "account:" + account.id()).because(why),
                    Change.of("", (account.role() + " " + Duty.text(account.duties())).strip()));
            return new Link(account.id(), links.make(account.id()));
        });
    }

    /** Makes a link with which its owner, or whoever was given it, sets a password; the present password is good until then. */
    public Link reset(SignedIn by, AccountId account, String reason) {
        var why = words(reason);
        return on(by, account, subject -> {
            require(subject, State.ACTIVE, State.INVITED);
            audit.write(
                    new AuditLog.Act(by.who(), "PASSWORD_LINK_MADE", subject.subject()).because(why),
                    Change.of("", "link for a day"));
            return new Link(account, links.make(account));
        });
    }

    /** Ends all sign-ins, links and tokens, and lets nobody in any more. Offers of a seller stay on sale. */
    public void lock(SignedIn by, AccountId account, String reason) {
        var why = words(reason);
        on(by, account, subject -> {
            require(subject, State.ACTIVE, State.INVITED);
            refuseIf(by.id().equals(account), AccountRefusal.NOT_YOURSELF);
            keepAnAdministrator(subject, Set.of());
            accounts.forgetWhyNotActive(account);
            links.endOf(account);
            tokens.deleteOf(account);
            return locks.lock(by, account, why);
        });
    }

    public void unlock(SignedIn by, AccountId account, String reason) {
        var why = words(reason);
        on(by, account, subject -> {
            require(subject, State.LOCKED);
            return locks.unlock(by, account, why);
        });
    }

    /** Gives an operator these duties and no others; {@link Duty#SEE} is always one of them. Felt by the operator's next request. */
    public void giveDuties(SignedIn by, AccountId account, Set<Duty> duties, String reason) {
        var why = words(reason);
        var given = withSee(duties);
        on(by, account, subject -> {
            refuseIf(subject.role() != Role.OPERATOR, AccountRefusal.ACCOUNT_CHANGED);
            refuseIf(by.id().equals(account) && !given.contains(Duty.ADMIN), AccountRefusal.NOT_YOURSELF);
            keepAnAdministrator(subject, given);
            if (!given.equals(subject.duties())) {
                accounts.changeDuties(account, given);
                audit.write(
                        new AuditLog.Act(by.who(), "DUTIES_CHANGED", subject.subject()).because(why),
                        Change.of(Duty.text(subject.duties()), Duty.text(given)));
            }
            return true;
        });
    }

    /** Gives the account another role and ends its sign-ins and tokens. A new operator may only see. */
    public void changeRole(SignedIn by, AccountId account, Role role, String reason) {
        var why = words(reason);
        on(by, account, subject -> {
            refuseIf(by.id().equals(account), AccountRefusal.NOT_YOURSELF);
            refuseIf(subject.state() == State.PENDING, AccountRefusal.ACCOUNT_CHANGED);
            refuseIf(
                    (role == Role.SHOPPER || subject.role() == Role.SHOPPER) && accounts.hasOrders(account),
                    AccountRefusal.ACCOUNT_HAS_ORDERS);
            if (role != subject.role()) {
                keepAnAdministrator(subject, Set.of());
                accounts.changeRole(account, role, role == Role.OPERATOR ? Set.of(Duty.SEE) : Set.of());
                tokens.deleteOf(account);
                signIns.endAll(account);
                audit.write(
                        new AuditLog.Act(by.who(), "ROLE_CHANGED", subject.subject()).because(why),
                        Change.of(subject.role(), role));
            }
            return true;
        });
    }

    public void endSignIns(SignedIn by, AccountId account, String reason) {
        var why = words(reason);
        on(by, account, subject -> {
            var open = signIns.open(account).size();
            signIns.endAll(account);
            audit.write(
                    new AuditLog.Act(by.who(), "SIGN_INS_ENDED", subject.subject()).because(why), Change.of(open, 0));
            return true;
        });
    }

    /** Ends one sign-in, unless it has ended or is somebody else's. */
    public void endSignIn(SignedIn by, AccountId account, SignInId signIn) {
        on(by, account, subject -> {
            if (signIns.end(new SignedIn(account, subject.username(), subject.role()), signIn)) {
                audit.write(by.who(), "SIGN_IN_ENDED", subject.subject(), Change.of("open", "ended"), "");
            }
            return true;
        });
    }

    /** Lets in who registered. */
    public void approve(SignedIn by, AccountId account, String reason) {
        decide(by, account, true, words(reason));
    }

    /** Lets nobody in; the username stays taken. */
    public void decline(SignedIn by, AccountId account, String reason) {
        decide(by, account, false, words(reason));
    }

    private void decide(SignedIn by, AccountId account, boolean approved, String why) {
        on(by, account, subject -> {
            require(subject, State.PENDING);
            if (approved) {
                accounts.activate(account, State.PENDING);
                signIns.endAll(account);
            } else {
                accounts.decline(account);
            }
            audit.write(
                    new AuditLog.Act(by.who(), approved ? "ACCOUNT_APPROVED" : "ACCOUNT_DECLINED", subject.subject())
                            .because(why),
                    Change.of(State.PENDING, approved ? State.ACTIVE : State.DECLINED));
            return true;
        });
    }

    private <T> T on(SignedIn by, AccountId account, Function<AccountRecord, T> act) {
        return inTurn(
                by,
                () -> act.apply(
                        accounts.hold(account).orElseThrow(() -> new AccountRefused(AccountRefusal.NO_SUCH_ACCOUNT))));
    }

    /** Operators are held, so that acts come one after another; a sign-in may still be in the way of one. */
    private <T> T inTurn(SignedIn by, Supplier<T> act) {
        return DeadlockRetry.run(() -> Objects.requireNonNull(transaction.execute(status -> {
            var operators = accounts.holdOperators();
            refuseIf(
                    operators.stream().noneMatch(one -> one.id().equals(by.id()) && one.has(Duty.ADMIN)),
                    AccountRefusal.NEEDS_ADMIN);
            return act.get();
        })));
    }

    /** Who has it, and would not any more, must not be the last. */
    private void keepAnAdministrator(AccountRecord subject, Set<Duty> duties) {
        refuseIf(
                subject.has(Duty.ADMIN)
                        && !duties.contains(Duty.ADMIN)
                        && accounts.holdOperators().stream()
                                .noneMatch(other -> !other.id().equals(subject.id()) && other.has(Duty.ADMIN)),
                AccountRefusal.LAST_ADMIN);
    }

    /** With {@link Duty#SEE}, which every operator has. */
    public static Set<Duty> withSee(Set<Duty> duties) {
        return Stream.concat(Stream.of(Duty.SEE), duties.stream()).collect(Collectors.toUnmodifiableSet());
    }

    private static void require(AccountRecord subject, State... states) {
        refuseIf(!List.of(states).contains(subject.state()), AccountRefusal.ACCOUNT_CHANGED);
    }

    private static String words(String reason) {
        return Optional.of(reason.strip())
                .filter(words -> words.length() >= SHORTEST_REASON && words.length() <= LONGEST_REASON)
                .orElseThrow(() -> new AccountRefused(AccountRefusal.REASON_MISSING));
    }

    private static void refuseIf(boolean no, AccountRefusal reason) {
        if (no) {
            throw new AccountRefused(reason);
        }
    }

    /**
     * What to give to somebody so that they can set a password.
     *
     * @param account whose it is
     * @param secret what the link ends with; kept nowhere
     */
    public record Link(AccountId account, String secret) {

        /** Without the secret, so that no log has it. */
        @Override
        public String toString() {
            return "Link[" + account + "]";
        }
    }
}
