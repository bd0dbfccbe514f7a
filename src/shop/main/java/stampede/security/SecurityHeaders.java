package stampede.security;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.util.LinkedHashMap;
import java.util.Map;
import org.springframework.http.HttpHeaders;
import org.springframework.security.web.header.HeaderWriter;
import org.springframework.stereotype.Component;
import stampede.account.AccountProperties;

/**
 * The security headers of every answer. Spring Security writes it for most requests; those that are answered before it is asked write
 * it themselves.
 */
@Component
public class SecurityHeaders implements HeaderWriter {

    /** Everything comes from the shop itself; nothing runs or is styled from within a page. */
    private static final String CONTENT_POLICY = "default-src 'self'; img-src 'self' data:; object-src 'none'; "
            + "base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

    private final Map<String, String> headers = new LinkedHashMap<>();

    SecurityHeaders(AccountProperties properties) {
        headers.put("X-Content-Type-Options", "nosniff");
        headers.put("X-XSS-Protection", "0");
        headers.put("X-Frame-Options", "DENY");
        headers.put("Content-Security-Policy", CONTENT_POLICY);
        headers.put("Referrer-Policy", "same-origin");
        if (properties.secure()) {
            headers.put("Strict-Transport-Security", "max-age=31536000 ; includeSubDomains");
        }
    }

    @Override
    public void writeHeaders(HttpServletRequest request, HttpServletResponse response) {
        write(response);
    }

    public void write(HttpServletResponse response) {
        headers.forEach(response::setHeader);
    }

    /** For answers that are one shopper's own. Where Spring Security is asked, it says so of whatever does not say otherwise. */
    public void forbidKeeping(HttpServletResponse response) {
        response.setHeader(HttpHeaders.CACHE_CONTROL, "no-cache, no-store, max-age=0, must-revalidate");
        response.setHeader(HttpHeaders.PRAGMA, "no-cache");
        response.setHeader(HttpHeaders.EXPIRES, "0");
    }
}
