package stampede.orderadmin;

/** How far orders are for whoever sends them. The names are part of addresses and of the JSON API. */
public enum OrderStage {
    /** Paid, and nobody wants the money back. */
    TO_SHIP("orders.status = 'PAID' and not " + OrderStage.REFUND_OPEN),
    SHIPPED("orders.status = 'SHIPPED'"),
    FINISHED("orders.status = 'FINISHED'"),
    /** The money is asked for, and an operator decides. */
    REFUND_ASKED("exists (select 1 from refund where refund.order_id = orders.id and refund.state = 'ASKED')"),
    /** The money is asked for, on its way back, or has gone back as a whole. */
    REFUNDS("orders.status in ('REFUNDING', 'REFUNDED') or " + OrderStage.REFUND_OPEN);

    static final String REFUND_OPEN =
            "exists (select 1 from refund where refund.order_id = orders.id and refund.state in ('ASKED', 'DUE', 'STUCK'))";

    private final String condition;

    OrderStage(String condition) {
        this.condition = condition;
    }

    String condition() {
        return condition;
    }

    /** Whether orders that nothing will happen to any more can be of it. */
    boolean isEnd() {
        return this == FINISHED || this == REFUNDS;
    }
}
