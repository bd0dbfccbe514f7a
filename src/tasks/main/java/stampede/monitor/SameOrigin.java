package stampede.monitor;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Set;

/**
 * Whether a form comes from a page of the application itself. Browsers say so and let no page say otherwise: {@code Sec-Fetch-Site} over
 * TLS and on the own machine, {@code Origin} everywhere. Whoever sends neither is no browser, and no foreign page can make it send anything.
 */
final class SameOrigin {

    /** {@code none} is a person's own doing, such as a form that is loaded again. */
    private static final Set<String> OWN = Set.of("same-origin", "none");

    private SameOrigin() {}

    static boolean sent(HttpServletRequest request) {
        var site = request.getHeader("Sec-Fetch-Site");
        if (site != null) {
            return OWN.contains(site);
        }
        var origin = request.getHeader("Origin");
        return origin == null || isOwn(origin, request);
    }

    /** The scheme may be another: a proxy may have ended TLS. */
    private static boolean isOwn(String origin, HttpServletRequest request) {
        var begin = origin.indexOf("://");
        var host = begin < 0 ? origin : origin.substring(begin + 3);
        return host.equalsIgnoreCase(request.getHeader("Host"))
                || host.equalsIgnoreCase(request.getServerName())
                || host.equalsIgnoreCase(request.getServerName() + ":" + request.getServerPort());
    }
}
