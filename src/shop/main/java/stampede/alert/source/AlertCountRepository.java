package stampede.alert.source;

import java.time.Instant;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The table {@code alert_count}: a row for each node and each ten seconds. */
@Repository
class AlertCountRepository {

    static final long SLOT_MILLIS = 10_000;

    private final JdbcClient sql;

    AlertCountRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Adds what a node counted since it last did. */
    void add(String node, Instant at, ClusterCounts counts, double clockMillis) {
        sql.sql("""
                insert into alert_count (slot_ms, node, done, deaths, placed, rejected, abandoned, commits, delay_ms, clock_ms)
                values (:slot, :node, :done, :deaths, :placed, :rejected, :abandoned, :commits, :delay, :clock)
                    on duplicate key update done = done + values(done), deaths = deaths + values(deaths),
                       placed = placed + values(placed), rejected = rejected + values(rejected),
                       abandoned = abandoned + values(abandoned), commits = commits + values(commits),
                       delay_ms = delay_ms + values(delay_ms), clock_ms = values(clock_ms)
                """)
                .param("slot", slot(at))
                .param("node", node)
                .param("done", counts.done())
                .param("deaths", counts.deaths())
                .param("placed", counts.placed())
                .param("rejected", counts.rejected())
                .param("abandoned", counts.abandoned())
                .param("commits", counts.commits())
                .param("delay", counts.delayMillis())
                .param("clock", clockMillis)
                .update();
    }

    /** The sums over all nodes of what was counted since then, to ten seconds. */
    ClusterCounts since(Instant then) {
        return sql.sql("""
                        select coalesce(sum(done), 0) as done, coalesce(sum(deaths), 0) as deaths,
                               coalesce(sum(placed), 0) as placed, coalesce(sum(rejected), 0) as rejected,
                               coalesce(sum(abandoned), 0) as abandoned, coalesce(sum(commits), 0) as commits,
                               coalesce(sum(delay_ms), 0) as delay
                          from alert_count where slot_ms > :then
                        """)
                .param("then", slot(then))
                .query((row, number) -> new ClusterCounts(
                        row.getLong("done"),
                        row.getLong("deaths"),
                        row.getLong("placed"),
                        row.getLong("rejected"),
                        row.getLong("abandoned"),
                        row.getLong("commits"),
                        row.getDouble("delay")))
                .single();
    }

    /** Deletes what no rule asks for any more. */
    void deleteBefore(Instant then) {
        sql.sql("delete from alert_count where slot_ms < :then")
                .param("then", slot(then))
                .update();
    }

    private static long slot(Instant at) {
        return at.toEpochMilli() / SLOT_MILLIS * SLOT_MILLIS;
    }
}
