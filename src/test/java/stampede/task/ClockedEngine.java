package stampede.task;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import stampede.task.testing.VirtualClock;

/** The engine without lanes, so that a test's clock rules every delay; imported by {@code VirtualTime}. */
@TestConfiguration(proxyBeanMethods = false)
public class ClockedEngine {

    @Bean
    @Primary
    Lanes noLanes(
            TaskProperties properties,
            TaskRegistry registry,
            ObjectProvider<DelayLane> declared,
            QueueNames names,
            VirtualClock clock,
            RelaySignal relay) {
        clock.onAdvance(relay::wake);
        return new NoLanes(properties, registry, declared, names);
    }

    /** What goes into a lane elsewhere arrives early here, and is then put into the outbox until it is due. */
    private static final class NoLanes extends Lanes {

        NoLanes(
                TaskProperties properties,
                TaskRegistry registry,
                ObjectProvider<DelayLane> declared,
                QueueNames names) {
            super(properties, registry, declared, names);
        }

        @Override
        Collection<Duration> all() {
            return List.of();
        }

        @Override
        boolean has(Duration delay) {
            return false;
        }

        @Override
        Route route(Duration delay, String queue) {
            return direct(queue);
        }
    }
}
