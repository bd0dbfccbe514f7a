package stampede.alipay;

/** What Alipay says to {@code alipay.trade.refund} or {@code alipay.trade.fastpay.refund.query}. */
public sealed interface RefundAnswer {

    /** The money went back: {@code fund_change=Y}, or a query that returns the refund. */
    record Done() implements RefundAnswer {}

    /** Accepted (10000), but nothing says that the money went back: ask again later. A query that knows no refund answers this too. */
    record NotYet() implements RefundAnswer {}

    /**
     * Alipay said no.
     *
     * @param code its {@code sub_code}, such as {@code ACQ.SELLER_BALANCE_NOT_ENOUGH}
     * @param forGood whether sending it again can never help, such as {@code ACQ.TRADE_HAS_FINISHED}
     */
    record Refused(String code, boolean forGood) implements RefundAnswer {}

    /**
     * No answer, or none that can be trusted: it may have been paid back or not.
     *
     * @param why for people, without anything secret
     */
    record Unknown(String why) implements RefundAnswer {}
}
