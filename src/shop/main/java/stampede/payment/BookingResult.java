package stampede.payment;

/** What became of money that Alipay says came. */
enum BookingResult {
    /** It paid its order. */
    PAID,
    /** It was booked before. */
    KNOWN,
    /** It came late, twice or for what never was an order; it is booked and goes back. */
    PAID_BACK,
    /** Not booked: there is no such order. Another shop may share the app, so nothing goes back by itself. */
    UNKNOWN_ORDER,
    /** Not booked: it is not what the order costs. */
    WRONG_AMOUNT;

    /** Whether the money is in the books. */
    boolean isBooked() {
        return this == PAID || this == KNOWN || this == PAID_BACK;
    }
}
