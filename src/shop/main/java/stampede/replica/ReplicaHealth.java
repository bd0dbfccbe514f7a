package stampede.replica;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;

/** The component {@code replica} of health. A node without it works as well: the primary answers, and the health of all stays what it is. */
class ReplicaHealth implements HealthIndicator {

    private static final Status OLD = new Status("OLD");
    private static final Status SILENT = new Status("SILENT");

    private final ReplicaAge age;

    ReplicaHealth(ReplicaAge age) {
        this.age = age;
    }

    @Override
    public Health health() {
        return Health.status(age.isSilent() ? SILENT : age.asOf().isPresent() ? Status.UP : OLD)
                .withDetail("seconds", age.seconds())
                .withDetail("most", age.most().toSeconds())
                .build();
    }
}
