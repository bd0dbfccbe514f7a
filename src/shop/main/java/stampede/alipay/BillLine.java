package stampede.alipay;

import stampede.money.Money;

/**
 * One line of Alipay's bill of a day.
 *
 * @param tradeNo Alipay's number of the trade
 * @param outTradeNo ours
 * @param kind money in or money back
 * @param requestNo our number of the refund; empty for money in
 * @param amount how much, always positive
 */
public record BillLine(String tradeNo, String outTradeNo, Kind kind, String requestNo, Money amount) {

    public enum Kind {
        PAYMENT,
        REFUND
    }
}
