package stampede.pulse.live;

import java.util.Optional;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;

/** How an offer of the seller who is signed in sells, second by second. */
@Controller
class SellerLiveController {

    private static final String BASE = "/seller/live/";
    private static final String OFFER = BASE + "{offer}";

    private final LivePages pages;

    SellerLiveController(LivePages pages) {
        this.pages = pages;
    }

    @GetMapping(OFFER)
    ModelAndView offer(@CurrentAccount SignedIn seller, @PathVariable String offer) {
        var found = pages.find(offer, seller);
        return pages.page(found, BASE + found.id());
    }

    @GetMapping(OFFER + "/events")
    ResponseEntity<SseEmitter> events(
            @CurrentAccount SignedIn seller,
            @PathVariable String offer,
            @RequestHeader("Last-Event-ID") Optional<String> lastEvent) {
        return pages.events(pages.find(offer, seller), lastEvent);
    }

    @GetMapping(OFFER + "/figures")
    ResponseEntity<LivePast> figures(
            @CurrentAccount SignedIn seller, @PathVariable String offer, @RequestParam Optional<String> since) {
        return pages.figures(pages.find(offer, seller), since);
    }
}
