package stampede.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.security.autoconfigure.actuate.web.servlet.EndpointRequest;
import org.springframework.http.HttpHeaders;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.security.web.util.matcher.RequestMatcher;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.audit.SecurityEvent;
import stampede.audit.SecurityEvents;

/**
 * Lets programs that know the management token look at figures and health, and at nothing else. Where a request came from does
 * not count: a proxy on the same machine passes on those of strangers.
 */
final class ManagementTokenFilter extends OncePerRequestFilter {

    static final String ROLE = "MANAGEMENT";

    private static final String BEARER = "Bearer ";

    private final RequestMatcher endpoints = EndpointRequest.toAnyEndpoint();
    private final byte[] token;
    private final SecurityEvents events;

    ManagementTokenFilter(ManagementProperties properties, SecurityEvents events) {
        this.token = properties.token().getBytes(StandardCharsets.UTF_8);
        this.events = events;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        tokenOf(request).filter(any -> endpoints.matches(request)).ifPresent(this::admit);
        chain.doFilter(request, response);
    }

    private static Optional<String> tokenOf(HttpServletRequest request) {
        return Optional.ofNullable(request.getHeader(HttpHeaders.AUTHORIZATION))
                .filter(header -> header.startsWith(BEARER))
                .map(header -> header.substring(BEARER.length()));
    }

    /** A wrong token is as good as none. */
    private void admit(String given) {
        if (token.length > 0 && MessageDigest.isEqual(token, given.getBytes(StandardCharsets.UTF_8))) {
            var program = UsernamePasswordAuthenticationToken.authenticated(
                    "management", "", List.of(new SimpleGrantedAuthority("ROLE_" + ROLE)));
            SecurityContextHolder.setContext(new SecurityContextImpl(program));
        } else {
            events.write(SecurityEvent.MANAGEMENT_TOKEN_WRONG, Map.of());
        }
    }
}
