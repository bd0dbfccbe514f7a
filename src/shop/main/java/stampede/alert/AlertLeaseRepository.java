package stampede.alert;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** The right to judge the rules, which one node has at a time. */
@Repository
class AlertLeaseRepository {

    /** As long as two turns: whoever is killed is followed by the third. */
    static final Duration HELD = Duration.ofSeconds(10);

    private final JdbcClient sql;

    AlertLeaseRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /**
     * Takes it, or keeps it for longer.
     *
     * @param patience how long after its end it is left to others
     * @return the number of this tenure; empty if somebody else has it
     */
    Optional<Long> take(String name, String holder, Instant now, Duration patience) {
        var kept = sql.sql("update alert_lease set until_ms = :until where name = :name and holder = :holder")
                .param("until", now.plus(HELD).toEpochMilli())
                .param("name", name)
                .param("holder", holder)
                .update();
        if (kept == 0) {
            sql.sql("""
                    update alert_lease set holder = :holder, fence = fence + 1, until_ms = :until
                     where name = :name and until_ms < :free
                    """)
                    .param("holder", holder)
                    .param("until", now.plus(HELD).toEpochMilli())
                    .param("name", name)
                    .param("free", now.minus(patience).toEpochMilli())
                    .update();
        }
        return sql.sql("select fence from alert_lease where name = :name and holder = :holder")
                .param("name", name)
                .param("holder", holder)
                .query(Long.class)
                .optional();
    }

    /** Whether this tenure has not ended. Within a transaction nobody else begins one until it commits. */
    boolean isHeld(String name, long fence) {
        return sql.sql("select fence from alert_lease where name = :name for update")
                        .param("name", name)
                        .query(Long.class)
                        .single()
                == fence;
    }

    /** Lets others have it at once. */
    void giveUp(String name, String holder) {
        sql.sql("update alert_lease set until_ms = 0, holder = '' where name = :name and holder = :holder")
                .param("name", name)
                .param("holder", holder)
                .update();
    }
}
