package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;

/** All offers and drafts, as operators see them. */
@Controller
class ConsoleOfferListController {

    private final OfferListPages pages;

    ConsoleOfferListController(OfferListPages pages) {
        this.pages = pages;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/offers")
    ModelAndView list(@CurrentAccount SignedIn account, HttpServletRequest request) {
        return pages.list(account, request);
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/offers.csv")
    void csv(@CurrentAccount SignedIn account, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        pages.csv(account, request, response);
    }
}
