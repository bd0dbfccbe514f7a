package stampede.alipaysandbox;

import java.time.Duration;
import java.time.Instant;
import stampede.alipaysandbox.Trade.Refund;

/** When Alipay pays back. */
final class RefundRules {

    private RefundRules() {}

    /** @throws GatewayRefused if Alipay would not */
    static void check(Trade trade, SandboxAmount amount, Instant now, Duration pause) {
        switch (trade.status()) {
            case TRADE_FINISHED ->
                throw GatewayRefused.business("ACQ.TRADE_HAS_FINISHED", "交易已完结 / finished: too late");
            case WAIT_BUYER_PAY -> throw GatewayRefused.business("ACQ.TRADE_STATUS_ERROR", "交易未支付 / not paid");
            case TRADE_CLOSED -> {
                if (!trade.wasPaid()) {
                    throw GatewayRefused.business("ACQ.TRADE_HAS_CLOSE", "交易已关闭 / closed unpaid");
                }
            }
            case TRADE_SUCCESS -> {}
        }
        if (amount.fen() == 0) {
            throw GatewayRefused.business("ACQ.REFUND_FEE_ERROR", "退款金额错误 / nothing to pay back");
        }
        if (trade.promisedBack().plus(amount).compareTo(trade.amount()) > 0) {
            throw GatewayRefused.business("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL", "退款金额超限 / more than was paid");
        }
        if (trade.refunds().stream()
                .map(Refund::asked)
                .anyMatch(asked -> asked.plus(pause).isAfter(now))) {
            throw GatewayRefused.business("ACQ.SYSTEM_ERROR", "退款间隔过短 / too soon after the refund before");
        }
    }
}
