package stampede.storefront;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.order.Order;
import stampede.order.Orders;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress.Reserved;
import stampede.purchase.Purchases;

/** What waits for the shopper, for the bar below the head of every page: so that nobody loses the thread who closed a tab. */
@Controller
class WaitingController {

    private static final int MOST = 10;

    /** The list of orders has those to be paid; the bar above it has what is no order yet. */
    private static final String LIST_OF_ORDERS = "/orders";

    private final Purchases purchases;
    private final Orders orders;
    private final OfferCards offerCards;
    private final PurchaseCookie cookie;
    private final ReminderBar reminderBar;

    WaitingController(
            Purchases purchases, Orders orders, OfferCards offerCards, PurchaseCookie cookie, ReminderBar reminderBar) {
        this.purchases = purchases;
        this.orders = orders;
        this.offerCards = offerCards;
        this.cookie = cookie;
        this.reminderBar = reminderBar;
    }

    /** The bar, or 204 if it is as the page shows it. */
    @GetMapping("/account/waiting")
    ModelAndView waiting(
            @CurrentAccount SignedIn account,
            @RequestParam(defaultValue = "") String seen,
            @RequestHeader(name = "HX-Current-URL", defaultValue = "") String page,
            HttpServletRequest request,
            HttpServletResponse response,
            Model model) {
        var isList = path(page).equals(LIST_OF_ORDERS);
        var waiting =
                account.role() == Role.SHOPPER ? find(account, isList, request, response) : List.<WaitingPurchase>of();
        var told = account.role() == Role.SHOPPER ? reminderBar.of(account.id()) : ReminderBar.News.NOTHING;
        var now = waiting.isEmpty() && told.isNothing()
                ? ""
                : Integer.toHexString(31 * waiting.hashCode() + told.hashCode());
        if (seen.equals(now)) {
            return Redirects.nothingNew();
        }
        model.addAttribute(
                "waiting", isList ? waiting : waiting.stream().limit(1).toList());
        model.addAttribute("more", isList ? 0 : Math.max(0, waiting.size() - 1));
        model.addAttribute("told", told);
        model.addAttribute("seen", now);
        return new ModelAndView("storefront/waiting :: bar", HttpStatus.OK);
    }

    private List<WaitingPurchase> find(
            SignedIn account, boolean isList, HttpServletRequest request, HttpServletResponse response) {
        var waiting = new ArrayList<WaitingPurchase>();
        var known = cookie.read(request);
        var queued = new ArrayList<PurchaseId>();
        for (var purchase : known) {
            if (purchases.progress(account.id(), purchase).orElse(null) instanceof Reserved reserved) {
                queued.add(purchase);
                waiting.add(new WaitingPurchase(
                        "/purchases/" + purchase,
                        offerCards.card(purchase.offer()).map(OfferCard::offer),
                        reserved.place(),
                        Optional.empty(),
                        Optional.empty()));
            }
        }
        if (queued.size() < known.size()) {
            cookie.write(queued, response);
        }
        if (!isList) {
            orders.unpaid(account.id(), MOST).forEach(order -> waiting.add(toPay(order)));
        }
        return waiting;
    }

    /** Empty if it cannot be read. */
    private static String path(String url) {
        try {
            return Objects.requireNonNullElse(URI.create(url).getPath(), "");
        } catch (IllegalArgumentException unreadable) {
            return "";
        }
    }

    private WaitingPurchase toPay(Order order) {
        return new WaitingPurchase(
                "/orders/" + order.id(),
                offerCards.card(order.offer()).map(OfferCard::offer),
                Optional.empty(),
                Optional.of(order.payBy()),
                Optional.of(order.total().toString()));
    }
}
