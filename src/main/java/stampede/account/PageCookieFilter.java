package stampede.account;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.web.filter.OncePerRequestFilter;

/** Reads the cookie of each request to the pages, error pages and asynchronous answers included. */
final class PageCookieFilter extends OncePerRequestFilter {

    private final PageCookies cookies;

    PageCookieFilter(PageCookies cookies) {
        this.cookies = cookies;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        signedIn(request, response)
                .map(AccountAuthentication::new)
                .ifPresent(authentication -> SecurityContextHolder.setContext(new SecurityContextImpl(authentication)));
        chain.doFilter(request, response);
    }

    private Optional<SignedIn> signedIn(HttpServletRequest request, HttpServletResponse response) {
        return cookies.read(request).flatMap(token -> {
            var account = SignedTokens.accountIn(token);
            return asksForPage(request) && cookies.isDueForRecheck(token)
                    ? cookies.recheck(account, response)
                    : Optional.of(account);
        });
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
