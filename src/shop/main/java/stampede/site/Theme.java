package stampede.site;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Locale;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;

/** The colours that pages are shown in: what the reader's device prefers, unless they chose. */
public enum Theme {
    AUTO("sun-moon"),
    LIGHT("sun"),
    DARK("moon");

    /** The cookie that keeps which one was chosen, and the parameter that chooses. */
    static final String NAME = "theme";

    private static final String ATTRIBUTE = Theme.class.getName();
    private static final Duration KEPT = Duration.ofDays(365);

    private final String icon;

    Theme(String icon) {
        this.icon = icon;
    }

    /** Whether it is the name of the cookie that keeps which one was chosen. */
    public static boolean isCookie(String name) {
        return name.equals(NAME);
    }

    /** The one that was chosen. It stays with the request, so that what is made for everybody knows it without a cookie. */
    public static Theme of(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Theme known) {
            return known;
        }
        var chosen = inCookie(request);
        chosen.keepWith(request);
        return chosen;
    }

    /** Lets {@link #of} find this one with a request that has no cookies. */
    public void keepWith(HttpServletRequest request) {
        request.setAttribute(ATTRIBUTE, this);
    }

    /** What is no theme's name is the device's preference. */
    static Theme named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "light" -> LIGHT;
            case "dark" -> DARK;
            default -> AUTO;
        };
    }

    /** As links and style sheets have it. */
    public String tag() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its picture in the sheet of icons. */
    public String icon() {
        return icon;
    }

    /** From now on, for this browser. */
    void choose(HttpServletResponse response, boolean secure) {
        var cookie = ResponseCookie.from(NAME, this == AUTO ? "" : tag())
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .path("/")
                .maxAge(this == AUTO ? Duration.ZERO : KEPT)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    private static Theme inCookie(HttpServletRequest request) {
        var cookies = request.getCookies();
        if (cookies != null) {
            for (var cookie : cookies) {
                if (isCookie(cookie.getName())) {
                    return named(cookie.getValue());
                }
            }
        }
        return AUTO;
    }
}
