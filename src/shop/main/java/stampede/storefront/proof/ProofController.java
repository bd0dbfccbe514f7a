package stampede.storefront.proof;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import stampede.catalog.OfferId;
import stampede.room.RoomReports;
import stampede.settlement.SettlementReports;
import stampede.storefront.OfferCards;
import stampede.storefront.PageNotFound;

/** What a shop promises, and for each sale that is closed out its figures and the seal over its ledger. Nothing about persons. */
@Controller
class ProofController {

    private final OfferCards offerCards;
    private final SettlementReports settlements;
    private final RoomReports rooms;

    ProofController(OfferCards offerCards, SettlementReports settlements, RoomReports rooms) {
        this.offerCards = offerCards;
        this.settlements = settlements;
        this.rooms = rooms;
    }

    @GetMapping("/how-we-sell")
    String promise() {
        return "storefront/how-we-sell";
    }

    /** Before the sale is closed out the page says so. */
    @GetMapping("/offers/{offer}/proof")
    String proof(@PathVariable OfferId offer, Model model) {
        model.addAttribute("card", offerCards.card(offer).orElseThrow(PageNotFound::new));
        settlements.find(offer).ifPresent(settlement -> {
            model.addAttribute("settlement", settlement);
            model.addAttribute("rooms", rooms.of(offer));
            model.addAttribute("sold", settlement.total() - settlement.available());
        });
        return "storefront/proof";
    }
}
