package stampede.account;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.support.RefusalException;

/** An account is not opened or not let in. */
public class AccountRefused extends RefusalException {

    private static final long serialVersionUID = 1L;

    AccountRefused(AccountRefusal reason) {
        this(reason, null);
    }

    AccountRefused(AccountRefusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public AccountRefusal reason() {
        return (AccountRefusal) super.reason();
    }
}
