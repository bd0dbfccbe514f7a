package stampede.console;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.sale.PauseRequests;
import stampede.sale.SaleRefused;

/** What sellers ask for: pauses of their offers. To pause is the answer yes; here an operator says no. */
@Controller
class PauseRequestController {

    private static final int MOST = 200;

    private final PauseRequests requests;

    PauseRequestController(PauseRequests requests) {
        this.requests = requests;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/offers/pause-requests")
    String waiting(Model model) {
        model.addAttribute("requests", requests.waiting(MOST));
        return "console/pause-requests";
    }

    @Needs(Duty.RUN)
    @GetMapping("/console/offers/{offer}/pause-request")
    ModelAndView ask(@PathVariable OfferId offer) {
        var request = requests.of(offer).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        return new ModelAndView("console/pause-request").addObject("request", request);
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/offers/{offer}/pause-request")
    ModelAndView decline(
            @PathVariable OfferId offer,
            @RequestParam(defaultValue = "") String words,
            @CurrentAccount SignedIn operator) {
        try {
            requests.decline(operator, offer, words);
            return new ModelAndView("redirect:/console/offers/" + offer + "?done=" + SaleController.Change.DECLINED);
        } catch (SaleRefused refused) {
            var page = ask(offer).addObject("words", words).addObject("refusal", refused.reason());
            page.setStatus(refused.reason().status());
            return page;
        }
    }
}
