package stampede.recovery;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.counter.CounterInspection;
import stampede.stock.StockLedger;

/**
 * By how many units counter and ledger differ: what Redis has left, plus what is reserved there, minus what the database
 * has available. Above zero Redis promises too much, below zero it sells too little; either must go back to zero.
 */
@Component
public class CounterDrift {

    private final CounterInspection inspection;
    private final StockLedger ledger;
    private final Map<OfferId, Integer> units = new ConcurrentHashMap<>();

    public CounterDrift(CounterInspection inspection, StockLedger ledger, MeterRegistry meters) {
        this.inspection = inspection;
        this.ledger = ledger;
        Gauge.builder("stampede.stock.drift", units, CounterDrift::sum)
                .description("Units by which counter and ledger differ, over all offers")
                .baseUnit("units")
                .register(meters);
    }

    /** What both sides have of the offer now. */
    Optional<Balance> balance(OfferId offer) {
        return ledger.terms(offer)
                .flatMap(terms -> inspection.left(offer).map(left -> new Balance(left, terms.available())));
    }

    /**
     * Measures an offer from what it had before and the units found reserved since, unless some moved
     * meanwhile: then two moments would be compared.
     */
    void measure(OfferId offer, Optional<Balance> before, int reserved) {
        if (before.isPresent() && before.equals(balance(offer))) {
            set(offer, before.get().left() + reserved - before.get().available());
        }
    }

    /** Offers that are no longer audited are not told about any more. */
    void retainOnly(Collection<OfferId> offers) {
        units.keySet().retainAll(Set.copyOf(offers));
    }

    void forget(OfferId offer) {
        units.remove(offer);
    }

    private void set(OfferId offer, int difference) {
        if (difference == 0) {
            units.remove(offer);
        } else {
            units.put(offer, difference);
        }
    }

    private static double sum(Map<OfferId, Integer> units) {
        return units.values().stream().mapToInt(Math::abs).sum();
    }

    /**
     * Units that nobody has.
     *
     * @param left by the counter
     * @param available by the ledger
     */
    record Balance(int left, int available) {}
}
