package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.catalog.OfferId;
import stampede.site.PageFingerprintHeader;

/** The page of one offer. */
@Controller
class OfferController {

    private final OfferCards offerCards;

    OfferController(OfferCards offerCards) {
        this.offerCards = offerCards;
    }

    /** Of one that was withdrawn: what else is in its slot, and 410. */
    @GetMapping("/offers/{offer}")
    String offer(@PathVariable OfferId offer, HttpServletResponse response, Model model) {
        var gone = offerCards.withdrawnFrom(offer);
        if (gone.isPresent()) {
            response.setStatus(HttpStatus.GONE.value());
            model.addAttribute("cards", offerCards.cards(gone.get()));
            return "storefront/withdrawn";
        }
        show(offer, model);
        model.addAttribute("form", BuyForm.blank());
        return "storefront/offer";
    }

    /** The offer's numbers, or 204 if they are those that the page has. */
    @GetMapping("/offers/{offer}/stock")
    ModelAndView stock(
            @PathVariable OfferId offer,
            @RequestParam(defaultValue = "") String seen,
            HttpServletResponse response,
            Model model) {
        show(offer, model);
        response.setHeader(PageFingerprintHeader.HEADER, String.valueOf(model.getAttribute("seen")));
        return seen.equals(model.getAttribute("seen"))
                ? Redirects.nothingNew()
                : new ModelAndView("storefront/offer :: stock", HttpStatus.OK);
    }

    private void show(OfferId offer, Model model) {
        var card = offerCards.card(offer).orElseThrow(() -> offerCards.notHere(offer));
        model.addAttribute("card", card);
        model.addAttribute("seen", PageFingerprint.of(List.of(card)));
    }
}
