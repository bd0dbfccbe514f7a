package stampede.recovery;

import static java.util.Comparator.comparing;

import com.google.common.collect.Maps;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.books.BooksResultRepository;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.counter.CounterInspection;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Audits every half minute what moved since, and what a check found broken; and everything at once when a server of Redis is another
 * one than before, that server's offers first: a restart or a failover loses writes. Offers of a server that is silent wait until it answers. Takes a small part of the time only, however large the sales are.
 */
@Component
@OnRole(NodeRole.WORKER)
class CounterSyncJob {

    private static final Logger log = LoggerFactory.getLogger(CounterSyncJob.class);

    private final StockLedger ledger;
    private final CounterInspection inspection;
    private final CounterSync audit;
    private final CounterDrift drift;
    private final BooksResultRepository results;
    private final RecoveryProperties properties;
    private final SaleWatchProperties watch;
    private final Clock clock;
    private final Map<OfferId, Inputs> audited = new HashMap<>();
    private final Set<String> lives = new HashSet<>();
    private Instant next = Instant.EPOCH;

    CounterSyncJob(
            StockLedger ledger,
            CounterInspection inspection,
            CounterSync audit,
            CounterDrift drift,
            BooksResultRepository results,
            RecoveryProperties properties,
            SaleWatchProperties watch,
            Clock clock) {
        this.ledger = ledger;
        this.inspection = inspection;
        this.audit = audit;
        this.drift = drift;
        this.results = results;
        this.properties = properties;
        this.watch = watch;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 500, timeUnit = TimeUnit.MILLISECONDS)
    void turn() {
        var now = clock.instant();
        var present = inspection.lives();
        var changed = Maps.filterValues(present, life -> !lives.contains(life)).keySet();
        if (!changed.isEmpty()) {
            audited.clear();
        } else if (now.isBefore(next)) {
            return;
        }
        auditMoved(ledger.sales(now.plus(watch.warmUpBefore()), now.minus(watch.watchAfterEnd())).stream()
                .sorted(comparing(sale -> !changed.contains(inspection.server(sale.offer()))))
                .toList());
        lives.addAll(present.values());
        next = clock.instant().plus(pause(Duration.between(now, clock.instant())));
    }

    /** How long nothing is audited after audits that took so long. */
    Duration pause(Duration took) {
        var leisure = watch.pauseAfter(took);
        return leisure.compareTo(properties.auditEvery()) > 0 ? leisure : properties.auditEvery();
    }

    private void auditMoved(List<SaleTerms> sales) {
        var offers = sales.stream().map(SaleTerms::offer).toList();
        drift.retainOnly(offers);
        audited.keySet().retainAll(Set.copyOf(offers));
        audited.keySet().removeAll(results.broken(offers).keySet());
        var marks = inspection.marks(offers);
        for (var sale : sales) {
            Optional.ofNullable(marks.get(sale.offer()))
                    .map(mark -> new Inputs(sale, mark))
                    .filter(inputs -> !inputs.equals(audited.get(sale.offer())))
                    .ifPresent(inputs -> audit(sale.offer(), inputs));
        }
    }

    /** One offer that cannot be audited, be it that somebody wrote what cannot be read, does not keep the others from it. */
    private void audit(OfferId offer, Inputs before) {
        try {
            audit.audit(offer);
            audited.put(offer, before);
        } catch (RuntimeException failure) {
            audited.remove(offer);
            drift.forget(offer);
            log.atWarn().addKeyValue("offer", offer).log("Offer {} was not audited: {}", offer, failure.toString());
        }
    }

    /** How both sides stood before an audit; what it put right makes them stand otherwise, and is looked at once more. */
    private record Inputs(SaleTerms ledger, String counter) {}
}
