package stampede.task.attempt;

import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;

/** The component {@code lostTaskThreads} of health: a node with many lost threads says that it is not well, so that it is started anew. */
final class LostThreadsHealth implements HealthIndicator {

    private static final int TOO_MANY = 10;

    private final LostThreads threads;

    LostThreadsHealth(LostThreads threads) {
        this.threads = threads;
    }

    @Override
    public Health health() {
        var lost = threads.count();
        return (lost < TOO_MANY ? Health.up() : Health.down())
                .withDetail("lost", lost)
                .build();
    }
}
