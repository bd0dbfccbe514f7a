package stampede.security;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;
import stampede.refusal.RetryAfter;
import stampede.signin.AccountStateUnknown;
import stampede.token.SignIn;

/** Reads the cookie of each request to the pages, error pages and asynchronous answers included, and asks whether it is still good. */
final class PageCookieFilter extends OncePerRequestFilter {

    private final PageCookies cookies;

    PageCookieFilter(PageCookies cookies) {
        this.cookies = cookies;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            signIn(request, response)
                    .map(AccountAuthentication::new)
                    .ifPresent(known -> SecurityContextHolder.setContext(new SecurityContextImpl(known)));
        } catch (AccountStateUnknown databaseAway) {
            if (request.getDispatcherType() != DispatcherType.ERROR) {
                RetryAfter.write(RetryAfter.DEFAULT, response);
                response.sendError(HttpStatus.SERVICE_UNAVAILABLE.value());
                return;
            }
        }
        chain.doFilter(request, response);
    }

    private Optional<SignIn> signIn(HttpServletRequest request, HttpServletResponse response) {
        var content = cookies.read(request);
        var current = content.flatMap(cookies::current);
        if (content.isPresent() && asksForPage(request)) {
            current.ifPresentOrElse(
                    signIn -> {
                        if (cookies.isDueForRenewal(content.get())) {
                            cookies.renew(signIn, response);
                        }
                    },
                    () -> cookies.forget(response));
        }
        return current;
    }

    /** Only pages get a new cookie: an answer that caches may keep must never carry one. */
    private static boolean asksForPage(HttpServletRequest request) {
        var accepted = Optional.ofNullable(request.getHeader(HttpHeaders.ACCEPT));
        return request.getDispatcherType() == DispatcherType.REQUEST
                && accepted.filter(types -> types.contains(MediaType.TEXT_HTML_VALUE))
                        .isPresent();
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    @Override
    protected boolean shouldNotFilterErrorDispatch() {
        return false;
    }
}
