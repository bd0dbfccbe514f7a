package stampede.ids;

import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.support.clock.DatabaseTime;

/**
 * Leases node numbers in the table {@code node_lease}.
 *
 * <p>A lease ends at an instant that neither the database's clock nor the node's had reached when it was given. The holder
 * makes no id later than that, and the next holder waits until both clocks are past it, and a quarantine on top. So two
 * nodes never make ids of the same millisecond under the same number, however wrong their clocks are.
 */
@Component
class NodeLeaseRepository {

    private static final int TRIES = 50;

    private final JdbcClient jdbc;
    private final Clock clock;
    private final Duration lease;
    private final Duration quarantine;
    private final NodeNumbers numbers;

    NodeLeaseRepository(JdbcClient jdbc, Clock clock, IdsProperties properties) {
        this.jdbc = jdbc;
        this.clock = clock;
        this.lease = properties.lease();
        this.quarantine = properties.quarantine();
        this.numbers = properties.nodes();
    }

    /**
     * Takes a number that nobody has: one never used before if there is, else the one that has rested longest.
     *
     * @throws IdsUnavailable if all are taken or resting
     */
    NodeLease claim() {
        for (var attempt = 0; attempt < TRIES; attempt++) {
            var claimed = tryToClaim(UUID.randomUUID().toString());
            if (claimed.isPresent()) {
                return claimed.get();
            }
        }
        throw new IdsUnavailable("Every node number of " + numbers + " (stampede.ids.nodes) is on lease or rests");
    }

    /** Prolongs the lease, or answers nothing if it has gone to somebody else. */
    Optional<NodeLease> renew(NodeLease held) {
        var renewed = held.until(fromNow());
        var rows = jdbc.sql("update node_lease set expires_ms = :until where node_id = :node and owner = :owner")
                .param("until", renewed.untilMillis())
                .param("node", held.node())
                .param("owner", held.owner())
                .update();
        return rows == 1 ? Optional.of(renewed) : Optional.empty();
    }

    private Optional<NodeLease> tryToClaim(String owner) {
        var held = held();
        var free = numbers.all().filter(node -> !held.containsKey(node)).toArray();
        if (free.length > 0) {
            return insert(new NodeLease(free[ThreadLocalRandom.current().nextInt(free.length)], owner, fromNow()));
        }
        var latest = Math.min(DatabaseTime.nowMs(jdbc), clock.millis()) - quarantine.toMillis();
        return held.values().stream()
                .min(Comparator.comparingLong(NodeLease::untilMillis))
                .filter(rested -> rested.untilMillis() < latest)
                .flatMap(rested -> takeOver(rested, owner));
    }

    private Map<Integer, NodeLease> held() {
        List<NodeLease> rows = jdbc.sql("select node_id as node, owner, expires_ms as until_millis from node_lease")
                .query(NodeLease.class)
                .list();
        return rows.stream()
                .filter(row -> numbers.have(row.node()))
                .collect(Collectors.toMap(NodeLease::node, Function.identity()));
    }

    private Optional<NodeLease> insert(NodeLease claimed) {
        try {
            jdbc.sql("insert into node_lease (node_id, owner, expires_ms) values (:node, :owner, :until)")
                    .param("node", claimed.node())
                    .param("owner", claimed.owner())
                    .param("until", claimed.untilMillis())
                    .update();
            return Optional.of(claimed);
        } catch (DuplicateKeyException quicker) {
            return Optional.empty();
        }
    }

    private Optional<NodeLease> takeOver(NodeLease rested, String owner) {
        var claimed = new NodeLease(rested.node(), owner, fromNow());
        var rows = jdbc.sql("""
                        update node_lease set owner = :owner, expires_ms = :until
                         where node_id = :node and owner = :former and expires_ms = :rested
                        """)
                .param("owner", owner)
                .param("until", claimed.untilMillis())
                .param("node", rested.node())
                .param("former", rested.owner())
                .param("rested", rested.untilMillis())
                .update();
        return rows == 1 ? Optional.of(claimed) : Optional.empty();
    }

    private long fromNow() {
        return Math.max(DatabaseTime.nowMs(jdbc), clock.millis()) + lease.toMillis();
    }
}
