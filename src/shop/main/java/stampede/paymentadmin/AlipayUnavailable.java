package stampede.paymentadmin;

/** Alipay does not give what was asked for, or cannot be believed now; later it may. */
final class AlipayUnavailable extends RuntimeException {

    AlipayUnavailable(String message) {
        super(message);
    }
}
