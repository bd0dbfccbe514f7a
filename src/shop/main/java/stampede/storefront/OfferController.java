package stampede.storefront;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.counter.OfferStatus;
import stampede.site.PageFingerprintHeader;
import stampede.site.ProxyCacheHeader;

/** The page of one offer. */
@Controller
class OfferController {

    /** The side of a picture for others, in pixels. */
    private static final int LARGEST = 1280;

    private final OfferCards offerCards;
    private final BuyPage buyPage;

    OfferController(OfferCards offerCards, BuyPage buyPage) {
        this.offerCards = offerCards;
        this.buyPage = buyPage;
    }

    /** Of one that was withdrawn: what else is in its slot, and 410. */
    @GetMapping("/offers/{offer}")
    String offer(
            @CurrentAccount Optional<SignedIn> account,
            @PathVariable OfferId offer,
            HttpServletResponse response,
            Model model) {
        var gone = offerCards.withdrawnFrom(offer);
        if (gone.isPresent()) {
            response.setStatus(HttpStatus.GONE.value());
            model.addAttribute("cards", offerCards.page(gone.get(), 1).cards());
            return "storefront/withdrawn";
        }
        var card = card(offer);
        buyPage.show(card, account, model);
        model.addAttribute("shared", card.picture(LARGEST));
        return "storefront/offer";
    }

    /** The offer's numbers, or 204 if they are those that the page has. Before the sale each page asks a last time as it opens, and wants to be told. */
    @GetMapping("/offers/{offer}/stock")
    ModelAndView stock(
            @PathVariable OfferId offer,
            @RequestParam(defaultValue = "") String seen,
            HttpServletResponse response,
            Model model) {
        var card = card(offer);
        var now = buyPage.showStock(card, model);
        if (card.state() != OfferStatus.UPCOMING) {
            response.setHeader(ProxyCacheHeader.HEADER, ProxyCacheHeader.A_MOMENT);
        }
        response.setHeader(PageFingerprintHeader.HEADER, now);
        return seen.equals(now) ? Redirects.nothingNew() : new ModelAndView("storefront/offer :: stock", HttpStatus.OK);
    }

    private OfferCard card(OfferId offer) {
        return offerCards.card(offer).orElseThrow(() -> offerCards.notHere(offer));
    }
}
