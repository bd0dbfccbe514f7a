package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;

/** The offers of the seller who is signed in, as a list. */
@Controller
class SellerOfferController {

    private final OfferListPages pages;

    SellerOfferController(OfferListPages pages) {
        this.pages = pages;
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
}
