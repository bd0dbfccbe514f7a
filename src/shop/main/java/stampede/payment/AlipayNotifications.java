package stampede.payment;

import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.alipay.Alipay;
import stampede.order.OrderStateMachine;
import stampede.payment.AlipayNotification.Verdict;

/**
 * Judges notifications and does what the genuine ones say, once: who signed it, whether it is about an order, an amount, a
 * seller and an app of ours, and only then its news. What it says and that it came are written in one transaction.
 */
@Component
class AlipayNotifications {

    private static final Logger log = LoggerFactory.getLogger(AlipayNotifications.class);

    private final Alipay alipay;
    private final OrderStateMachine steps;
    private final TradeNotificationProcessor news;
    private final AlipayNotificationRepository inbox;
    private final ForgedNotificationLimiter forged;
    private final PaymentMeters meters;
    private final Clock clock;
    private final TransactionTemplate transaction;

    AlipayNotifications(
            Alipay alipay,
            OrderStateMachine steps,
            TradeNotificationProcessor news,
            AlipayNotificationRepository inbox,
            PaymentMeters meters,
            PaymentProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.alipay = alipay;
        this.steps = steps;
        this.news = news;
        this.inbox = inbox;
        this.forged = new ForgedNotificationLimiter(properties.forgedPerMinute());
        this.meters = meters;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** What was made of it; has been committed when this returns, and nothing has if it throws. */
    Verdict take(AlipayNotificationForm form) {
        var verdict = notGenuine(form)
                .map(no -> refuse(form, no))
                .orElseGet(() -> Objects.requireNonNull(transaction.execute(status -> takeGenuine(form))));
        meters.countNotification(verdict);
        return verdict;
    }

    private Optional<Verdict> notGenuine(AlipayNotificationForm form) {
        if (form.isAmbiguous()) {
            return Optional.of(Verdict.MALFORMED);
        }
        if (!form.hasSignature()) {
            return Optional.of(Verdict.UNSIGNED);
        }
        return alipay.hasSigned(form.fields()) ? Optional.empty() : Optional.of(Verdict.FORGED);
    }

    /** Anybody can send these, as many as they like: a few a minute are kept to be looked at. */
    private Verdict refuse(AlipayNotificationForm form, Verdict verdict) {
        if (forged.admits(clock.instant())) {
            inbox.keepForged(form, verdict, clock.instant());
            log.warn("A notification that is not Alipay's was refused: {}", verdict);
        }
        return verdict;
    }

    private Verdict takeGenuine(AlipayNotificationForm form) {
        if (!form.isComplete()) {
            inbox.keepForged(form, Verdict.MALFORMED, clock.instant());
            log.warn("A notification of Alipay's lacks what is needed");
            return Verdict.MALFORMED;
        }
        // First of all, so that repetitions that come at once wait here for each other.
        var order = PaidTrade.orderOf(form.field("out_trade_no")).flatMap(steps::lock);
        var verdict = mismatch(form, order).orElseGet(() -> news.apply(form));
        inbox.keepGenuine(form, verdict, clock.instant());
        if (!verdict.isAccepted()) {
            log.warn("Alipay's notification about trade {} does not fit: {}", form.field("trade_no"), verdict);
        }
        return verdict;
    }

    private Optional<Verdict> mismatch(AlipayNotificationForm form, Optional<OrderStateMachine.Locked> order) {
        if (order.isEmpty()) {
            return Optional.of(Verdict.UNKNOWN_ORDER);
        }
        // A tombstone has no price.
        if (!order.get().status().isTombstone() && !form.amount().equals(order.map(OrderStateMachine.Locked::total))) {
            return Optional.of(Verdict.WRONG_AMOUNT);
        }
        if (!alipay.sellerId().equals(form.field("seller_id"))) {
            return Optional.of(Verdict.WRONG_SELLER);
        }
        return alipay.appId().equals(form.field("app_id")) ? Optional.empty() : Optional.of(Verdict.WRONG_APP);
    }
}
