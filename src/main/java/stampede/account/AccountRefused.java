package stampede.account;

import java.time.Duration;
import java.util.Optional;

/** An account was not opened or not let in, for a reason with a name. */
public class AccountRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final AccountRefusal reason;
    private final Duration retryAfter;

    AccountRefused(AccountRefusal reason) {
        this(reason, Duration.ZERO);
    }

    AccountRefused(AccountRefusal reason, Duration retryAfter) {
        super(reason.name(), null, false, false);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public AccountRefusal reason() {
        return reason;
    }

    /** After which time trying again may help, or nothing where something must be changed first. */
    public Optional<Duration> retryAfter() {
        return retryAfter.isZero() ? Optional.empty() : Optional.of(retryAfter);
    }
}
