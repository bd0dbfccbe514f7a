package stampede.recovery;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.compensation.CauseText;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.counter.CounterFinding;
import stampede.counter.CounterInspection;
import stampede.counter.CounterLoader;
import stampede.counter.CounterProbe;
import stampede.counter.StockView;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * Puts right a counter that somebody has written to past the scripts: keys deleted, overwritten, or changed by hand. What follows
 * from the reservations is made anew from them while selling goes on; for everything else the counter is rebuilt from the
 * database, which is always right and shuts the gate for some seconds.
 */
@Component
public class CounterRepair {

    private static final Logger log = LoggerFactory.getLogger(CounterRepair.class);

    /** However often somebody spoils it, an offer is open for most of the time. */
    private static final Duration PAUSE = Duration.ofSeconds(15);

    private final StockLedger ledger;
    private final CounterInspection inspection;
    private final CounterLoader loading;
    private final CounterRebuild rebuild;
    private final SaleWatchProperties watch;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    public CounterRepair(
            StockLedger ledger,
            CounterInspection inspection,
            CounterLoader loading,
            CounterRebuild rebuild,
            SaleWatchProperties watch,
            Clock clock,
            ApplicationEventPublisher events) {
        this.ledger = ledger;
        this.inspection = inspection;
        this.loading = loading;
        this.rebuild = rebuild;
        this.watch = watch;
        this.clock = clock;
        this.events = events;
    }

    /** Those of these sales whose keys look spoiled at once, without adding anything up. */
    Collection<OfferId> suspects(Collection<SaleTerms> sales) {
        return inspection.probe(sales.stream().filter(this::isUnderWay).toList()).entrySet().stream()
                .filter(entry -> entry.getValue().state() == CounterProbe.State.SPOILED
                        || entry.getValue().state() == CounterProbe.State.INDEX)
                .map(Map.Entry::getKey)
                .toList();
    }

    /**
     * Looks at all that Redis has of these offers, and puts right what is wrong. Those that have to be rebuilt wait together.
     *
     * @return those that were not well, which are to be looked at again: it may be for somebody else to rebuild one, or too soon
     *     after the last time
     * @throws InterruptedException if the application stops while gates are shut; somebody else will finish
     */
    public Set<OfferId> repair(Collection<OfferId> offers) throws InterruptedException {
        var unwell = new HashSet<OfferId>();
        var spoiled = new ArrayList<SaleTerms>();
        for (var offer : offers) {
            try {
                if (isUnwell(offer, spoiled)) {
                    unwell.add(offer);
                }
            } catch (DataAccessException failure) {
                unwell.add(offer);
                log.atWarn()
                        .addKeyValue("offer", offer)
                        .log("Offer {} was not repaired: {}", offer, failure.toString());
                events.publishEvent(correction(offer, CompensationOutcome.FAILED)
                        .cause(CauseText.of(failure.toString()))
                        .build());
            }
        }
        rebuild.rebuildSpoiled(spoiled, PAUSE);
        return unwell;
    }

    /** Puts right at once what can be put right at once; what has to be rebuilt is told. */
    private boolean isUnwell(OfferId offer, List<SaleTerms> spoiled) {
        var terms = ledger.terms(offer);
        if (terms.isEmpty() || isGone(offer)) {
            return false;
        }
        var probed = isUnderWay(terms.get()) ? findFaultTwice(terms.get()) : Optional.<String>empty();
        if (probed.isPresent()) {
            return hasToBeRebuilt(terms.get(), probed.get(), spoiled);
        }
        var check = inspection.check(offer);
        if (check.findings().isEmpty()) {
            return false;
        }
        var what = check.findings().stream().map(CounterFinding::deviation).collect(Collectors.joining("; "));
        if (check.followsFromReservations()) {
            var mended = loading.index(offer, check.outOfPlace());
            log.atWarn()
                    .addKeyValue("offer", offer)
                    .log("Offer {}: {} were out of order in Redis and are put right: {}", offer, mended, what);
            events.publishEvent(correction(offer, CompensationOutcome.OK)
                    .detail(mended + " were out of order")
                    .build());
            return true;
        }
        return hasToBeRebuilt(terms.get(), what, spoiled);
    }

    private static Compensation.Draft correction(OfferId offer, CompensationOutcome outcome) {
        return Compensation.of(CompensationKind.COUNTER_CORRECTED, outcome, "repair")
                .offer(offer);
    }

    /** Cold ones are rebuilt, and those that are being rebuilt are finished, by others. */
    private boolean isGone(OfferId offer) {
        var gate = inspection.gate(offer);
        return gate.equals(Optional.of(StockView.Gate.COLD)) || gate.equals(Optional.of(StockView.Gate.WARMING));
    }

    /**
     * A total may change between the two looks, so what seems wrong is looked at again; and units that are being taken off are gone
     * from the counter first, so the second look waits for who does it.
     */
    private Optional<String> findFaultTwice(SaleTerms terms) {
        return findFault(terms)
                .flatMap(first -> ledger.termsAfterOthers(terms.offer())
                        .filter(this::isUnderWay)
                        .flatMap(this::findFault));
    }

    private Optional<String> findFault(SaleTerms terms) {
        return inspection.probe(List.of(terms)).values().stream()
                .filter(probe -> probe.state() == CounterProbe.State.SPOILED)
                .map(CounterProbe::what)
                .findFirst();
    }

    /** A sale that is over needs no counter; once nothing reserved can become an order any more, it is better forgotten than wrong. */
    private boolean hasToBeRebuilt(SaleTerms seen, String what, List<SaleTerms> spoiled) {
        if (isUnderWay(seen)) {
            log.atError()
                    .addKeyValue("offer", seen.offer())
                    .log("Offer {} is spoiled in Redis and is rebuilt from the database: {}", seen.offer(), what);
            spoiled.add(seen);
            return true;
        }
        if (!clock.instant().isBefore(seen.window().closesAt().plus(watch.settleAfter()))) {
            log.atError()
                    .addKeyValue("offer", seen.offer())
                    .log("Offer {} is over and spoiled in Redis, which forgets it: {}", seen.offer(), what);
            loading.drop(seen.offer());
        }
        return false;
    }

    private boolean isUnderWay(SaleTerms sale) {
        return !sale.isStopped() && clock.instant().isBefore(sale.window().closesAt());
    }
}
