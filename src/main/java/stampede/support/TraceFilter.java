package stampede.support;

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

/** Makes each request a step of the trace that its caller named, or of a new one. */
@Component
@ConditionalOnWebApplication
@Order(Ordered.HIGHEST_PRECEDENCE)
class TraceFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        var trace = Trace.read(request.getHeader(Trace.PARENT_HEADER), request.getHeader(Trace.STATE_HEADER))
                .map(Trace::next)
                .orElseGet(Trace::begin);
        var step = trace.open();
        try {
            chain.doFilter(request, response);
        } finally {
            step.close();
        }
    }
}
