package stampede.staff;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import stampede.account.AccountId;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.signin.SecondFactors;

/** Knows what operators and sellers have to do before they may do anything else. */
@Component
public class SetUpSteps {

    private static final Logger log = LoggerFactory.getLogger(SetUpSteps.class);

    private static final int REMEMBERED = 1_000;
    private static final Duration REMEMBERED_FOR = Duration.ofSeconds(30);

    private final JdbcAccountRepository rows;
    private final SecondFactors factors;
    private final boolean secondFactorRequired;

    /** Only that nothing is to be done, so that doing it is felt at once. */
    private final Cache<AccountId, Boolean> done = Caffeine.newBuilder()
            .maximumSize(REMEMBERED)
            .expireAfterWrite(REMEMBERED_FOR)
            .build();

    public SetUpSteps(
            JdbcAccountRepository rows,
            SecondFactors factors,
            @Value("${stampede.account.second-factor-required:false}") boolean secondFactorRequired) {
        this.rows = rows;
        this.factors = factors;
        this.secondFactorRequired = secondFactorRequired;
    }

    /** What this account has to do first, if anything. Without the database nobody can do it, and nobody is stopped. */
    public Optional<SetUpStep> of(SignedIn account) {
        if (account.role() == Role.SHOPPER || done.getIfPresent(account.id()) != null) {
            return Optional.empty();
        }
        try {
            var step = find(account.id());
            if (step.isEmpty()) {
                done.put(account.id(), true);
            }
            return step;
        } catch (DataAccessException | TransactionException away) {
            log.warn("What {} has to do first is not known: {}", account.id(), away.getMessage());
            return Optional.empty();
        }
    }

    private Optional<SetUpStep> find(AccountId account) {
        if (rows.isPasswordChangeDue(account)) {
            return Optional.of(SetUpStep.CHANGE_PASSWORD);
        }
        return secondFactorRequired && !factors.isSetUp(account)
                ? Optional.of(SetUpStep.SET_UP_SECOND_FACTOR)
                : Optional.empty();
    }
}
