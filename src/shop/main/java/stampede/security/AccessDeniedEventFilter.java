package stampede.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.account.SignedIn;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;

/** Tells of every 403 on what is the staff's, whoever gave it: rules of access, forged forms, or a controller. */
final class AccessDeniedEventFilter extends OncePerRequestFilter {

    private static final Pattern STAFF = Pattern.compile("/(?:console|actuator|api/(?:[^/]+/)?ops)(?:/.*)?");

    private final SecurityEvents events;

    AccessDeniedEventFilter(SecurityEvents events) {
        this.events = events;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        chain.doFilter(request, response);
        if (response.getStatus() == HttpStatus.FORBIDDEN.value()
                && STAFF.matcher(request.getRequestURI()).matches()) {
            tell(request);
        }
    }

    private void tell(HttpServletRequest request) {
        var account = account();
        events.write(
                SecurityEvent.ACCESS_DENIED,
                Map.of(
                        "method", request.getMethod(),
                        "path", request.getRequestURI(),
                        "account", account.map(known -> known.id().toString()).orElse("none"),
                        "role", account.map(known -> known.role().name()).orElse("none")));
    }

    /** A form that is not ours is refused before anybody asks who sent it. */
    static Optional<SignedIn> account() {
        return Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .map(authentication -> authentication.getPrincipal())
                .filter(SignedIn.class::isInstance)
                .map(SignedIn.class::cast);
    }
}
