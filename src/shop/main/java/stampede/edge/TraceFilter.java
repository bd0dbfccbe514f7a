package stampede.edge;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.support.Trace;

/**
 * Makes each request a trace of its own. What a stranger calls a trace would be found in the shop's log and messages beside what is not
 * theirs, so it is gone on with only where a proxy is trusted to have written it.
 */
@Component
@ConditionalOnWebApplication
@Order(Ordered.HIGHEST_PRECEDENCE)
class TraceFilter extends OncePerRequestFilter {

    private final boolean trusting;

    TraceFilter(EdgeProperties properties) {
        this.trusting = properties.trustTrace();
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var step = traceOf(request).open();
        try {
            chain.doFilter(request, response);
        } finally {
            step.close();
        }
    }

    private Trace traceOf(HttpServletRequest request) {
        return trusting
                ? Trace.read(request.getHeader(Trace.PARENT_HEADER), request.getHeader(Trace.STATE_HEADER))
                        .map(Trace::next)
                        .orElseGet(Trace::begin)
                : Trace.begin();
    }
}
