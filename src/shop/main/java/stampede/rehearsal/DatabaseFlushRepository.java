package stampede.rehearsal;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;

/** What the database does with its log when a transaction commits. */
@Component
class DatabaseFlushRepository {

    private final JdbcClient sql;

    DatabaseFlushRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Its setting {@code innodb_flush_log_at_trx_commit}, which every user may read. */
    String atEachCommit() {
        return sql.sql("select @@global.innodb_flush_log_at_trx_commit")
                .query(String.class)
                .single();
    }
}
