package stampede.audit;

import java.time.Clock;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Makes audit logs for tests that run without the shop's beans. */
public final class AuditLogs {

    private AuditLogs() {}

    public static AuditLog on(JdbcClient sql, Clock clock) {
        return new AuditLog(sql, clock);
    }
}
