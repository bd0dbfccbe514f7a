package stampede.storefront.reminder;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.AccountId;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.order.Order;
import stampede.order.Orders;
import stampede.reminder.Reminder;
import stampede.reminder.ReminderId;
import stampede.reminder.ReminderKind;
import stampede.reminder.ReminderRefused;
import stampede.reminder.Reminders;
import stampede.security.LocalPath;
import stampede.site.ShopTimes;
import stampede.storefront.OfferCard;
import stampede.storefront.OfferCards;
import stampede.storefront.PageNotFound;
import stampede.storefront.RefusalPage;

/**
 * What a reader has of their own on the page of an offer or a slot, as a piece that the page loads and as a page for whoever has no
 * scripts: whether they are ready, their reminder, their place on the waitlist. The page itself is the same for everybody.
 */
@Controller
class ReminderController {

    private static final String OFFER = "/reminders/offers/{offer}";
    private static final String SLOT = "/reminders/slots/{slot}";
    private static final String LIST = "/account/reminders";
    private static final String PIECE = "HX-Request";

    private final Reminders reminders;
    private final OfferCards offerCards;
    private final Catalog catalog;
    private final AddressBook addressBook;
    private final Orders orders;
    private final ShopTimes times;

    ReminderController(
            Reminders reminders,
            OfferCards offerCards,
            Catalog catalog,
            AddressBook addressBook,
            Orders orders,
            ShopTimes times) {
        this.reminders = reminders;
        this.offerCards = offerCards;
        this.catalog = catalog;
        this.addressBook = addressBook;
        this.orders = orders;
        this.times = times;
    }

    @GetMapping(OFFER)
    String offer(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId offer,
            @RequestHeader(name = PIECE, defaultValue = "") String piece,
            Model model) {
        return show(offer, account, piece, model);
    }

    @PostMapping(OFFER)
    String remind(
            @CurrentAccount SignedIn account,
            @PathVariable OfferId offer,
            @RequestHeader(name = PIECE, defaultValue = "") String piece,
            HttpServletResponse response,
            Model model) {
        return act(() -> reminders.remind(account.id(), offer), offer, account, piece, response, model);
    }

    @PostMapping(OFFER + "/waitlist")
    String await(
            @CurrentAccount SignedIn account,
            @PathVariable OfferId offer,
            @RequestHeader(name = PIECE, defaultValue = "") String piece,
            HttpServletResponse response,
            Model model) {
        return act(() -> reminders.await(account.id(), offer), offer, account, piece, response, model);
    }

    @GetMapping(OFFER + "/waitlist")
    String backToOffer(@PathVariable OfferId offer) {
        return "redirect:/offers/" + offer;
    }

    @GetMapping(SLOT)
    String slot(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable SlotId slot,
            @RequestHeader(name = PIECE, defaultValue = "") String piece,
            Model model) {
        return show(slot, account, piece, model);
    }

    @PostMapping(SLOT)
    String remind(
            @CurrentAccount SignedIn account,
            @PathVariable SlotId slot,
            @RequestHeader(name = PIECE, defaultValue = "") String piece,
            HttpServletResponse response,
            Model model) {
        try {
            reminders.remind(account.id(), slot);
        } catch (ReminderRefused refused) {
            refuse(refused, piece, response, model);
            return show(slot, Optional.of(account), piece, model);
        }
        return piece.isEmpty() ? "redirect:/slots/" + slot : show(slot, Optional.of(account), piece, model);
    }

    @GetMapping(LIST)
    String list(@CurrentAccount SignedIn account, Model model) {
        model.addAttribute(
                "reminders",
                reminders.list(account.id()).stream()
                        .map(this::line)
                        .flatMap(Optional::stream)
                        .toList());
        return "storefront/reminders";
    }

    /** One that is over or was ended in another tab meanwhile is not there, and that is what was wanted. */
    @PostMapping(LIST + "/{reminder}/end")
    String end(
            @CurrentAccount SignedIn account,
            @PathVariable ReminderId reminder,
            @RequestParam(name = "continue", defaultValue = LIST) LocalPath wanted) {
        reminders.end(account.id(), reminder);
        return "redirect:" + wanted;
    }

    /** Where a reload leads. */
    @GetMapping(LIST + "/{reminder}/end")
    String backToList() {
        return "redirect:" + LIST;
    }

    private String act(
            Runnable act, OfferId offer, SignedIn account, String piece, HttpServletResponse response, Model model) {
        try {
            act.run();
        } catch (ReminderRefused refused) {
            refuse(refused, piece, response, model);
            return show(offer, Optional.of(account), piece, model);
        }
        return piece.isEmpty() ? "redirect:/offers/" + offer : show(offer, Optional.of(account), piece, model);
    }

    /** A piece is put into its page by its status, so it says no in words only. */
    private static void refuse(ReminderRefused refused, String piece, HttpServletResponse response, Model model) {
        if (piece.isEmpty()) {
            RefusalPage.show(refused, response, model);
        } else {
            model.addAttribute("refusal", refused.reason());
        }
    }

    private String show(OfferId offer, Optional<SignedIn> account, String piece, Model model) {
        var card = offerCards.card(offer).orElseThrow(() -> offerCards.notHere(offer));
        model.addAttribute("card", card);
        account.map(SignedIn::id).ifPresent(known -> show(card, known, model));
        return piece.isEmpty() ? "storefront/reminder" : "storefront/reminder :: mine";
    }

    private void show(OfferCard card, AccountId account, Model model) {
        var mine = reminders.list(account, card.offer().id());
        find(mine, ReminderKind.OPENING).ifPresent(reminder -> model.addAttribute("opening", reminder));
        find(mine, ReminderKind.BACK).ifPresent(reminder -> model.addAttribute("waiting", reminder));
        if (card.offer().window().phaseAt(times.now()) == SaleWindow.Phase.UPCOMING) {
            var unpaid = orders.unpaid(account, 1).stream().map(Order::id).findFirst();
            model.addAttribute(
                    "ready", new ReadyCheck(!addressBook.list(account).isEmpty(), unpaid));
        }
    }

    private String show(SlotId id, Optional<SignedIn> account, String piece, Model model) {
        var slot = catalog.slot(id).filter(known -> !known.isOfCoupons()).orElseThrow(PageNotFound::new);
        model.addAttribute("slot", slot);
        account.flatMap(known -> reminders.list(known.id(), id).stream().findFirst())
                .ifPresent(reminder -> model.addAttribute("opening", reminder));
        return piece.isEmpty() ? "storefront/reminder-slot" : "storefront/reminder-slot :: mine";
    }

    private static Optional<Reminder> find(List<Reminder> mine, ReminderKind kind) {
        return mine.stream().filter(reminder -> reminder.kind() == kind).findFirst();
    }

    /** Empty if what it is about is not shown any more. */
    private Optional<ReminderLine> line(Reminder reminder) {
        return reminder.offer().isPresent()
                ? reminder.offer()
                        .flatMap(catalog::offer)
                        .map(offer -> new ReminderLine(reminder, offer.window(), Optional.of(offer)))
                : catalog.slot(reminder.slot())
                        .map(slot -> new ReminderLine(reminder, slot.window(), Optional.empty()));
    }
}
