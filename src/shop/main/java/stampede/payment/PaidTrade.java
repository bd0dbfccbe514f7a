package stampede.payment;

import java.time.Instant;
import java.util.Optional;
import stampede.alipay.QueryAnswer;
import stampede.money.Money;
import stampede.order.OrderId;

/**
 * A trade of which Alipay says that it was paid.
 *
 * @param tradeNo Alipay's number
 * @param outTradeNo the number that should be ours
 * @param amount what was paid
 * @param paidAt when, if Alipay told
 */
public record PaidTrade(String tradeNo, String outTradeNo, Money amount, Optional<Instant> paidAt) {

    static PaidTrade of(QueryAnswer.Trade trade) {
        return new PaidTrade(trade.tradeNo(), trade.outTradeNo(), trade.amount(), trade.paidAt());
    }

    /** The order that a trade's number names, or nothing if it names none: numbers of ours are written in one way only. */
    public static Optional<OrderId> orderOf(String outTradeNo) {
        if (!outTradeNo.matches("[1-9][0-9]{0,18}")) {
            return Optional.empty();
        }
        try {
            return Optional.of(OrderId.of(outTradeNo));
        } catch (NumberFormatException tooLarge) {
            return Optional.empty();
        }
    }
}
