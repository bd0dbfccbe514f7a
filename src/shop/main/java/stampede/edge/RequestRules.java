package stampede.edge;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.http.HttpServletRequest;
import java.io.UnsupportedEncodingException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.util.UriUtils;
import stampede.security.Uploads;

/**
 * How every request must be written. Nothing here reads a body, but that of a form, whose length is
 * known or bounded by the container; that of an upload is read once it is known who sends it.
 */
final class RequestRules {

    private static final String ERROR_PAGE = "/error";

    /** What a decoder puts where the bytes are no text. */
    private static final char REPLACEMENT = '\uFFFD';

    private static final String FORM = MediaType.APPLICATION_FORM_URLENCODED_VALUE;

    /** Alipay's reports are judged by what stands in the body; to look for fields would read it away. */
    private static final String READ_BY_ITS_HANDLER = "/payments/alipay/notify";

    private final int longestBody;
    private final long longestUpload;
    private final Set<String> hosts;

    /**
     * @param longestBody in bytes
     * @param longestUpload in bytes, with what is around the files
     * @param hosts names of the shop; if there are none, any will do
     */
    RequestRules(int longestBody, long longestUpload, Collection<String> hosts) {
        this.longestBody = longestBody;
        this.longestUpload = longestUpload;
        this.hosts = hosts.stream()
                .map(host -> host.strip().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Why it goes no further, as a status of the 400s; empty if it may. */
    Optional<HttpStatus> refusal(HttpServletRequest request) {
        if (request.getContentLengthLong() > longestBody(request)) {
            return Optional.of(HttpStatus.CONTENT_TOO_LARGE);
        }
        if (!isForThisShop(request)) {
            return Optional.of(HttpStatus.MISDIRECTED_REQUEST);
        }
        if (request.getDispatcherType() == DispatcherType.REQUEST && ERROR_PAGE.equals(request.getServletPath())) {
            return Optional.of(HttpStatus.NOT_FOUND);
        }
        var type = request.getContentType();
        if (type != null && !isOneType(type, request)) {
            return Optional.of(HttpStatus.UNSUPPORTED_MEDIA_TYPE);
        }
        return isDecodable(request.getRequestURI())
                ? malformedParameters(request)
                : Optional.of(HttpStatus.BAD_REQUEST);
    }

    private static boolean isReadByItsHandler(String path) {
        return path.equals(READ_BY_ITS_HANDLER) || path.startsWith(READ_BY_ITS_HANDLER + "/");
    }

    /** How long its body may be, in bytes. */
    long longestBody(HttpServletRequest request) {
        return Uploads.is(request) ? longestUpload : longestBody;
    }

    /** Whether an error page about it may read parameters. Those of an upload are in a body that perhaps nobody has read. */
    static boolean hasReadableParameters(HttpServletRequest request) {
        if (Uploads.is(request)) {
            return false;
        }
        try {
            request.getParameterMap();
            return true;
        } catch (IllegalStateException | IllegalArgumentException malformed) {
            return false;
        }
    }

    /** The IP address that was called is allowed as well: health checks use no host name. */
    private boolean isForThisShop(HttpServletRequest request) {
        var host = request.getServerName();
        return hosts.isEmpty()
                || hosts.contains(host.toLowerCase(Locale.ROOT))
                || host.replace("[", "").replace("]", "").equals(request.getLocalAddr());
    }

    /** Few pages and few parts of the API take files, and the type of a body is no pattern. */
    private static boolean isOneType(String text, HttpServletRequest request) {
        try {
            var type = MediaType.parseMediaType(text);
            return type.isConcrete() && (!type.getType().equals("multipart") || Uploads.is(request));
        } catch (InvalidMediaTypeException none) {
            return false;
        }
    }

    /** Found here, once: behind this everybody may look for a parameter and be sure of an answer. */
    private Optional<HttpStatus> malformedParameters(HttpServletRequest request) {
        if (request.getQueryString() == null && !isForm(request)) {
            return Optional.empty();
        }
        if (Uploads.is(request) || (isReadByItsHandler(request.getServletPath()) && isForm(request))) {
            return isReadable(request.getQueryString()) ? Optional.empty() : Optional.of(HttpStatus.BAD_REQUEST);
        }
        try {
            // Whoever reads parameters first decides for all; a browser does not say that its forms are UTF-8.
            request.setCharacterEncoding(StandardCharsets.UTF_8.name());
            request.getParameterMap();
            return Optional.empty();
        } catch (UnsupportedEncodingException impossible) {
            throw new IllegalStateException(impossible);
        } catch (InvalidParameterException malformed) {
            return Optional.of(
                    malformed.getErrorCode() == HttpStatus.CONTENT_TOO_LARGE.value()
                            ? HttpStatus.CONTENT_TOO_LARGE
                            : HttpStatus.BAD_REQUEST);
        } catch (IllegalStateException | IllegalArgumentException malformed) {
            return Optional.of(HttpStatus.BAD_REQUEST);
        }
    }

    /** Whether all its parameters can be read. */
    private static boolean isReadable(@Nullable String query) {
        return query == null || isDecodable(query);
    }

    /** The container decodes a path without what stands in it behind a semicolon, and leaves that to Spring. */
    private static boolean isDecodable(String encoded) {
        try {
            return UriUtils.decode(encoded, StandardCharsets.UTF_8).indexOf(REPLACEMENT) < 0;
        } catch (IllegalArgumentException malformed) {
            return false;
        }
    }

    private static boolean isForm(HttpServletRequest request) {
        var type = request.getContentType();
        return HttpMethod.POST.name().equals(request.getMethod())
                && type != null
                && type.regionMatches(true, 0, FORM, 0, FORM.length());
    }
}
