package stampede.payment;

/** Money does not go in or back, for a reason with a name. */
public class PaymentRefused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final PaymentRefusal reason;

    public PaymentRefused(PaymentRefusal reason) {
        super(reason.name(), null, false, false);
        this.reason = reason;
    }

    public PaymentRefusal reason() {
        return reason;
    }
}
