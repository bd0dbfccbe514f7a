package stampede.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import stampede.support.Trace;

class SecurityEventsTests {

    private final SecurityEvents events = SecurityLog.events();
    private final SecurityLog log = SecurityLog.open();

    @AfterEach
    void close() {
        log.close();
        RequestContextHolder.resetRequestAttributes();
    }

    @Test
    void writesOneLineWithAddressTraceAndFactsButNoUsername() {
        from("203.0.113.7");
        var step = Trace.begin().open();

        events.write(SecurityEvent.SIGN_IN_FAILED, "Alice", Map.of("reason", "BAD_CREDENTIALS"));

        assertThat(log.of(SecurityEvent.SIGN_IN_FAILED))
                .containsExactly("event=SIGN_IN_FAILED address=203.0.113.7 reason=BAD_CREDENTIALS user="
                        + events.hashOf("alice") + " trace="
                        + Trace.current().orElseThrow().id());
        step.close();
    }

    @Test
    void cannotBeMadeToWriteASecondLineOrAnotherValue() {
        events.write(
                SecurityEvent.ACCESS_DENIED, Map.of("path", "/console\nevent=SIGN_IN user=root " + "x".repeat(500)));

        assertThat(log.of(SecurityEvent.ACCESS_DENIED)).singleElement().satisfies(line -> {
            assertThat(line).doesNotContain("\n", " user", "event=SIGN_IN");
            assertThat(line.length()).isLessThan(300);
        });
    }

    @Test
    void boundsTheLinesOfAnAddressAndOfAllAndSaysHowManyAreMissing() {
        for (var i = 0; i < 1_000; i++) {
            from("203.0.113.7");
            events.write(SecurityEvent.SIGN_IN_FAILED, "name" + i, Map.of());
        }
        assertThat(log.of(SecurityEvent.SIGN_IN_FAILED))
                .hasSizeBetween(
                        SecurityEvents.LINES_PER_MINUTE_AND_ADDRESS, SecurityEvents.LINES_PER_MINUTE_AND_ADDRESS + 10);

        from("203.0.113.8");
        events.write(SecurityEvent.SIGN_IN_FAILED, "name", Map.of());
        var lines = log.of(SecurityEvent.SIGN_IN_FAILED);
        assertThat(lines.get(lines.size() - 1)).contains("address=203.0.113.8").contains("left_out=9");

        for (var i = 0; i < 1_000; i++) {
            from("198.51.100." + i % 250);
            events.write(SecurityEvent.SIGN_IN_FAILED, "name" + i, Map.of());
        }
        assertThat(log.of(SecurityEvent.SIGN_IN_FAILED).size()).isLessThan(SecurityEvents.LINES_PER_MINUTE + 50);

        events.write(SecurityEvent.SIGN_IN, "root", Map.of("role", "OPERATOR"));
        assertThat(log.of(SecurityEvent.SIGN_IN))
                .as("another event has lines of its own")
                .hasSize(1);
    }

    private static void from(String address) {
        var request = new MockHttpServletRequest();
        request.setRemoteAddr(address);
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request));
    }
}
