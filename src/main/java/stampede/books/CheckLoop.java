package stampede.books;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Checks the books of each offer that sells, or is not settled yet, all the time: one node at a time for each, and none more
 * often than it must. Every worker tells the same number of broken rules, {@code stampede.books.findings}.
 */
@Component
@OnRole(NodeRole.WORKER)
class CheckLoop extends Loop {

    private static final Logger log = LoggerFactory.getLogger(CheckLoop.class);

    /** What was found is told until the next check is late by so many times; then the offer is no longer watched. */
    private static final int TOLD_FOR = 3;

    /** An offer at rest whose books agree is checked less often by this factor. */
    private static final int AT_REST = 5;

    /** A check that took long is not made again for so many times as long: the books of a huge sale cost it a twentieth at most. */
    private static final int LEISURE = 20;

    private final StockLedger ledger;
    private final BooksCheck check;
    private final Verdicts verdicts;
    private final BooksProperties properties;
    private final Clock clock;
    private volatile double findings;

    CheckLoop(
            StockLedger ledger,
            BooksCheck check,
            Verdicts verdicts,
            BooksProperties properties,
            Clock clock,
            MeterRegistry meters) {
        super("books-check", Duration.ofSeconds(2));
        this.ledger = ledger;
        this.check = check;
        this.verdicts = verdicts;
        this.properties = properties;
        this.clock = clock;
        Gauge.builder("stampede.books.findings", this, loop -> loop.findings)
                .description("Rules of the books that are broken, over all offers")
                .register(meters);
    }

    @Override
    protected void turn() {
        var now = clock.instant();
        var watched = ledger.sales(now.plus(properties.warmUpBefore()), now.minus(properties.watchAfterEnd())).stream()
                .map(SaleTerms::offer)
                .toList();
        verdicts.claim(watched, now, properties.checkEvery()).forEach(this::check);
        findings = verdicts.broken(now.minus(properties.checkEvery().multipliedBy(TOLD_FOR)));
    }

    void check(OfferId offer) {
        try {
            var began = System.nanoTime();
            var report = check.check(offer);
            verdicts.save(report);
            var pause = pause(report.agree() && report.quiet(), Duration.ofNanos(System.nanoTime() - began));
            verdicts.putOff(offer, report.at().plus(pause));
            if (report.verdict() == BooksReport.Verdict.BROKEN) {
                log.error("The books of offer {} do not agree: {}", offer, report.failing());
            }
        } catch (DataAccessException away) {
            log.warn("The books of offer {} were not checked: {}", offer, away.getMessage());
        }
    }

    /** How long an offer is left alone after a check. */
    Duration pause(boolean atRest, Duration took) {
        var leisure = took.multipliedBy(LEISURE);
        var pause = leisure.compareTo(properties.checkEvery()) > 0 ? leisure : properties.checkEvery();
        return pause.multipliedBy(atRest ? AT_REST : 1);
    }
}
