package stampede.seller;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferState;
import stampede.counter.LiveStock;
import stampede.draft.OfferDraft;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSearchRepository;
import stampede.draft.OfferStanding;
import stampede.staff.SellerProfiles;

/** Where a seller begins: what waits for them, and what sells now and next. */
@Controller
class SellerHomeController {

    private static final int MOST_OFFERS = 20;
    private static final int MOST_DRAFTS = 200;
    private static final int MOST_SENT_BACK = 10;

    private final SellerProfiles profiles;
    private final SellerFigures figures;
    private final OfferSearchRepository offers;
    private final OfferDrafts drafts;
    private final LiveStock stock;

    SellerHomeController(
            SellerProfiles profiles,
            SellerFigures figures,
            OfferSearchRepository offers,
            OfferDrafts drafts,
            LiveStock stock) {
        this.profiles = profiles;
        this.figures = figures;
        this.offers = offers;
        this.drafts = drafts;
        this.stock = stock;
    }

    @GetMapping("/seller")
    String home(@CurrentAccount SignedIn seller, Locale language, Model model) {
        model.addAttribute("shopName", profiles.of(seller).name(language));
        model.addAttribute("figures", figures.of(Scope.of(seller)));
        model.addAttribute("running", offers(seller, OfferStanding.OPEN));
        model.addAttribute("upcoming", offers(seller, OfferStanding.UPCOMING));
        model.addAttribute("sentBack", sentBack(seller));
        return "seller/seller-home";
    }

    private List<OfferNow> offers(SignedIn seller, OfferStanding standing) {
        var lines = offers.next(standing, Scope.of(seller), MOST_OFFERS);
        var left = stock.of(lines.stream().map(OfferNow::id).toList());
        return lines.stream()
                .map(line -> new OfferNow(line, Objects.requireNonNull(left.get(OfferNow.id(line)))))
                .toList();
    }

    /** Drafts that an operator sent back, with what they said. */
    private List<OfferDraft> sentBack(SignedIn seller) {
        return drafts.newest(seller, OfferState.DRAFT, Long.MAX_VALUE, MOST_DRAFTS).stream()
                .filter(draft -> !draft.words().isEmpty())
                .limit(MOST_SENT_BACK)
                .toList();
    }
}
