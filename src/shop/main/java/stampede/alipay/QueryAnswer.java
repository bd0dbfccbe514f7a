package stampede.alipay;

import java.time.Instant;
import java.util.Optional;
import stampede.money.Money;

/** What Alipay says of a trade ({@code alipay.trade.query}), its signature verified. */
public sealed interface QueryAnswer {

    /**
     * There is such a trade.
     *
     * @param tradeNo Alipay's number
     * @param outTradeNo ours
     * @param amount what it is about
     * @param paidAt when it was paid ({@code send_pay_date}), if it was; also after a refund in full
     */
    record Trade(String tradeNo, String outTradeNo, TradeStatus status, Money amount, Optional<Instant> paidAt)
            implements QueryAnswer {}

    /** No buyer has opened it yet ({@code ACQ.TRADE_NOT_EXIST}); its page may still be paid. */
    record NotExist() implements QueryAnswer {}

    /**
     * No answer, or none that can be trusted.
     *
     * @param why for people, without anything secret
     */
    record Unknown(String why) implements QueryAnswer {}
}
