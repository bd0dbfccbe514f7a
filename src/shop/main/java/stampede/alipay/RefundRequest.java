package stampede.alipay;

import stampede.money.Money;

/**
 * Money to be paid back. The same request, whenever it is sent again, pays back once.
 *
 * @param tradeNo Alipay's number of the trade that was paid
 * @param outTradeNo ours
 * @param requestNo {@code out_request_no}: ours for this refund, at most 64 characters
 * @param amount how much of the trade's money
 */
public record RefundRequest(String tradeNo, String outTradeNo, String requestNo, Money amount) {}
