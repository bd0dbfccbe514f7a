package stampede.pulse;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseTally;

/** Counts presses of the buy button. */
@Component
class PurchasePulse implements PurchaseTally {

    private final Pulse pulse;

    PurchasePulse(Pulse pulse) {
        this.pulse = pulse;
    }

    @Override
    public void countAccepted(OfferId offer) {
        pulse.count(offer, PulseEvent.ACCEPTED);
    }

    @Override
    public void countRepeated(OfferId offer) {
        pulse.count(offer, PulseEvent.REPEATED);
    }

    @Override
    public void countRefused(@Nullable OfferId offer, PurchaseRefusal reason) {
        if (offer == null) {
            pulse.countStranger(PulseEvent.of(reason));
        } else {
            pulse.count(offer, PulseEvent.of(reason));
        }
    }

    @Override
    public void time(OfferId offer, long nanos) {
        pulse.time(offer, nanos);
    }
}
