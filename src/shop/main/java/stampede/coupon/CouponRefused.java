package stampede.coupon;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import stampede.refusal.RefusalException;

/** Something about a coupon cannot be. */
public class CouponRefused extends RefusalException {

    CouponRefused(CouponRefusal reason) {
        this(reason, null);
    }

    CouponRefused(CouponRefusal reason, @Nullable Duration retryAfter) {
        super(reason, retryAfter);
    }

    @Override
    public CouponRefusal reason() {
        return (CouponRefusal) super.reason();
    }
}
