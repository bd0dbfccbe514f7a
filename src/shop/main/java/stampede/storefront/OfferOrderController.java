package stampede.storefront;

import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Orders;

/** What the shopper has of an offer, for its page, which is the same for everybody. */
@Controller
class OfferOrderController {

    private final Orders orders;
    private final Catalog catalog;

    OfferOrderController(Orders orders, Catalog catalog) {
        this.orders = orders;
        this.catalog = catalog;
    }

    /** The order that waits for its payment, or else the newest; 204 if there is none. */
    @GetMapping("/account/offers/{offer}")
    ModelAndView mine(@CurrentAccount SignedIn account, @PathVariable OfferId offer, Model model) {
        var held = account.role() == Role.SHOPPER ? orders.held(account.id(), offer) : List.<Order>of();
        var toPay = held.stream()
                .filter(order -> order.status() == OrderStatus.AWAITING_PAYMENT)
                .findFirst();
        var shown = toPay.or(() -> newest(held));
        if (shown.isEmpty()) {
            return Redirects.nothingNew();
        }
        model.addAttribute("order", shown.get());
        model.addAttribute("toPay", toPay.isPresent());
        model.addAttribute("isAll", isAll(offer, held));
        return new ModelAndView("storefront/mine :: mine", HttpStatus.OK);
    }

    /** Whether the shopper may not have one more. Where that is not known they may press, and are told. */
    private boolean isAll(OfferId id, List<Order> held) {
        return catalog.offer(id)
                .filter(offer -> held.stream().mapToInt(Order::units).sum() >= offer.limitPerShopper())
                .isPresent();
    }

    /** One that is being closed or paid back is not theirs to have. */
    private static Optional<Order> newest(List<Order> held) {
        return held.stream()
                .filter(order -> switch (order.status()) {
                    case PAID, SHIPPED, FINISHED -> true;
                    case AWAITING_PAYMENT, CLOSING, CLOSED, REFUNDING, REFUNDED, REJECTED, ABANDONED -> false;
                })
                .findFirst();
    }
}
