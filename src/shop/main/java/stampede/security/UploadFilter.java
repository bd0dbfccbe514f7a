package stampede.security;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.springframework.http.HttpStatus;
import org.springframework.security.authentication.InsufficientAuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ratelimit.AttemptRateLimiter;
import stampede.ratelimit.RateLimit;
import stampede.ratelimit.RateLimitKey;
import stampede.refusal.RetryAfter;
import stampede.signin.AccountStateUnknown;
import stampede.staff.DutyRequired;

/**
 * Lets files through from sellers, and from operators who may change what is sold. It stands in front of whatever looks for a form's token, because that reads the
 * body, and the container writes the files in it to the disk.
 */
final class UploadFilter extends OncePerRequestFilter {

    /** What an account may send in a row, also of what is refused, and then again: 200 in an hour. */
    private static final RateLimit LIMIT = new RateLimit(200, Duration.ofSeconds(18));

    private final Function<HttpServletRequest, Optional<SignedIn>> accounts;
    private final AttemptRateLimiter limiter;
    private final AuthenticationEntryPoint stranger;
    private final AccessDeniedHandler denied = new SetUpRedirect();

    /**
     * @param accounts who sends a request
     * @param limiter counts what an account sends
     * @param stranger answers those of whom nobody knows who they are
     */
    UploadFilter(
            Function<HttpServletRequest, Optional<SignedIn>> accounts,
            AttemptRateLimiter limiter,
            AuthenticationEntryPoint stranger) {
        this.accounts = accounts;
        this.limiter = limiter;
        this.stranger = stranger;
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return !Uploads.is(request);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<SignedIn> account;
        try {
            account = accounts.apply(request);
        } catch (AccountStateUnknown databaseAway) {
            RetryAfter.write(RetryAfter.DEFAULT, response);
            response.sendError(HttpStatus.SERVICE_UNAVAILABLE.value());
            return;
        }
        if (account.isEmpty()) {
            stranger.commence(request, response, new InsufficientAuthenticationException("Nobody is signed in"));
            return;
        }
        if (account.get().role() != Role.SELLER && !account.get().may(Duty.RUN)) {
            denied.handle(request, response, new DutyRequired(Duty.RUN));
            return;
        }
        var wait =
                limiter.take(List.of(new RateLimitKey("upload:" + account.get().id(), LIMIT)));
        if (wait.isPresent()) {
            RetryAfter.write(wait.get(), response);
            response.sendError(HttpStatus.TOO_MANY_REQUESTS.value());
            return;
        }
        var refusal = malformed(request);
        if (refusal.isPresent()) {
            response.sendError(refusal.get().value());
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Has the container read it all, here, so that whoever looks for a field behind this may be sure of an answer. */
    private static Optional<HttpStatus> malformed(HttpServletRequest request) {
        try {
            request.getParameterMap();
            return Optional.empty();
        } catch (InvalidParameterException malformed) {
            var isTooLong = malformed.getErrorCode() == HttpStatus.CONTENT_TOO_LARGE.value();
            return Optional.of(isTooLong ? HttpStatus.CONTENT_TOO_LARGE : HttpStatus.BAD_REQUEST);
        } catch (IllegalStateException | IllegalArgumentException malformed) {
            return Optional.of(HttpStatus.BAD_REQUEST);
        }
    }
}
