package stampede.task.testing;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import stampede.task.DelayLane;
import stampede.task.TaskProperties;
import stampede.task.broker.DelayLanes;
import stampede.task.broker.Route;
import stampede.task.handler.TaskRegistry;
import stampede.task.outbox.RelaySignal;
import stampede.task.spi.QueueNames;

/** The engine without lanes, so that a test's clock rules every delay; imported by {@code VirtualTime}. */
@TestConfiguration(proxyBeanMethods = false)
public class ClockedEngine {

    @Bean
    @Primary
    DelayLanes noLanes(
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
    private static final class NoLanes extends DelayLanes {

        NoLanes(
                TaskProperties properties,
                TaskRegistry registry,
                ObjectProvider<DelayLane> declared,
                QueueNames names) {
            super(properties, registry, declared, names);
        }

        @Override
        public Collection<Duration> all() {
            return List.of();
        }

        @Override
        public boolean has(Duration delay) {
            return false;
        }

        @Override
        public Route route(Duration delay, String queue) {
            return direct(queue);
        }
    }
}
