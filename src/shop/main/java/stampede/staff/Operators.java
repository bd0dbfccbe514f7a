package stampede.staff;

import java.security.SecureRandom;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;
import stampede.account.AccountRefused;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.QueuedPasswordHasher;
import stampede.account.Role;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;
import stampede.signin.SecondFactorRepository;
import stampede.signin.SignIns;

/** Makes operators from outside the shop, and lets those in again who lost their password or their second factor. */
@Component
public class Operators {

    /** Nothing that looks like something else; 20 of 31 are 99 bits. */
    private static final String LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

    private static final int LENGTH = 20;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final Accounts accounts;
    private final JdbcAccountRepository rows;
    private final SecondFactorRepository factors;
    private final QueuedPasswordHasher hashes;
    private final SignIns signIns;
    private final SecurityEvents events;

    Operators(
            Accounts accounts,
            JdbcAccountRepository rows,
            SecondFactorRepository factors,
            QueuedPasswordHasher hashes,
            SignIns signIns,
            SecurityEvents events) {
        this.accounts = accounts;
        this.rows = rows;
        this.factors = factors;
        this.hashes = hashes;
        this.signIns = signIns;
        this.events = events;
    }

    /**
     * Gives the operator of this name a password that opens nothing but its own change, and makes the account if there is none. An account that is
     * there loses its second factor and all its sign-ins. What fails halfway is done again by asking again.
     *
     * @param duties what the operator may do from now on
     * @return the password, which is kept nowhere
     * @throws AccountRefused if the username cannot be one
     * @throws IllegalStateException if the account is not an operator's
     */
    public String give(String username, Set<Duty> duties) {
        var password = random();
        var operator = accounts.ensure(username, password, Role.OPERATOR);
        factors.delete(operator.id());
        rows.giveDuties(operator.id(), duties);
        rows.givePassword(operator.id(), hashes.ofGiven(password));
        signIns.endAll(operator.id());
        events.write(
                SecurityEvent.PASSWORD_CHANGED,
                operator.username(),
                Map.of("account", operator.id(), "by", "operator-command"));
        return password;
    }

    private static String random() {
        return RANDOM.ints(LENGTH, 0, LETTERS.length())
                .mapToObj(at -> String.valueOf(LETTERS.charAt(at)))
                .collect(Collectors.joining());
    }
}
