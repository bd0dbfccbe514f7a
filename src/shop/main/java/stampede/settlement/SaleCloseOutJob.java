package stampede.settlement;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.books.BooksReport;
import stampede.books.SaleWatchProperties;
import stampede.catalog.OfferId;
import stampede.counter.CounterCloser;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Closes out sales some minutes after they end. Those whose books do not agree are tried again, and counted for the alarm. */
@Component
@OnRole(NodeRole.WORKER)
class SaleCloseOutJob {

    private static final Logger log = LoggerFactory.getLogger(SaleCloseOutJob.class);
    private static final int MOST = 200;
    private static final Duration PAUSE_AFTER_FAILURE = Duration.ofSeconds(30);

    private final CounterCloser stock;
    private final SaleCloseOut closeOut;
    private final SaleWatchProperties watch;
    private final Clock clock;
    private final Map<OfferId, Instant> notBefore = new ConcurrentHashMap<>();
    private volatile double unsettled;

    SaleCloseOutJob(
            CounterCloser stock, SaleCloseOut closeOut, SaleWatchProperties watch, Clock clock, MeterRegistry meters) {
        this.stock = stock;
        this.closeOut = closeOut;
        this.watch = watch;
        this.clock = clock;
        Gauge.builder("stampede.books.unsettled", this, loop -> loop.unsettled)
                .description("Sales that ended so long ago that they ought to be settled, and are not")
                .register(meters);
    }

    @Scheduled(fixedDelay = 5, timeUnit = TimeUnit.SECONDS)
    void turn() {
        var now = clock.instant();
        var endedBefore = now.minus(watch.settleAfter());
        notBefore.values().removeIf(now::isAfter);
        stock.due(endedBefore, MOST).stream()
                .filter(offer -> !notBefore.containsKey(offer))
                .forEach(offer -> closeOut(offer, now));
        stock.toDrop(MOST).forEach(this::drop);
        unsettled = stock.countDue(endedBefore);
    }

    /** One that cannot be closed out does not hold up the others, and is not tried all the time. */
    private void closeOut(OfferId offer, Instant now) {
        try {
            if (closeOut.closeOut(offer) == BooksReport.Verdict.AGREE) {
                return;
            }
        } catch (DataAccessException | IllegalStateException failure) {
            log.atWarn()
                    .addKeyValue("offer", offer)
                    .log("Offer {} was not closed out: {}", offer, failure.getMessage());
        }
        notBefore.put(offer, now.plus(PAUSE_AFTER_FAILURE));
    }

    private void drop(OfferId offer) {
        try {
            stock.drop(offer);
        } catch (DataAccessException away) {
            log.atWarn()
                    .addKeyValue("offer", offer)
                    .log("Offer {} is closed out but still in Redis: {}", offer, away.getMessage());
        }
    }
}
