package stampede.account;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.refusal.RefusalException;

/** An account is not opened or not let in. */
public class AccountRefused extends RefusalException {

    public AccountRefused(AccountRefusal reason) {
        this(reason, null);
    }

    public AccountRefused(AccountRefusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public AccountRefusal reason() {
        return (AccountRefusal) super.reason();
    }
}
