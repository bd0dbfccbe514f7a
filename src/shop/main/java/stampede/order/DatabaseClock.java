package stampede.order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** The database's clock: the one by which orders expire, so that the clocks of nodes do not matter. */
@Component
class DatabaseClock {

    /** Now, in epoch milliseconds, whatever the time zone of the session. */
    static final String NOW_MS = "(timestampdiff(microsecond, '1970-01-01', utc_timestamp(3)) div 1000)";

    private final JdbcClient jdbc;

    DatabaseClock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    long nowMs() {
        return jdbc.sql("select " + NOW_MS).query(Long.class).single();
    }
}
