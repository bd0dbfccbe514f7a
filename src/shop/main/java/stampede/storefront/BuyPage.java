package stampede.storefront;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import org.springframework.ui.Model;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.Address;
import stampede.address.AddressBook;
import stampede.counter.OfferStatus;
import stampede.purchase.DeliveryAddress;
import stampede.reminder.UnpaidOrders;

/** The page of an offer with the form of the buy button. */
@Component
class BuyPage {

    private static final Logger log = LoggerFactory.getLogger(BuyPage.class);

    private final AddressBook addressBook;
    private final OfferCards offerCards;
    private final UnpaidOrders unpaidOrders;

    BuyPage(AddressBook addressBook, OfferCards offerCards, UnpaidOrders unpaidOrders) {
        this.addressBook = addressBook;
        this.offerCards = offerCards;
        this.unpaidOrders = unpaidOrders;
    }

    /** A form that nobody has filled in yet. */
    void show(OfferCard card, Optional<SignedIn> account, Model model) {
        var addresses = addresses(account);
        show(card, addresses, BuyForm.blank(addresses), model);
    }

    /** One that cannot be sent as it is. */
    void showAgain(OfferCard card, SignedIn account, BuyForm form, Set<String> mistakes, Model model) {
        model.addAttribute("mistakes", mistakes);
        show(card, addresses(Optional.of(account)), form.withGoodKey(), model);
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

    /** Without the database there is no book, and a page on which one can write. */
    private List<Address> addresses(Optional<SignedIn> account) {
        try {
            return account.filter(one -> one.role() == Role.SHOPPER)
                    .map(one -> addressBook.list(one.id()))
                    .orElse(List.of());
        } catch (DataAccessException away) {
            log.debug("The page shows no addresses", away);
            return List.of();
        }
    }
}
