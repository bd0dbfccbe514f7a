package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Locale;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;

/**
 * The few places that take files. Their bodies may be as long as {@code spring.servlet.multipart.max-request-size} says, and are not
 * read before it is known that one of the staff sends them; everywhere else a file is refused unread.
 */
public final class Uploads {

    /** Where operators and sellers send pictures, and tables from pages, to. */
    private static final List<PathPatternRequestMatcher> PLACES = List.of(
            place("/api/v1/seller/pictures"),
            place("/api/v1/seller/products/*/pictures"),
            place("/api/ops/products/*/pictures"),
            place("/console/products/*/pictures"),
            place("/seller/products/*/pictures"),
            place("/console/imports"),
            place("/seller/imports"));

    /** Where other systems send tables to, which are their whole body. */
    private static final List<PathPatternRequestMatcher> TABLES =
            List.of(place("/api/v1/seller/imports"), place("/api/ops/imports"));

    private Uploads() {}

    /** Whether it brings files to where files may be brought; says nothing of who sends it. */
    public static boolean is(HttpServletRequest request) {
        return isOf(MediaType.MULTIPART_FORM_DATA_VALUE, PLACES, request) || isOf("text/csv", TABLES, request);
    }

    private static boolean isOf(String wanted, List<PathPatternRequestMatcher> places, HttpServletRequest request) {
        var type = request.getContentType();
        return HttpMethod.POST.matches(request.getMethod())
                && type != null
                && type.toLowerCase(Locale.ROOT).startsWith(wanted)
                && places.stream().anyMatch(place -> place.matches(request));
    }

    private static PathPatternRequestMatcher place(String path) {
        return PathPatternRequestMatcher.pathPattern(HttpMethod.POST, path);
    }
}
