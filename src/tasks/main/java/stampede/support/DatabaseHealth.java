package stampede.support;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.dao.DataAccessException;

/** The component {@code taskDatabase} of health: whether the database takes writes. Spring Boot's {@code db} is content with a read. */
class DatabaseHealth implements HealthIndicator {

    private final DatabaseProbe probe;

    DatabaseHealth(DatabaseProbe probe) {
        this.probe = probe;
    }

    @Override
    public Health health() {
        try {
            probe.write();
            return Health.up().build();
        } catch (DataAccessException failure) {
            var reason = DatabaseProbe.isReadOnly(failure) ? "The database is read-only" : "The database is away";
            return Health.down().withDetail("reason", reason).build();
        }
    }
}
