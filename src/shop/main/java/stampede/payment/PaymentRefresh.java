package stampede.payment;

import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.order.OrderId;
import stampede.order.Orders;

/** Asks Alipay about an unpaid order while its shopper looks at it, so that a lost notification does not keep them waiting. */
@Component
class PaymentRefresh {

    private static final Duration ASK_AT_MOST_EVERY = Duration.ofSeconds(2);
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final Orders orders;
    private final PaymentRepository payments;
    private final PaymentAttemptRepository attempts;
    private final PaymentFollowUp followUp;
    private final AlipayExecutor callers;
    private final Clock clock;

    PaymentRefresh(
            Orders orders,
            PaymentRepository payments,
            PaymentAttemptRepository attempts,
            PaymentFollowUp followUp,
            AlipayExecutor callers,
            Clock clock) {
        this.orders = orders;
        this.payments = payments;
        this.attempts = attempts;
        this.followUp = followUp;
        this.callers = callers;
        this.clock = clock;
    }

    /** Only for an order of this shopper's that has no payment yet, and every two seconds at most, over all nodes. */
    void ask(AccountId shopper, OrderId id) {
        if (orders.find(shopper, id).isPresent()
                && !payments.hasOf(id)
                && attempts.mayAsk(id, clock.instant(), ASK_AT_MOST_EVERY)) {
            callers.call(() -> followUp.ask(id), PATIENCE);
        }
    }
}
