package stampede.task.testing;

import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;

/**
 * Puts the engine of a test on a clock that the test moves: {@code @Import(VirtualTime.class)}, inject {@link VirtualClock},
 * and {@code clock.advance(ofMinutes(5))} makes due what is to run within five minutes. Broker and database are real; only the
 * delays wait in the outbox rather than in lanes, because the broker has a clock of its own.
 */
@TestConfiguration(proxyBeanMethods = false)
@Import(ClockedEngine.class)
public class VirtualTime {

    @Bean
    @Primary
    VirtualClock virtualClock() {
        return VirtualClock.running();
    }
}
