package stampede.storefront.proof;

import com.google.common.primitives.ImmutableIntArray;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.room.RoomChecks;
import stampede.room.RoomReport;
import stampede.room.RoomReports;
import stampede.settlement.SettlementReports;
import stampede.storefront.OfferCards;
import stampede.storefront.PageNotFound;
import stampede.storefront.RoomCookies;

/** What a shop promises, and for each sale that is closed out its figures and the seal over its ledger. Nothing about persons. */
@Controller
class ProofController {

    private static final Pattern WHOLE = Pattern.compile("[0-9]{1,8}");

    private final OfferCards offerCards;
    private final SettlementReports settlements;
    private final RoomReports rooms;
    private final RoomChecks checks;

    ProofController(OfferCards offerCards, SettlementReports settlements, RoomReports rooms, RoomChecks checks) {
        this.offerCards = offerCards;
        this.settlements = settlements;
        this.rooms = rooms;
        this.checks = checks;
    }

    @GetMapping("/how-we-sell")
    String promise() {
        return "storefront/how-we-sell";
    }

    /**
     * Before the sale is closed out the page says so. The draw of a waiting room can be checked as soon as it is made: for whoever asks with
     * their ticket, and for any number.
     */
    @GetMapping("/offers/{offer}/proof")
    String proof(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId offer,
            @RequestParam(defaultValue = "") String number,
            HttpServletRequest request,
            Model model) {
        model.addAttribute("card", offerCards.card(offer).orElseThrow(PageNotFound::new));
        settlements.find(offer).ifPresent(settlement -> {
            model.addAttribute("settlement", settlement);
            model.addAttribute("sold", settlement.total() - settlement.available());
        });
        var ticket = RoomCookies.ticket(request, offer);
        var reports = rooms.of(offer);
        var bought = reports.isEmpty() ? Map.<Long, ImmutableIntArray>of() : settlements.tickets(offer);
        model.addAttribute(
                "rooms",
                reports.stream()
                        .map(room -> check(
                                room,
                                bought.getOrDefault(Long.valueOf(room.room()), ImmutableIntArray.of()),
                                account.map(SignedIn::id)
                                        .map(shopper -> checks.numberOf(shopper, offer, room, ticket))
                                        .orElse(OptionalInt.empty()),
                                number))
                        .toList());
        return "storefront/proof";
    }

    /** A ticket is looked for where there was a draw; what was typed goes before that of whoever asks. */
    private CheckedRoom check(RoomReport room, ImmutableIntArray bought, OptionalInt own, String typed) {
        var last = checks.lastPlace(room, bought);
        var hash = checks.hashOfSeed(room);
        if (hash.isEmpty()) {
            return new CheckedRoom(room, bought.length(), last, null, own, null, "");
        }
        var asked = WHOLE.matcher(typed.strip()).matches() ? OptionalInt.of(Integer.parseInt(typed.strip())) : own;
        return new CheckedRoom(
                room,
                bought.length(),
                last,
                hash.get(),
                own,
                asked.isPresent() ? checks.find(room, asked.getAsInt()) : null,
                asked.isPresent() ? Integer.toString(asked.getAsInt()) : "");
    }

    /**
     * A waiting room with what was computed to check it.
     *
     * @param bought how many orders with a ticket of it hold units
     * @param last the last place among them; empty if there are none, or while it cannot be told
     * @param hash SHA-256 of the seed; null before the draw
     * @param own the number of the ticket of whoever asks
     * @param found what became of the number that was asked for; null if none was
     * @param typed what stands in the form
     */
    record CheckedRoom(
            RoomReport report,
            int bought,
            OptionalInt last,
            @Nullable String hash,
            OptionalInt own,
            RoomChecks.@Nullable Outcome found,
            String typed) {

        /** Whether the seed is the one that was promised before the draw. */
        public boolean isAsPromised() {
            return hash != null && hash.equals(report.commitment());
        }
    }
}
