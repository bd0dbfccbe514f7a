package stampede.payment;

import org.springframework.stereotype.Component;
import stampede.payment.AlipayNotification.Verdict;
import stampede.task.Tasks;

/** Does what a genuine notification that fits its order says about the trade. */
@Component
class TradeNotificationProcessor {

    private final PaymentBooking booking;
    private final Tasks tasks;
    private final PaymentProperties properties;

    TradeNotificationProcessor(PaymentBooking booking, Tasks tasks, PaymentProperties properties) {
        this.booking = booking;
        this.tasks = tasks;
        this.properties = properties;
    }

    /** Books a payment at once; whatever else it says is asked about. Runs in the caller's transaction. */
    Verdict apply(AlipayNotificationForm form) {
        if (form.tellsOfRefund()) {
            return askAbout(form, form.field("trade_no"), Verdict.REFUND_NEWS);
        }
        var status = form.status();
        if (status.isEmpty()) {
            return askAbout(form, "", Verdict.UNKNOWN_STATUS);
        }
        return switch (status.get()) {
            case TRADE_SUCCESS, TRADE_FINISHED -> book(form);
            case TRADE_CLOSED -> askAbout(form, "", Verdict.TRADE_CLOSED);
            case WAIT_BUYER_PAY -> Verdict.WAITING;
        };
    }

    private Verdict book(AlipayNotificationForm form) {
        var trade = new PaidTrade(
                form.field("trade_no"),
                form.field("out_trade_no"),
                form.amount().orElseThrow(),
                AlipayTimeFormat.read(form.field("gmt_payment")));
        return switch (booking.book(trade)) {
            case PAID -> Verdict.PAID;
            case KNOWN -> Verdict.KNOWN;
            case PAID_BACK -> Verdict.PAID_BACK;
            case UNKNOWN_ORDER -> Verdict.UNKNOWN_ORDER;
            case WRONG_AMOUNT -> Verdict.WRONG_AMOUNT;
        };
    }

    /** Not believed as it stands: what is done follows from Alipay's answer, not from the order in which news arrive. */
    private Verdict askAbout(AlipayNotificationForm form, String tradeNo, Verdict verdict) {
        tasks.send(new QueryPayment(form.field("out_trade_no"), tradeNo, properties.lastRound()));
        return verdict;
    }
}
