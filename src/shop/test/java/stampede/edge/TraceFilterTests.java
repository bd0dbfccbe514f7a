package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.FilterChain;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.support.Trace;

class TraceFilterTests {

    private static final String STRANGERS = "4bf92f3577b34da6a3ce929d0e0e4736";

    @Test
    void beginsAStrangersTraceAnew() throws Exception {
        var trace = traceBehind(false);

        assertThat(trace.id()).isNotEqualTo(STRANGERS);
        assertThat(trace.state()).isEmpty();
    }

    @Test
    void goesOnWithTheTraceOfATrustedProxy() throws Exception {
        var trace = traceBehind(true);

        assertThat(trace.id()).isEqualTo(STRANGERS);
        assertThat(trace.state()).isEqualTo("vendor=1");
    }

    private static Trace traceBehind(boolean trusting) throws Exception {
        var request = new MockHttpServletRequest();
        request.addHeader(Trace.PARENT_HEADER, "00-" + STRANGERS + "-00f067aa0ba902b7-01");
        request.addHeader(Trace.STATE_HEADER, "vendor=1");
        var seen = new AtomicReference<Trace>();
        FilterChain chain = (asked, answer) -> seen.set(Trace.current().orElseThrow());

        new TraceFilter(new EdgeProperties(65_536, Set.of(), Duration.ZERO, trusting))
                .doFilter(request, new MockHttpServletResponse(), chain);

        assertThat(Trace.current()).isEmpty();
        return Objects.requireNonNull(seen.get());
    }
}
