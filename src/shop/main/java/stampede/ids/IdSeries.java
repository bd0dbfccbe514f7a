package stampede.ids;

import io.hypersistence.tsid.TSID;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The ids made under one lease of a node number. Asks no server; threads share one short lock inside the library.
 *
 * <p>When the clock steps back a little, ids go on from the newest instant they have reached. When it steps back further
 * than patience allows, the series is over, for its ids would lie about their time.
 */
final class IdSeries {

    private static final int NODE_BITS = 10;

    private final TSID.Factory factory;
    private final Clock clock;
    private final long patienceMillis;
    private final AtomicLong newestMillis;
    private volatile NodeLease lease;

    IdSeries(NodeLease lease, Clock clock, Duration patience) {
        this.lease = lease;
        this.clock = clock;
        this.patienceMillis = patience.toMillis();
        this.newestMillis = new AtomicLong(clock.millis());
        this.factory = TSID.Factory.builder()
                .withNodeBits(NODE_BITS)
                .withNode(lease.node())
                .withClock(clock)
                .build();
    }

    /** @throws IdsUnavailable if the lease has run out or the clock has stepped back too far */
    long next() {
        refuseWithoutLeaseAt(clock.millis());
        if (hasLostItsClock()) {
            throw new IdsUnavailable("The clock stepped back by more than " + patienceMillis + " ms");
        }
        var id = factory.generate().toLong();
        var madeAt = SnowflakeIds.epochMillisOf(id);
        remember(madeAt);
        refuseWithoutLeaseAt(madeAt);
        return id;
    }

    /** Whether the clock is further behind the newest id than patience allows. */
    boolean hasLostItsClock() {
        return newestMillis.get() - clock.millis() > patienceMillis;
    }

    NodeLease lease() {
        return lease;
    }

    void prolong(NodeLease renewed) {
        lease = renewed;
    }

    private void refuseWithoutLeaseAt(long millis) {
        if (millis > lease.untilMillis()) {
            throw new IdsUnavailable("The lease on node number " + lease.node() + " has run out");
        }
    }

    private void remember(long madeAt) {
        if (madeAt > newestMillis.get()) {
            newestMillis.accumulateAndGet(madeAt, Math::max);
        }
    }
}
