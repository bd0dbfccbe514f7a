package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.draft.OfferSearchRepository;
import stampede.site.ShopTimes;

/** The offers of the seller who is signed in, and how one of them stands. */
@Controller
class SellerOfferController {

    private final OfferListPages pages;
    private final OfferSearchRepository offers;
    private final ShopTimes times;

    SellerOfferController(OfferListPages pages, OfferSearchRepository offers, ShopTimes times) {
        this.pages = pages;
        this.offers = offers;
        this.times = times;
    }

    @GetMapping("/seller/offers")
    ModelAndView list(@CurrentAccount SignedIn account, HttpServletRequest request) {
        return pages.list(account, request);
    }

    @GetMapping("/seller/offers.csv")
    void csv(@CurrentAccount SignedIn account, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        pages.csv(account, request, response);
    }

    @GetMapping("/seller/offers/{offer}")
    ModelAndView offer(@CurrentAccount SignedIn account, @PathVariable String offer) {
        var line = offers.find(new OfferId(DraftPages.number(offer)), Scope.of(account))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        return new ModelAndView("draft/seller-offer")
                .addObject("line", line)
                .addObject("standing", line.standing(times.now()));
    }
}
