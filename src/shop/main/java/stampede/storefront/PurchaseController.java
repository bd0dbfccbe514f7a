package stampede.storefront;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.Orders;
import stampede.purchase.PurchaseId;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseProgress.Placed;
import stampede.purchase.PurchaseProgress.Refused;
import stampede.purchase.PurchaseProgress.Reserved;
import stampede.purchase.Purchases;
import stampede.ratelimit.ClientAddress;

/** The place in the queue, until it turns into an order or a no. */
@Controller
class PurchaseController {

    /** How often the page reloads itself where there is no JavaScript. */
    private static final int REFRESH_SECONDS = 2;

    private final Purchases purchases;
    private final Orders orders;
    private final PurchaseEventStream watch;
    private final OfferCards offerCards;

    PurchaseController(Purchases purchases, Orders orders, PurchaseEventStream watch, OfferCards offerCards) {
        this.purchases = purchases;
        this.orders = orders;
        this.watch = watch;
        this.offerCards = offerCards;
    }

    @GetMapping("/purchases/{purchase}")
    String purchase(@CurrentAccount SignedIn account, @PathVariable PurchaseId purchase, Model model) {
        show(account, purchase, model);
        return "storefront/purchase";
    }

    /** What replaces the place in the queue. */
    @GetMapping(
            path = "/purchases/{purchase}",
            headers = {"HX-Request", "!HX-History-Restore-Request"})
    String progress(@CurrentAccount SignedIn account, @PathVariable PurchaseId purchase, Model model) {
        show(account, purchase, model);
        return "storefront/purchase :: progress";
    }

    /** Tells the place, then that it is over. 503 if too many are watching, here or of this shopper: the page then polls. */
    @GetMapping(path = "/purchases/{purchase}/events", produces = MediaType.TEXT_EVENT_STREAM_VALUE)
    ResponseEntity<SseEmitter> events(
            @CurrentAccount SignedIn account, @PathVariable PurchaseId purchase, HttpServletRequest request) {
        var address = ClientAddress.network(request.getRemoteAddr());
        return watch.enter(account.id(), address)
                .map(seat -> watch.watch(seat, purchase, () -> progress(account, purchase)))
                .map(emitter ->
                        ResponseEntity.ok().header("X-Accel-Buffering", "no").body(emitter))
                .orElseGet(() ->
                        ResponseEntity.status(HttpStatus.SERVICE_UNAVAILABLE).build());
    }

    private void show(SignedIn account, PurchaseId purchase, Model model) {
        model.addAttribute("purchase", purchase);
        offerCards.card(purchase.offer()).ifPresent(card -> model.addAttribute("card", card));
        var progress = progress(account, purchase);
        if (progress instanceof Placed placed) {
            orders.find(account.id(), placed.order())
                    .ifPresentOrElse(
                            order -> model.addAttribute("order", order),
                            () -> showQueue(new Reserved(Optional.empty()), model));
        } else if (progress instanceof Refused refused) {
            model.addAttribute("refusal", refused.reason());
        } else {
            showQueue((Reserved) progress, model);
        }
    }

    private static void showQueue(Reserved reserved, Model model) {
        model.addAttribute("queued", reserved);
        model.addAttribute("refreshSeconds", REFRESH_SECONDS);
    }

    private PurchaseProgress progress(SignedIn account, PurchaseId purchase) {
        return purchases.progress(account.id(), purchase).orElseThrow(PageNotFound::new);
    }
}
