package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.web.util.UriComponentsBuilder;

/**
 * Sends strangers to the sign-in page, and afterwards back to what they wanted: the page they asked for, or the page with
 * the button they pressed.
 */
final class SignInRedirect implements AuthenticationEntryPoint {

    private static final String ASKED_BY_HTMX = "HX-Request";

    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException stranger)
            throws IOException {
        if (request.getHeader(ASKED_BY_HTMX) != null) {
            response.setHeader("HX-Redirect", signInPage(pageBehind(request, "HX-Current-URL")));
            response.setStatus(HttpStatus.UNAUTHORIZED.value());
            return;
        }
        response.sendRedirect(signInPage(destination(request)));
    }

    private static LocalPath destination(HttpServletRequest request) {
        if (!"GET".equals(request.getMethod())) {
            return pageBehind(request, HttpHeaders.REFERER);
        }
        var query = request.getQueryString();
        return new LocalPath(query == null ? request.getRequestURI() : request.getRequestURI() + "?" + query);
    }

    /** The page that the header names, if it is of this site. */
    private static LocalPath pageBehind(HttpServletRequest request, String header) {
        return Optional.ofNullable(request.getHeader(header))
                .flatMap(SignInRedirect::uri)
                .filter(page -> isHere(page, request))
                .map(page ->
                        page.getRawQuery() == null ? page.getRawPath() : page.getRawPath() + "?" + page.getRawQuery())
                .map(LocalPath::new)
                .orElseGet(() -> new LocalPath("/"));
    }

    private static boolean isHere(URI page, HttpServletRequest request) {
        return page.getRawPath() != null
                && String.valueOf(page.getRawAuthority()).equals(request.getHeader(HttpHeaders.HOST));
    }

    private static Optional<URI> uri(String text) {
        try {
            return Optional.of(new URI(text));
        } catch (URISyntaxException malformed) {
            return Optional.empty();
        }
    }

    private static String signInPage(LocalPath wanted) {
        return UriComponentsBuilder.fromPath("/sign-in")
                .queryParam("continue", "{wanted}")
                .encode()
                .buildAndExpand(wanted.value())
                .toUriString();
    }
}
