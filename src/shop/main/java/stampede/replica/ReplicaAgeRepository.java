package stampede.replica;

import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;

/** What the replica says of nodes: each writes down every two seconds, in the primary, when it was. */
final class ReplicaAgeRepository {

    private final JdbcClient replica;
    private final String engine;

    ReplicaAgeRepository(JdbcClient replica, String engine) {
        this.replica = replica;
        this.engine = engine;
    }

    /** The newest word of a node; empty if there is none. */
    Optional<Instant> newest() {
        return replica.sql("select coalesce(max(seen_ms), 0) from task_node where prefix = :engine")
                .param("engine", engine)
                .query(Long.class)
                .optional()
                .filter(millis -> millis > 0)
                .map(Instant::ofEpochMilli);
    }
}
