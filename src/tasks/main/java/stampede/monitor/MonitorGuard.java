package stampede.monitor;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerInterceptor;

/**
 * Lets nobody into the monitor to whom the application did not open it, and nobody act from a page of another site. It knows the monitor
 * by its controllers rather than by the path, so that no other mapping of theirs is a way around it.
 */
final class MonitorGuard implements HandlerInterceptor {

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");

    private final List<MonitorAccess> rules;

    MonitorGuard(List<MonitorAccess> rules) {
        this.rules = List.copyOf(rules);
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler)
            throws IOException {
        if (!isOfTheMonitor(handler) || isAllowed(request)) {
            return true;
        }
        response.sendError(HttpServletResponse.SC_FORBIDDEN);
        return false;
    }

    boolean mayAct(HttpServletRequest request) {
        return rules.stream().anyMatch(rule -> rule.mayAct(request));
    }

    private boolean isAllowed(HttpServletRequest request) {
        return mayRead(request)
                && (READING.contains(request.getMethod()) || (mayAct(request) && SameOrigin.sent(request)));
    }

    private boolean mayRead(HttpServletRequest request) {
        return rules.stream().anyMatch(rule -> rule.mayRead(request));
    }

    private static boolean isOfTheMonitor(Object handler) {
        return handler instanceof HandlerMethod method
                && method.getBeanType().getPackage().equals(MonitorGuard.class.getPackage());
    }
}
