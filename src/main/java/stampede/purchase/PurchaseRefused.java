package stampede.purchase;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A normal no: it has a reason, no stack trace, and sometimes a time after which trying again makes sense. */
public class PurchaseRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Refusal reason;
    private final transient @Nullable Duration retryAfter;

    public PurchaseRefused(Refusal reason) {
        this(reason, null);
    }

    public PurchaseRefused(Refusal reason, @Nullable Duration retryAfter) {
        super("Purchase refused: " + reason, null, false, false);
        this.reason = reason;
        this.retryAfter = retryAfter;
    }

    public Refusal reason() {
        return reason;
    }

    public Optional<Duration> retryAfter() {
        return Optional.ofNullable(retryAfter);
    }
}
