package stampede.api;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.api.problem.ApiPaths;

/** Notes where the API's requests come from, in the eyes of the shop. */
@Component
@Order(Ordered.HIGHEST_PRECEDENCE)
class ApiCallers extends OncePerRequestFilter {

    private final Set<String> addresses = ConcurrentHashMap.newKeySet();

    Set<String> addresses() {
        return Set.copyOf(addresses);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (ApiPaths.contain(request.getRequestURI())) {
            addresses.add(request.getRemoteAddr());
        }
        chain.doFilter(request, response);
    }
}
