package stampede.payment;

import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;
import stampede.alipay.Alipay;
import stampede.alipay.CloseAnswer;
import stampede.order.OrderId;
import stampede.order.TradeCloser;
import stampede.support.CircuitBreaker;

/**
 * Closes trades at Alipay, many at once. An order that nobody went to pay has no trade and is not asked about. When Alipay does
 * not answer a few times in a row, the rest are not tried: it would only take longer to learn the same.
 */
@Component
class AlipayTradeCloser implements TradeCloser {

    private static final Logger log = LoggerFactory.getLogger(AlipayTradeCloser.class);

    /** After so many calls in a row without an answer Alipay is left alone for a moment. */
    private static final int SILENT_TIMES = 3;

    private static final Duration LEFT_ALONE = Duration.ofSeconds(5);

    private final Alipay alipay;
    private final PaymentInquiry inquiry;
    private final PaymentAttemptRepository attempts;
    private final AlipayExecutor callers;
    private final Duration longest;
    private final CircuitBreaker circuit = new CircuitBreaker(SILENT_TIMES, LEFT_ALONE);

    AlipayTradeCloser(
            Alipay alipay,
            PaymentInquiry inquiry,
            PaymentAttemptRepository attempts,
            AlipayExecutor callers,
            PaymentProperties properties) {
        this.alipay = alipay;
        this.inquiry = inquiry;
        this.attempts = attempts;
        this.callers = callers;
        this.longest = properties.closingTime();
    }

    @Override
    public Map<OrderId, Answer> close(Collection<OrderId> orders) {
        var answers = new HashMap<OrderId, Answer>();
        orders.forEach(order -> answers.put(order, Answer.CLOSED));
        var begun = attempts.among(orders);
        if (begun.size() == 1) {
            begun.forEach(order -> answers.put(order, close(order)));
        } else if (!begun.isEmpty()) {
            answers.putAll(closeAll(begun));
        }
        return answers;
    }

    @Override
    public Answer closeNow(OrderId order) {
        return attempts.among(List.of(order)).isEmpty() ? Answer.CLOSED : ask(order);
    }

    /** Calls under way when the time is up go on, and what they learn is booked; those not begun by then never are. */
    private Map<OrderId, Answer> closeAll(Collection<OrderId> orders) {
        var end = System.nanoTime() + longest.toNanos();
        BooleanSupplier inTime = () -> System.nanoTime() < end;
        var calls = orders.stream()
                .collect(Collectors.toMap(
                        order -> order,
                        order -> CompletableFuture.supplyAsync(
                                        () -> inTime.getAsBoolean() ? close(order) : Answer.UNKNOWN, callers.threads())
                                .exceptionally(failure -> logUnbooked(order, failure))));
        AlipayExecutor.await(CompletableFuture.allOf(calls.values().toArray(CompletableFuture[]::new)), longest);
        var answers = new HashMap<OrderId, Answer>();
        calls.forEach((order, call) -> answers.put(order, call.getNow(Answer.UNKNOWN)));
        return answers;
    }

    private Answer close(OrderId order) {
        return circuit.permits() ? ask(order) : Answer.UNKNOWN;
    }

    private Answer ask(OrderId order) {
        var closed = alipay.close(order.toString());
        if (closed == CloseAnswer.UNKNOWN) {
            circuit.recordFailure();
        } else {
            circuit.recordSuccess();
        }
        return switch (closed) {
            case NOT_EXIST -> Answer.CLOSED;
            // Another buyer's trade may have been paid before the one that closed now.
            case CLOSED -> inquiry.look(order) == PaymentStatus.PAID ? Answer.PAID : Answer.CLOSED;
            case NOT_WAITING -> answer(inquiry.look(order));
            case UNKNOWN -> Answer.UNKNOWN;
        };
    }

    /** One that cannot be booked must not keep the others from closing. */
    private static Answer logUnbooked(OrderId order, Throwable failure) {
        log.atWarn()
                .addKeyValue("order", order)
                .setCause(failure)
                .log("What Alipay says of order {} cannot be booked now", order);
        return Answer.UNKNOWN;
    }

    private static Answer answer(PaymentStatus status) {
        return switch (status) {
            case PAID -> Answer.PAID;
            case CLOSED, NOT_OPENED -> Answer.CLOSED;
            case OPEN, MISMATCH, UNKNOWN -> Answer.UNKNOWN;
        };
    }
}
