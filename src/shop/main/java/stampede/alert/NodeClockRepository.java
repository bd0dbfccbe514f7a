package stampede.alert;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** What nodes told of their clocks in the table {@code alert_count}; one on which alerts are switched off tells nothing. */
@Repository
public class NodeClockRepository {

    private static final int MOST_NODES = 1_000;

    private final JdbcClient sql;

    public NodeClockRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** How far, in milliseconds, the clock of each node was away from the servers' when it last said so since then, to ten seconds. */
    public Map<String, Double> since(Instant then) {
        var clocks = new LinkedHashMap<String, Double>();
        sql.sql("select node, clock_ms from alert_count where slot_ms > :then order by slot_ms limit :most")
                .param("then", then.toEpochMilli())
                .param("most", MOST_NODES)
                .query(row -> {
                    clocks.put(row.getString("node"), row.getDouble("clock_ms"));
                });
        return clocks;
    }
}
