package stampede.refund;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

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

    void countStuck() {
        stuck.increment();
    }

    /** In the transaction that notes it. */
    void tellDone(Refund refund, OfferId offer) {
        events.publishEvent(new RefundDone(refund.order(), offer, refund.amount()));
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("stampede.refunds")
                .description("Refunds that came to an end, or wait for an operator")
                .tag("outcome", outcome)
                .register(meters);
    }
}
