package stampede.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.stereotype.Component;
import org.springframework.web.util.WebUtils;
import stampede.account.AccountProperties;
import stampede.purchase.PurchaseId;

/**
 * What this browser bought lately, so that a closed tab loses no place in the queue. It is only a hint where to look: whose a purchase is,
 * and how it stands, is asked each time.
 */
@Component
class PurchaseCookie {

    private static final String NAME = "purchases";
    private static final int MOST = 5;

    /** Longer than an order waits for its payment; by then its place in the queue is long an order, or none. */
    private static final Duration KEPT = Duration.ofHours(1);

    private final boolean secure;

    PurchaseCookie(AccountProperties account) {
        this.secure = account.secure();
    }

    /** The newest first. Nothing of a cookie that was written by hand and cannot be read. */
    List<PurchaseId> read(HttpServletRequest request) {
        return Optional.ofNullable(WebUtils.getCookie(request, NAME)).stream()
                .flatMap(cookie -> Stream.of(cookie.getValue().split("\\.", MOST + 1)))
                .limit(MOST)
                .filter(text -> text.matches(PurchaseId.FORM))
                .flatMap(PurchaseCookie::id)
                .distinct()
                .toList();
    }

    void add(PurchaseId purchase, HttpServletRequest request, HttpServletResponse response) {
        write(
                Stream.concat(Stream.of(purchase), read(request).stream())
                        .distinct()
                        .limit(MOST)
                        .toList(),
                response);
    }

    /** Keeps only these. */
    void write(List<PurchaseId> purchases, HttpServletResponse response) {
        var cookie = ResponseCookie.from(
                        NAME, purchases.stream().map(PurchaseId::toString).collect(Collectors.joining(".")))
                .httpOnly(true)
                .secure(secure)
                .sameSite("Lax")
                .path("/")
                .maxAge(purchases.isEmpty() ? Duration.ZERO : KEPT)
                .build();
        response.addHeader(HttpHeaders.SET_COOKIE, cookie.toString());
    }

    private static Stream<PurchaseId> id(String text) {
        try {
            return Stream.of(PurchaseId.of(text));
        } catch (IllegalArgumentException tooLarge) {
            return Stream.empty();
        }
    }
}
