package stampede.refund;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.compensation.CauseText;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;

/** Tells what became of refunds: those who count, and those who listen. */
@Component
public class RefundOutcomes {

    private final Counter done;
    private final Counter stuck;
    private final MoneyMeter money;
    private final ApplicationEventPublisher events;

    public RefundOutcomes(MeterRegistry meters, ApplicationEventPublisher events) {
        this.done = counter(meters, "done");
        this.stuck = counter(meters, "stuck");
        this.money = new MoneyMeter(meters, "back");
        this.events = events;
    }

    /** Counts one whose money is back, once its transaction is through. */
    void countDone(Refund refund) {
        done.increment();
        money.count(refund.amount());
    }

    /** Counts one that waits for an operator, and writes down why. */
    void countStuck(Refund refund, String answer) {
        stuck.increment();
        write(
                CompensationKind.REFUND_STUCK,
                CompensationOutcome.FAILED,
                refund,
                draft -> draft.cause(CauseText.of(answer)));
    }

    /** In the transaction that notes when the next step is due. */
    void tellWait(Refund refund, Duration wait, String answer) {
        write(
                CompensationKind.REFUND_TRIED,
                CompensationOutcome.RETRYING,
                refund,
                draft -> draft.wait(wait).cause(CauseText.of(answer)));
    }

    /** In the transaction that notes it. */
    void tellDone(Refund refund, OfferId offer) {
        events.publishEvent(new RefundDone(refund.order(), offer, refund.amount()));
        write(CompensationKind.REFUND_TRIED, CompensationOutcome.OK, refund, draft -> draft.offer(offer));
    }

    private void write(
            CompensationKind kind, CompensationOutcome outcome, Refund refund, UnaryOperator<Compensation.Draft> rest) {
        var draft = Compensation.of(kind, outcome, "payment")
                .order(refund.order().value())
                .fen(refund.amount().fen())
                .detail("refund " + refund.requestNo());
        events.publishEvent(rest.apply(draft).build());
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("stampede.refunds")
                .description("Refunds that came to an end, or wait for an operator")
                .tag("outcome", outcome)
                .register(meters);
    }
}
