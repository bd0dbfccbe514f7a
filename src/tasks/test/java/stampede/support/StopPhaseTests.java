package stampede.support;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.context.SmartLifecycle;

class StopPhaseTests {

    @Test
    void countsAsSpringDoes() {
        assertThat(StopPhase.LOOPS.value()).isEqualTo(SmartLifecycle.DEFAULT_PHASE);
        assertThat(StopPhase.REQUESTS.value()).isEqualTo(WebServerApplicationContext.GRACEFUL_SHUTDOWN_PHASE);
        assertThat(StopPhase.WEB_SERVER.value()).isEqualTo(WebServerApplicationContext.START_STOP_LIFECYCLE_PHASE);
    }
}
