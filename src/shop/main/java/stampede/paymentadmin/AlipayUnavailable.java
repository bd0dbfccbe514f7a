package stampede.paymentadmin;

/** Alipay does not give what was asked for, or cannot be believed now; later it may. */
final class AlipayUnavailable extends RuntimeException {

    private static final long serialVersionUID = 1L;

    AlipayUnavailable(String message) {
        super(message);
    }
}
