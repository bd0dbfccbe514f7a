package stampede.storefront;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import stampede.account.SignedIn;
import stampede.address.Address;
import stampede.address.AddressBook;
import stampede.counter.OfferStatus;
import stampede.purchase.DeliveryAddress;
import stampede.reminder.UnpaidOrders;
import stampede.room.WaitingRooms;

/** The page of an offer with the form of the buy button. */
@Component
class BuyPage {

    private final AddressBook addressBook;
    private final OwnAddresses ownAddresses;
    private final OfferCards offerCards;
    private final UnpaidOrders unpaidOrders;
    private final WaitingRooms rooms;

    BuyPage(
            AddressBook addressBook,
            OwnAddresses ownAddresses,
            OfferCards offerCards,
            UnpaidOrders unpaidOrders,
            WaitingRooms rooms) {
        this.addressBook = addressBook;
        this.ownAddresses = ownAddresses;
        this.offerCards = offerCards;
        this.unpaidOrders = unpaidOrders;
        this.rooms = rooms;
    }

    /** A form that nobody has filled in yet. */
    void show(OfferCard card, Optional<SignedIn> account, Model model) {
        var addresses = account.map(ownAddresses::of).orElse(List.of());
        var form = BuyForm.blank(addresses);
        show(card, addresses, account.filter(AnyShopper::is).isPresent() ? form.with(AnyShopper.key()) : form, model);
    }

    /** One that cannot be sent as it is. */
    void showAgain(OfferCard card, SignedIn account, BuyForm form, Set<String> mistakes, Model model) {
        model.addAttribute("mistakes", mistakes);
        show(card, ownAddresses.of(account), form.withGoodKey(), model);
    }

    /** Where the parcel goes by the form; empty if it says nothing that can be, or two things. */
    Optional<String> address(SignedIn account, BuyForm form) {
        if (form.isAmbiguous()) {
            return Optional.empty();
        }
        return form.addressId()
                .map(id -> addressBook.line(account.id(), id))
                .orElseGet(() -> Optional.of(form.address()).filter(DeliveryAddress::isGood));
    }

    /** The names of the fields that cannot be sent as they are. */
    Set<String> mistakes(BuyForm form, Optional<String> address) {
        var mistakes = new LinkedHashSet<String>();
        if (!form.hasGoodKey()) {
            mistakes.add("key");
        }
        if (form.units() < 1) {
            mistakes.add("units");
        }
        if (address.isEmpty()) {
            mistakes.add(form.isAmbiguous() ? "addresses" : "address");
        }
        return mistakes;
    }

    private void show(OfferCard card, List<Address> addresses, BuyForm form, Model model) {
        showStock(card, model);
        rooms.of(card.offer().id()).filter(room -> !room.isOver()).ifPresent(room -> model.addAttribute("room", room));
        model.addAttribute("lead", LeadPicture.ofOffer(card));
        model.addAttribute("others", offerCards.others(card));
        model.addAttribute("addresses", addresses);
        model.addAttribute("form", form);
    }

    /** What is left, and of a sale that is sold out what may come back; the answer is their fingerprint. */
    String showStock(OfferCard card, Model model) {
        var unpaid = card.state() == OfferStatus.SOLD_OUT
                ? unpaidOrders.of(card.offer().id())
                : Optional.<UnpaidOrders.Tally>empty();
        var seen = PageFingerprint.of(card, unpaid);
        model.addAttribute("card", card);
        unpaid.ifPresent(tally -> model.addAttribute("unpaid", tally));
        model.addAttribute("seen", seen);
        return seen;
    }
}
