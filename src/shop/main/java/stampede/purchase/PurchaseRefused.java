package stampede.purchase;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.refusal.RefusalException;

/** A purchase is refused. */
public class PurchaseRefused extends RefusalException {

    public PurchaseRefused(PurchaseRefusal reason) {
        this(reason, null);
    }

    public PurchaseRefused(PurchaseRefusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public PurchaseRefusal reason() {
        return (PurchaseRefusal) super.reason();
    }
}
