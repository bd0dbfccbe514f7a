package stampede.desk;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import org.thymeleaf.spring6.view.ThymeleafViewResolver;
import stampede.replica.Replica;

/** What the frame around the desk's pages needs to know; {@code desk} in templates. */
@Component
class DeskFrame {

    private static final String CLOSED_GROUPS = "desk-closed";

    private final MoneyPlace place;
    private final Replica replica;

    DeskFrame(ThymeleafViewResolver views, @Value("${stampede.alipay.gateway}") URI gateway, Replica replica) {
        this.replica = replica;
        this.place = MoneyPlace.of(gateway);
        views.addStaticVariable("desk", this);
    }

    public List<DeskGroup> groups() {
        return List.of(DeskGroup.values());
    }

    /** The pages of a group, in order. */
    public List<DeskPage> pages(DeskGroup group) {
        return Arrays.stream(DeskPage.values())
                .filter(page -> page.group() == group)
                .toList();
    }

    public MoneyPlace place() {
        return place;
    }

    /** How old what the page shows may be, in whole seconds; empty if it is all of now. */
    public Optional<Long> age() {
        return replica.age();
    }

    /** The page of the menu that the request is for, or for something that belongs to it. */
    public Optional<DeskPage> here() {
        return DeskPage.of(request().getRequestURI());
    }

    /** Whether the request is for that page of the menu itself. */
    public boolean isAt(DeskPage page) {
        return request().getRequestURI().equals(page.path());
    }

    /** What {@code aria-current} says of a page in the menu: itself, or where the page belongs. */
    public Optional<String> current(DeskPage page) {
        return here().filter(page::equals).map(here -> isAt(here) ? "page" : "true");
    }

    public List<SellerPage> sellerPages() {
        return List.of(SellerPage.values());
    }

    /** The page of a seller's menu that the request is for, or for something that belongs to it; empty at the console. */
    public Optional<SellerPage> sellerHere() {
        return SellerPage.of(request().getRequestURI());
    }

    /** As {@link #isAt(DeskPage)}. */
    public boolean isAt(SellerPage page) {
        return request().getRequestURI().equals(page.path());
    }

    /** As {@link #current(DeskPage)}. */
    public Optional<String> current(SellerPage page) {
        return sellerHere().filter(page::equals).map(here -> isAt(here) ? "page" : "true");
    }

    /** A browser keeps which groups somebody closed, a bit each; the group of the page is open whatever it says. */
    public boolean isOpen(DeskGroup group) {
        return here().filter(page -> page.group() == group).isPresent() || (closed() & group.bit()) == 0;
    }

    private static int closed() {
        var cookies = request().getCookies();
        return cookies == null
                ? 0
                : Arrays.stream(cookies)
                        .filter(cookie -> cookie.getName().equals(CLOSED_GROUPS)
                                && cookie.getValue().matches("\\d{1,9}"))
                        .mapToInt(cookie -> Integer.parseInt(cookie.getValue()))
                        .findFirst()
                        .orElse(0);
    }

    private static HttpServletRequest request() {
        return ((ServletRequestAttributes) RequestContextHolder.currentRequestAttributes()).getRequest();
    }
}
