package stampede.replica;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.web.servlet.HandlerInterceptor;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/**
 * Lets pages of the console and of sellers come from the replica, unless whoever asks has just changed something there: a cookie says so
 * to every node, for as long as the replica may be old. It has no value to be believed; all it can do is to have the primary asked.
 */
class ReplicaInterceptor implements WebMvcConfigurer, HandlerInterceptor {

    static final String COOKIE = "acted";

    /** The cookie is given before the act, which takes a moment. */
    private static final Duration ACT = Duration.ofSeconds(5);

    private static final Set<String> READS = Set.of("GET", "HEAD");
    private static final String CONSOLE = "/console";
    private static final String SELLER = "/seller";

    private final Duration kept;

    /** @param most how old the replica may be */
    ReplicaInterceptor(Duration most) {
        this.kept = most.plus(ACT);
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
        registry.addInterceptor(this).addPathPatterns(CONSOLE, CONSOLE + "/**", SELLER, SELLER + "/**");
    }

    @Override
    public boolean preHandle(HttpServletRequest request, HttpServletResponse response, Object handler) {
        if (!READS.contains(request.getMethod())) {
            remember(request, response);
        } else if (!hasActed(request)) {
            ReplicaRequest.allow(request);
        }
        return true;
    }

    private void remember(HttpServletRequest request, HttpServletResponse response) {
        var cookie = ResponseCookie.from(COOKIE, "1")
                .httpOnly(true)
                .secure(request.isSecure())
                .sameSite("Lax")
                .path(request.getRequestURI().startsWith(CONSOLE) ? CONSOLE : SELLER)
                .maxAge(kept)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    private static boolean hasActed(HttpServletRequest request) {
        var cookies = request.getCookies();
        return cookies != null
                && Arrays.stream(cookies).anyMatch(cookie -> cookie.getName().equals(COOKIE));
    }
}
