package stampede.site;

import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.LocaleResolver;

/**
 * All that an answer which is the same for everybody may depend on.
 *
 * @param path as it was sent
 * @param query as it was sent
 * @param language of the answer
 * @param piece whether htmx asks for a piece of the page
 */
record SharedRequest(String path, String query, Locale language, boolean piece) {

    /** Empty if the answer may depend on anything else, such as who asks. */
    static Optional<SharedRequest> of(HttpServletRequest request, LocaleResolver languages) {
        if (!isPlain(request)) {
            return Optional.empty();
        }
        var asked = new SharedRequest(
                request.getRequestURI(),
                Optional.ofNullable(request.getQueryString()).orElse(""),
                languages.resolveLocale(request),
                isForPiece(request));
        return asked.isForAll() || isFromNobody(request) ? Optional.of(asked) : Optional.empty();
    }

    /** Choosing a language leaves a cookie, and whoever names a version or a part of a file does not want all of it. */
    private static boolean isPlain(HttpServletRequest request) {
        var query = request.getQueryString();
        var accepted = request.getHeader(HttpHeaders.ACCEPT);
        return "GET".equals(request.getMethod())
                && (query == null || !query.contains("lang="))
                && (accepted == null || accepted.contains("*/*"))
                && request.getHeader(HttpHeaders.IF_MODIFIED_SINCE) == null
                && request.getHeader(HttpHeaders.IF_NONE_MATCH) == null
                && request.getHeader(HttpHeaders.RANGE) == null;
    }

    private static boolean isForPiece(HttpServletRequest request) {
        return request.getHeader("HX-Request") != null && request.getHeader("HX-History-Restore-Request") == null;
    }

    /** Files, figures and what tabs load show nobody's name, whoever asks. */
    private boolean isForAll() {
        var end = path.substring(path.lastIndexOf('/'));
        return end.contains(".") || end.equals("/stock") || (piece && path.startsWith("/slots/"));
    }

    private static boolean isFromNobody(HttpServletRequest request) {
        return request.getHeader(HttpHeaders.AUTHORIZATION) == null
                && Stream.ofNullable(request.getCookies())
                        .flatMap(Stream::of)
                        .map(Cookie::getName)
                        .allMatch(LanguageConfiguration.COOKIE::equals);
    }
}
