package stampede.recovery;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.counter.CounterInspection;
import stampede.counter.CounterLoader;
import stampede.counter.StockView;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * Fills the counter from the database: before an offer first opens, and when Redis has lost it. Whoever begins first does
 * it, for as many offers as there are at once, so that they wait for stragglers together.
 */
@Component
public class CounterRebuild {

    private static final Logger log = LoggerFactory.getLogger(CounterRebuild.class);

    private final StockLedger ledger;
    private final CounterInspection inspection;
    private final CounterLoader loading;
    private final CounterSync audit;
    private final RecoveryProperties properties;
    private final Clock clock;
    private final ApplicationEventPublisher events;

    public CounterRebuild(
            StockLedger ledger,
            CounterInspection inspection,
            CounterLoader loading,
            CounterSync audit,
            RecoveryProperties properties,
            Clock clock,
            ApplicationEventPublisher events) {
        this.ledger = ledger;
        this.inspection = inspection;
        this.loading = loading;
        this.audit = audit;
        this.properties = properties;
        this.clock = clock;
        this.events = events;
    }

    /**
     * Rebuilds an offer by command, whatever the counter has. Its gate is shut meanwhile.
     *
     * @return false if somebody else began at the same moment, or the ledger has no such offer
     * @throws InterruptedException if the application stops meanwhile; somebody else will finish
     */
    public boolean now(OfferId offer) throws InterruptedException {
        return !rebuild(ledger.terms(List.of(offer)).values(), Duration.ZERO).isEmpty();
    }

    /**
     * Rebuilds those of these that need it and that nobody else has begun to rebuild a moment ago. Whoever noticed that they
     * are cold may have waited in line meanwhile, behind the very rebuild that has helped: they are looked at again.
     *
     * @return those that were rebuilt
     */
    public List<OfferId> whereNeeded(Collection<OfferId> offers) throws InterruptedException {
        var terms = ledger.terms(offers);
        return rebuild(
                ledger.terms(needed(terms.values(), inspection.views(terms.keySet())))
                        .values(),
                properties.rebuildPause());
    }

    /**
     * Those of these offers whose counter cannot sell what it ought to. A sale that is over, or was stopped for good, needs no
     * counter: what still happens to its orders is in the database, and Redis not knowing them is no loss.
     *
     * @param terms read before the views, so that a rebuild in between is seen
     */
    List<OfferId> needed(Collection<SaleTerms> terms, Map<OfferId, StockView> views) {
        return terms.stream()
                .filter(sale -> !sale.isStopped()
                        && clock.instant().isBefore(sale.window().closesAt()))
                .filter(sale -> isNeeded(sale, views.get(sale.offer())))
                .map(SaleTerms::offer)
                .toList();
    }

    private boolean isNeeded(SaleTerms sale, @Nullable StockView view) {
        if (view == null) {
            return false;
        }
        return switch (view.gate()) {
            case COLD -> true;
            case WARMING -> isOverdue(sale);
            case OPEN, PAUSED -> view.epoch() < sale.epoch() && isOverdue(sale);
            case CLOSED -> false;
        };
    }

    /** Redis started with an old copy of itself, from before the last rebuild, or who rebuilt has died on the way. */
    private boolean isOverdue(SaleTerms sale) {
        return sale.epochAt().isBefore(clock.instant().minus(properties.rebuildPatience()));
    }

    /**
     * Rebuilds offers whose counters have been found to be spoiled.
     *
     * @param seen their terms as they were before they were looked at: whoever has rebuilt one since has helped already
     * @return those that were for us to rebuild
     */
    List<OfferId> rebuildSpoiled(Collection<SaleTerms> seen, Duration pause) throws InterruptedException {
        return rebuild(seen, pause);
    }

    private List<OfferId> rebuild(Collection<SaleTerms> sales, Duration pause) throws InterruptedException {
        var begun = sales.stream()
                .map(seen -> loading.begin(seen, pause))
                .flatMap(Optional::stream)
                .filter(loading::load)
                .toList();
        var sold = begun.stream().filter(CounterRebuild::soldBefore).toList();
        open(begun.stream().filter(terms -> !soldBefore(terms)).toList());
        for (var terms : sold) {
            audit.settleHeld(terms.offer());
            audit.audit(terms.offer());
        }
        if (!sold.isEmpty()) {
            Thread.sleep(properties.drain().toMillis());
            open(sold);
        }
        return begun.stream().map(SaleTerms::offer).toList();
    }

    /** Before the first epoch nothing can have been reserved, so there are neither orders nor stragglers. */
    private static boolean soldBefore(SaleTerms terms) {
        return terms.epoch() > 1;
    }

    private void open(List<SaleTerms> rebuilt) {
        for (var terms : rebuilt) {
            var opened = loading.open(terms);
            log.atInfo()
                    .addKeyValue("offer", terms.offer())
                    .log(
                            "Offer {} {} in epoch {} with {} of {} units available",
                            terms.offer(),
                            opened ? "was loaded" : "was overtaken by a newer rebuild",
                            terms.epoch(),
                            terms.available(),
                            terms.total());
            if (opened && soldBefore(terms)) {
                events.publishEvent(Compensation.of(CompensationKind.REBUILT, CompensationOutcome.OK, "rebuild")
                        .offer(terms.offer())
                        .units(terms.available())
                        .detail("epoch " + terms.epoch())
                        .build());
            }
        }
    }
}
