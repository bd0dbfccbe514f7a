package stampede.coupon;

import java.util.List;
import java.util.stream.Stream;

/** Codes that look right and are nobody's. */
public final class CouponCodes {

    private CouponCodes() {}

    public static List<String> random(int count) {
        return Stream.generate(CouponCode::random)
                .limit(count)
                .map(CouponCode::spaced)
                .toList();
    }
}
