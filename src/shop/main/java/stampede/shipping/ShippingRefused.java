package stampede.shipping;

import stampede.refusal.RefusalException;

/** An order is not marked as shipped or received. */
public class ShippingRefused extends RefusalException {

    ShippingRefused(ShippingRefusal reason) {
        super(reason);
    }

    @Override
    public ShippingRefusal reason() {
        return (ShippingRefusal) super.reason();
    }
}
