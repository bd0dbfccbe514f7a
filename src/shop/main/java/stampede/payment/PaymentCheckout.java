package stampede.payment;

import static stampede.task.SendOption.in;

import java.time.Clock;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.alipay.PayRequest;
import stampede.order.Order;
import stampede.order.OrderStateMachine;
import stampede.order.OrderStatus;
import stampede.task.Tasks;

/** Lets a shopper go to pay, and says what is to be paid: only for an order that waits for money, and only once that is noted. */
@Component
class PaymentCheckout {

    private final OrderStateMachine steps;
    private final PaymentAttemptRepository attempts;
    private final Tasks tasks;
    private final ShopAddress shop;
    private final PaymentProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    PaymentCheckout(
            OrderStateMachine steps,
            PaymentAttemptRepository attempts,
            Tasks tasks,
            ShopAddress shop,
            PaymentProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.steps = steps;
        this.attempts = attempts;
        this.tasks = tasks;
        this.shop = shop;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * With the order's row locked: an order that starts closing afterwards finds the attempt and closes its trade, one that
     * started before refuses the attempt.
     */
    void begin(Order order, PaymentChannel channel) {
        refuseShadow(order);
        transaction.executeWithoutResult(opened -> {
            var now = clock.instant();
            var status = steps.lock(order.id()).map(OrderStateMachine.Locked::status);
            if (!status.equals(Optional.of(OrderStatus.AWAITING_PAYMENT)) || !now.isBefore(order.payBy())) {
                throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
            }
            if (attempts.note(order, channel, now)) {
                tasks.send(QueryPayment.of(order.id(), 0), in(properties.pauseBefore(0)));
            }
        });
    }

    /** Nothing is signed for an order that was not begun: it would close without asking, while somebody pays. */
    PayRequest request(Order order) {
        refuseShadow(order);
        if (order.status() != OrderStatus.AWAITING_PAYMENT
                || attempts.among(Set.of(order.id())).isEmpty()) {
            throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
        }
        return new PayRequest(
                order.id().toString(),
                "Stampede " + order.name(),
                order.total(),
                order.payBy(),
                shop.notifyUrl(order.id()),
                shop.returnUrl());
    }

    /** Whatever the gateway is: for what a bot bought nobody pays. */
    private static void refuseShadow(Order order) {
        if (order.offer().isShadow()) {
            throw new PaymentRefused(PaymentRefusal.NOT_PAYABLE);
        }
    }
}
