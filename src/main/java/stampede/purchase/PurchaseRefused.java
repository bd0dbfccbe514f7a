package stampede.purchase;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.support.RefusalException;

/** A purchase is refused. */
public class PurchaseRefused extends RefusalException {

    private static final long serialVersionUID = 1L;

    public PurchaseRefused(Refusal reason) {
        this(reason, null);
    }

    public PurchaseRefused(Refusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public Refusal reason() {
        return (Refusal) super.reason();
    }
}
