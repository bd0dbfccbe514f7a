package stampede.edge;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.web.servlet.LocaleResolver;
import stampede.site.Language;
import stampede.site.Theme;

/**
 * All that an answer which is the same for everybody may depend on.
 *
 * @param path as it was sent
 * @param parameters those that pages know, as the address writes them; all others are left out, so that nobody makes a page anew by inventing some
 * @param language of the answer
 * @param theme of the answer, if it is a whole page
 * @param piece whether htmx asks for a piece of the page
 */
record PublicResponseKey(String path, Map<String, String> parameters, Locale language, Theme theme, boolean piece) {

    /** Says which figures a page has. It decides whether the answer is sent, not what is in it. */
    static final String SEEN = "seen";

    private static final String DATE = "date";
    private static final String PAGE = "page";
    private static final String SIZE = "size";

    /** Of a ticket, on the page that checks a draw. */
    private static final String NUMBER = "number";

    private static final Pattern DRAWN = Pattern.compile("/pictures/.+/.*");
    private static final Pattern PAGE_PATH = Pattern.compile("/|/(slots|offers)/[0-9]{1,19}");
    private static final Pattern PLAIN_VALUE = Pattern.compile("[0-9-]{1,10}");

    /** The page on which words are looked for, and what else it is asked. */
    private static final String SEARCH = "/search";

    private static final Set<String> OF_SEARCH = Set.of("q", "is", "under", "category", "sort");

    /** As an address holds it: fifty signs of three bytes each. What is longer is answered, but not kept. */
    private static final Pattern WORDS = Pattern.compile("(?:[\\w.*~+-]|%[0-9A-Fa-f]{2}){0,450}");

    /** Empty if the answer may depend on anything else, such as who asks. */
    static Optional<PublicResponseKey> of(HttpServletRequest request, LocaleResolver languages) {
        return read(request, languages)
                .filter(asked -> asked.isForAll() || isFromNobody(request))
                .map(asked -> asked.isForAll() ? asked.inAnyColours() : asked);
    }

    /** Of a whole page with a menu, whoever asks for it; empty if it is none, or may depend on more than this and its reader. */
    static Optional<PublicResponseKey> ofPage(HttpServletRequest request, LocaleResolver languages) {
        return PAGE_PATH.matcher(request.getRequestURI()).matches()
                ? read(request, languages).filter(asked -> !asked.piece())
                : Optional.empty();
    }

    /** The pages of one kind, as Spring MVC would name them. */
    String pattern() {
        return path.equals("/") ? path : path.startsWith("/slots/") ? "/slots/{slot}" : "/offers/{offer}";
    }

    private static Optional<PublicResponseKey> read(HttpServletRequest request, LocaleResolver languages) {
        if (!isForWholePublicAnswer(request)) {
            return Optional.empty();
        }
        var searches = request.getRequestURI().equals(SEARCH);
        var parameters = parameters(request.getQueryString(), searches);
        for (var value : parameters.values()) {
            if (!(searches ? WORDS : PLAIN_VALUE).matcher(value).matches()) {
                return Optional.empty();
            }
        }
        return Optional.of(new PublicResponseKey(
                request.getRequestURI(),
                parameters,
                languages.resolveLocale(request),
                Theme.of(request),
                isForPiece(request)));
    }

    private PublicResponseKey inAnyColours() {
        return new PublicResponseKey(path, parameters, language, Theme.AUTO, piece);
    }

    /** What the page that asks has seen, or an empty text. */
    static String seen(HttpServletRequest request) {
        return parts(request.getQueryString())
                .filter(part -> part.startsWith(SEEN + "="))
                .map(part -> part.substring(SEEN.length() + 1))
                .findFirst()
                .orElse("");
    }

    /** The first value of each that is known counts. */
    private static Map<String, String> parameters(@Nullable String query, boolean searches) {
        if (query == null) {
            return Map.of();
        }
        var known = new TreeMap<String, String>();
        parts(query).forEach(part -> {
            var equals = part.indexOf('=');
            var name = equals < 0 ? part : part.substring(0, equals);
            if (name.equals(DATE)
                    || name.equals(PAGE)
                    || name.equals(SIZE)
                    || name.equals(NUMBER)
                    || (searches && OF_SEARCH.contains(name))) {
                known.putIfAbsent(name, equals < 0 ? "" : part.substring(equals + 1));
            }
        });
        return known;
    }

    private static Stream<String> parts(@Nullable String query) {
        return query == null ? Stream.empty() : Stream.of(query.split("&"));
    }

    /**
     * Choosing a language or colours leaves a cookie, and a conditional or range request does not want the whole file. What the shop
     * drew is in memory already.
     */
    private static boolean isForWholePublicAnswer(HttpServletRequest request) {
        var query = request.getQueryString();
        var accepted = request.getHeader(HttpHeaders.ACCEPT);
        return "GET".equals(request.getMethod())
                && !DRAWN.matcher(request.getRequestURI()).matches()
                && (query == null || (!query.contains("lang=") && !query.contains("theme=")))
                && (accepted == null || accepted.contains("*/*"))
                && request.getHeader(HttpHeaders.IF_MODIFIED_SINCE) == null
                && request.getHeader(HttpHeaders.IF_NONE_MATCH) == null
                && request.getHeader(HttpHeaders.RANGE) == null;
    }

    private static boolean isForPiece(HttpServletRequest request) {
        return request.getHeader("HX-Request") != null && request.getHeader("HX-History-Restore-Request") == null;
    }

    /** Files, figures and what tabs load are the same for all accounts. */
    private boolean isForAll() {
        var end = path.substring(path.lastIndexOf('/'));
        return end.contains(".")
                || end.equals("/stock")
                || (piece && (path.startsWith("/slots/") || path.equals(SEARCH)));
    }

    /** Each request comes here, so it is without streams, which would be most of what it allocates. */
    private static boolean isFromNobody(HttpServletRequest request) {
        if (request.getHeader(HttpHeaders.AUTHORIZATION) != null) {
            return false;
        }
        var cookies = request.getCookies();
        if (cookies != null) {
            for (var cookie : cookies) {
                if (!Language.isCookie(cookie.getName()) && !Theme.isCookie(cookie.getName())) {
                    return false;
                }
            }
        }
        return true;
    }
}
