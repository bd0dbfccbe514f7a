package stampede.monitor;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.Principal;
import org.jspecify.annotations.Nullable;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.util.WebUtils;

/** Believes what a cookie says of somebody's role, as a container would after a sign-in. */
final class RoleByCookie extends OncePerRequestFilter {

    static final String COOKIE = "role";

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        var cookie = WebUtils.getCookie(request, COOKIE);
        chain.doFilter(cookie == null ? request : new Known(request, cookie.getValue()), response);
    }

    private static final class Known extends HttpServletRequestWrapper {

        private final String role;

        Known(HttpServletRequest request, String role) {
            super(request);
            this.role = role;
        }

        @Override
        public boolean isUserInRole(@Nullable String asked) {
            return role.equals(asked);
        }

        @Override
        public Principal getUserPrincipal() {
            return () -> "a " + role;
        }
    }
}
