package stampede.shipping;

import java.util.Optional;

/**
 * What would come of marking an order as shipped.
 *
 * @param seller the name of whoever sold it; empty if there is no such order
 * @param refusal why it could not be
 * @param sent whether it is shipped so already
 */
public record ParcelOutlook(String seller, Optional<ShippingRefusal> refusal, boolean sent) {

    /** Of what is not there, or is another's. */
    public static final ParcelOutlook NO_SUCH_ORDER =
            new ParcelOutlook("", Optional.of(ShippingRefusal.NO_SUCH_ORDER), false);
}
