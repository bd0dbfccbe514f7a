package stampede.books;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.counter.CounterSpoiled;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Checks the books of each offer that sells, or is not closed out yet, all the time: one node at a time for each, none more often than
 * it must, and all of them together for a small part of the node's time. Every worker tells the same number of broken rules, {@code
 * stampede.books.findings}.
 */
@Component
@OnRole(NodeRole.WORKER)
class BooksCheckJob {

    private static final Logger log = LoggerFactory.getLogger(BooksCheckJob.class);

    private static final int EVERY_SECONDS = 2;

    /** An offer at rest whose books agree is checked less often by this factor. */
    private static final int AT_REST = 5;

    private final StockLedger ledger;
    private final BooksCheck check;
    private final BooksResultRepository results;
    private final ApplicationEventPublisher events;
    private final BooksProperties properties;
    private final SaleWatchProperties watch;
    private final Clock clock;
    private Instant leisureUntil = Instant.EPOCH;
    private volatile double findings;

    BooksCheckJob(
            StockLedger ledger,
            BooksCheck check,
            BooksResultRepository results,
            ApplicationEventPublisher events,
            BooksProperties properties,
            SaleWatchProperties watch,
            Clock clock,
            MeterRegistry meters) {
        this.ledger = ledger;
        this.check = check;
        this.results = results;
        this.events = events;
        this.properties = properties;
        this.watch = watch;
        this.clock = clock;
        Gauge.builder("stampede.books.findings", this, loop -> loop.findings)
                .description("Rules of the books that are broken, over all offers")
                .register(meters);
    }

    @Scheduled(fixedDelay = EVERY_SECONDS, timeUnit = TimeUnit.SECONDS)
    void turn() {
        var began = clock.instant();
        var watched = ledger.sales(began.plus(watch.warmUpBefore()), began.minus(watch.watchAfterEnd())).stream()
                .map(SaleTerms::offer)
                .filter(offer -> !offer.isShadow())
                .toList();
        if (!began.isBefore(leisureUntil)) {
            checkDue(watched, began);
        }
        findings = results.broken(watched).values().stream()
                .mapToInt(Integer::intValue)
                .sum();
    }

    /** As many as fit into a turn's share of the time, and one at least. */
    private void checkDue(List<OfferId> watched, Instant began) {
        var share = began.plusMillis((long) (EVERY_SECONDS * 1_000 * watch.share()));
        for (var offer : results.due(watched, began)) {
            if (results.claim(offer, began, properties.checkEvery())) {
                check(offer);
                if (clock.instant().isAfter(share)) {
                    leisureUntil = clock.instant().plus(watch.pauseAfter(Duration.between(began, clock.instant())));
                    return;
                }
            }
        }
    }

    void check(OfferId offer) {
        try {
            var report = check.check(offer);
            results.save(report);
            var atRest = report.agree() && report.quiet();
            results.putOff(offer, report.at().plus(properties.checkEvery().multipliedBy(atRest ? AT_REST : 1)));
            if (report.broken().stream().anyMatch(finding -> finding.rule().isOfRedis())) {
                events.publishEvent(new CounterSpoiled(offer));
            }
            if (report.verdict() == BooksReport.Verdict.BROKEN) {
                log.atError()
                        .addKeyValue("offer", offer)
                        .log("The books of offer {} do not agree: {}", offer, report.failing());
            }
        } catch (RuntimeException failure) {
            log.atWarn()
                    .addKeyValue("offer", offer)
                    .log("The books of offer {} were not checked: {}", offer, failure.toString());
        }
    }
}
