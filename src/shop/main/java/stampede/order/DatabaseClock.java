package stampede.order;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.support.clock.DatabaseTime;

/** The database's clock: the one by which orders expire, so that the clocks of nodes do not matter. */
@Component
class DatabaseClock {

    private final JdbcClient jdbc;

    DatabaseClock(JdbcClient jdbc) {
        this.jdbc = jdbc;
    }

    /** Now, in epoch milliseconds. */
    long nowMs() {
        return DatabaseTime.nowMs(jdbc);
    }
}
