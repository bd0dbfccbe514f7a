package stampede.console.orders;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.orderadmin.AlikeBuyers;

/** Buyers of an offer who look alike: for people to look at, before they void anything by hand. */
@Controller
class AlikeBuyerController {

    private static final int MOST_SHOWN = 500;

    private final AlikeBuyers buyers;
    private final Catalog catalog;

    AlikeBuyerController(AlikeBuyers buyers, Catalog catalog) {
        this.buyers = buyers;
        this.catalog = catalog;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/offers/{offer}/alike")
    String alike(@PathVariable OfferId offer, Model model) {
        var found = catalog.offer(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var alike = buyers.of(offer, found.window().opensAt());
        model.addAttribute("offer", found);
        model.addAttribute("count", alike.size());
        model.addAttribute("buyers", alike.stream().limit(MOST_SHOWN).toList());
        return "console/alike";
    }
}
