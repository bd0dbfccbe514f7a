package stampede.payment;

import stampede.refusal.RefusalException;

/** Money does not go in or back. */
public class PaymentRefused extends RefusalException {

    public PaymentRefused(PaymentRefusal reason) {
        super(reason);
    }

    @Override
    public PaymentRefusal reason() {
        return (PaymentRefusal) super.reason();
    }
}
