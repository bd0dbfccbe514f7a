package stampede.refund;

import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/** Tells what became of refunds: those who count, and those who listen. */
@Component
public class RefundOutcomes {

    private final MeterRegistry meters;
    private final ApplicationEventPublisher events;

    public RefundOutcomes(MeterRegistry meters, ApplicationEventPublisher events) {
        this.meters = meters;
        this.events = events;
    }

    void countDone() {
        count("done");
    }

    void countStuck() {
        count("stuck");
    }

    /** In the transaction that notes it. */
    void tellDone(Refund refund, OfferId offer) {
        events.publishEvent(new RefundDone(refund.order(), offer, refund.amount()));
    }

    private void count(String outcome) {
        meters.counter("stampede.refunds", "outcome", outcome).increment();
    }
}
