package stampede.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;
import stampede.account.AccountProperties;
import stampede.catalog.OfferId;

/** Ticket and pass of a waiting room in the browser, sent back to the pages of their offer alone. Another account can do nothing with them. */
@Component
public class RoomCookies {

    private static final String TICKET = "ticket-";
    private static final String PASS = "pass-";

    /** As long as Redis keeps a room that nobody writes to. */
    private static final Duration TICKET_KEPT = Duration.ofDays(2);

    private final boolean secure;

    RoomCookies(AccountProperties account) {
        this.secure = account.secure();
    }

    /** Blank if there is none. */
    public static String pass(HttpServletRequest request, OfferId offer) {
        return read(request, PASS + offer);
    }

    /** Blank if there is none. */
    public static String ticket(HttpServletRequest request, OfferId offer) {
        return read(request, TICKET + offer);
    }

    /** For as long as somebody may wait. */
    public void keepTicket(HttpServletResponse response, OfferId offer, String ticket) {
        write(response, TICKET + offer, offer, ticket, TICKET_KEPT);
    }

    /** For as long as it is good. */
    public void keepPass(HttpServletResponse response, OfferId offer, String pass, Duration life) {
        write(response, PASS + offer, offer, pass, life);
    }

    private static String read(HttpServletRequest request, String name) {
        return Optional.ofNullable(WebUtils.getCookie(request, name))
                .map(cookie -> cookie.getValue())
                .orElse("");
    }

    private void write(HttpServletResponse response, String name, OfferId offer, String value, Duration life) {
        var cookie = ResponseCookie.from(name, value)
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .path("/offers/" + offer)
                .maxAge(life)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }
}
