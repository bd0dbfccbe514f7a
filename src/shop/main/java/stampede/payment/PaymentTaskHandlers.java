package stampede.payment;

import static stampede.task.SendOption.in;

import java.time.Clock;
import java.time.Duration;
import stampede.order.OrderId;
import stampede.task.Remember;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tasks;

/**
 * Asks about payments that were begun, so that a lost notification costs nothing. Each query sends the next one while there is
 * anything to find out; what Alipay does not answer is asked again for a day, then left to the comparison with its bill.
 */
@TaskHandlers
class PaymentTaskHandlers {

    private static final Duration AGAIN_AFTER = Duration.ofMinutes(5);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final PaymentFollowUp followUp;
    private final PaymentInquiry inquiry;
    private final PaymentRepository payments;
    private final PaymentAttemptRepository attempts;
    private final Tasks tasks;
    private final PaymentProperties properties;
    private final Clock clock;

    PaymentTaskHandlers(
            PaymentFollowUp followUp,
            PaymentInquiry inquiry,
            PaymentRepository payments,
            PaymentAttemptRepository attempts,
            Tasks tasks,
            PaymentProperties properties,
            Clock clock) {
        this.followUp = followUp;
        this.inquiry = inquiry;
        this.payments = payments;
        this.attempts = attempts;
        this.tasks = tasks;
        this.properties = properties;
        this.clock = clock;
    }

    @Task(name = "payment.query", queue = "payments", timeLimit = "60s", remember = Remember.FAILURES)
    void query(QueryPayment task) {
        var order = OrderId.of(task.orderId());
        if (task.tradeNo().isEmpty() ? payments.hasOf(order) : payments.has(task.tradeNo())) {
            return;
        }
        var status = task.tradeNo().isEmpty() ? followUp.ask(order) : inquiry.lookAtTrade(task.tradeNo());
        switch (status) {
            case PAID, CLOSED, MISMATCH -> {}
            case OPEN, UNKNOWN -> again(task, order, true);
            case NOT_OPENED -> again(task, order, false);
        }
    }

    private void again(QueryPayment task, OrderId order, boolean afterTheLast) {
        var next = task.round() + 1;
        if (next <= properties.lastRound()) {
            tasks.send(new QueryPayment(task.orderId(), task.tradeNo(), next), in(properties.pauseBefore(next)));
        } else if (afterTheLast && isYoung(order)) {
            tasks.send(task, in(AGAIN_AFTER));
        }
    }

    private boolean isYoung(OrderId order) {
        return attempts.begun(order)
                .filter(begun -> begun.plus(LONGEST).isAfter(clock.instant()))
                .isPresent();
    }
}
