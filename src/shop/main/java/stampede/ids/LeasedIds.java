package stampede.ids;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

/** Makes ids under a node number that it leases at start, renews every few seconds, and changes when it must. */
@Component
class LeasedIds implements Ids {

    private static final Logger log = LoggerFactory.getLogger(LeasedIds.class);

    private final NodeLeaseRepository leases;
    private final Clock clock;
    private final Duration patience;
    private volatile IdSeries series;

    LeasedIds(NodeLeaseRepository leases, Clock clock, IdsProperties properties) {
        this.leases = leases;
        this.clock = clock;
        this.patience = properties.patience();
        this.series = newSeries();
    }

    @Override
    public long next() {
        return series.next();
    }

    /** Without the database the node makes ids until its lease ends. */
    @Scheduled(fixedDelay = 10, initialDelay = 10, timeUnit = TimeUnit.SECONDS)
    void keepLease() {
        try {
            if (series.hasLostItsClock()) {
                changeNumber("the clock stepped back");
                return;
            }
            leases.renew(series.lease())
                    .ifPresentOrElse(series::prolong, () -> changeNumber("the lease went to another node"));
        } catch (DataAccessException unreachable) {
            log.warn("Node number {} not renewed: {}", series.lease().node(), unreachable.getMessage());
        }
    }

    /** A number without a past: whatever the clock did, no id was made under it at this time. */
    private void changeNumber(String why) {
        var former = series.lease().node();
        series = newSeries();
        log.warn(
                "Node number {} given up for {}, because {}",
                former,
                series.lease().node(),
                why);
    }

    private IdSeries newSeries() {
        return new IdSeries(leases.claim(), clock, patience);
    }
}
