package stampede.orderadmin;

/** Whether money of an order goes or went back, or is asked for. The names are part of addresses and of the JSON API. */
enum RefundStanding {
    /** It was asked for, goes or went back, and was not declined. */
    ANY("orders.id in (select order_id from refund where state <> 'DECLINED')"),
    /** It is asked for, or on its way. */
    OPEN("orders.id in (select order_id from refund where state in ('ASKED', 'DUE', 'STUCK'))"),
    /** Nobody wants it back. */
    NONE("not exists (select 1 from refund where refund.order_id = orders.id and refund.state <> 'DECLINED')");

    private final String condition;

    RefundStanding(String condition) {
        this.condition = condition;
    }

    String condition() {
        return condition;
    }
}
