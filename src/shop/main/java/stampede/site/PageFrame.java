package stampede.site;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.i18n.LocaleContextHolder;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import stampede.account.Duty;
import stampede.account.Role;
import stampede.account.SignedIn;

/** What the frame around every page needs to know; {@code page} in templates. */
@Component
class PageFrame {

    private static final Set<Integer> WITH_WORDS = Set.of(400, 401, 403, 404, 405, 413, 415, 421, 429, 500, 503);

    private final ShopTimes times;
    private final ShopNotice notice;
    private final String publicUrl;

    PageFrame(ShopTimes times, ShopNotice notice, @Value("${stampede.payment.public-url:}") String publicUrl) {
        this.times = times;
        this.notice = notice;
        this.publicUrl = publicUrl.replaceAll("/+$", "");
    }

    public Optional<SignedIn> account() {
        var authentication = SecurityContextHolder.getContext().getAuthentication();
        return Optional.ofNullable(authentication)
                .map(known -> known.getPrincipal())
                .filter(SignedIn.class::isInstance)
                .map(SignedIn.class::cast);
    }

    /** Whether they have the duty of this name; buttons that may not be pressed are not shown. */
    public boolean may(String duty) {
        return account().filter(account -> account.may(Duty.valueOf(duty))).isPresent();
    }

    public boolean isSeller() {
        return account().filter(account -> account.role() == Role.SELLER).isPresent();
    }

    public boolean isOperator() {
        return account().filter(account -> account.role() == Role.OPERATOR).isPresent();
    }

    /** The server's clock in epoch milliseconds, for countdowns. */
    public long now() {
        return times.now().toEpochMilli();
    }

    /** What the shop has to say to everybody; not on the console's pages. */
    public Optional<String> notice() {
        return request().getRequestURI().startsWith("/console")
                ? Optional.empty()
                : notice.in(LocaleContextHolder.getLocale().getLanguage());
    }

    /**
     * Whether the page tells a shopper what waits for them. That of a purchase or of an order is what waits.
     */
    public boolean waits() {
        var path = request().getRequestURI();
        return account().filter(account -> account.role() == Role.SHOPPER).isPresent()
                && !path.startsWith("/purchases/")
                && !path.startsWith("/orders/");
    }

    /** Whether the page is one of operators or sellers, who have a search of their own. */
    public boolean isDesk() {
        var path = request().getRequestURI();
        return path.startsWith("/console") || path.startsWith("/seller");
    }

    /** An address for others than this browser; a path only where nobody said how the shop is reached. */
    public String absolute(String path) {
        return publicUrl + path;
    }

    /** Whether htmx asks for a piece of a page. */
    public boolean isPiece() {
        return request().getHeader("HX-Request") != null;
    }

    /** The words there are for an answer's status: its own, or those of its hundred. */
    public int errorKey(int status) {
        return WITH_WORDS.contains(status) ? status : status / 100 == 4 ? 400 : 500;
    }

    /** A link to this page in another language, relative to it. What else its address says stays as it was written. */
    public String inLanguage(String tag) {
        return with("lang", tag);
    }

    /** The colours that were chosen, as {@code data-theme}; null if they are the device's. */
    public @Nullable String theme() {
        var theme = Theme.of(request());
        return theme == Theme.AUTO ? null : theme.tag();
    }

    public List<Theme> themes() {
        return List.of(Theme.values());
    }

    public boolean isIn(Theme theme) {
        return Theme.of(request()) == theme;
    }

    /** A link to this page in other colours. */
    public String inTheme(Theme theme) {
        return with(Theme.NAME, theme.tag());
    }

    private static String with(String name, String value) {
        var others = without(name, request());
        return (others.isEmpty() ? "?" : others + "&") + name + "=" + value;
    }

    /** The query of an address without a parameter, from its question mark on; empty if nothing else is there. */
    static String without(String name, HttpServletRequest request) {
        var others = Stream.ofNullable(request.getQueryString())
                .flatMap(query -> Stream.of(query.split("&")))
                .filter(parameter -> !parameter.isEmpty() && !parameter.startsWith(name + "="))
                .collect(Collectors.joining("&"));
        return others.isEmpty() ? "" : "?" + others;
    }

    private static HttpServletRequest request() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }
}
