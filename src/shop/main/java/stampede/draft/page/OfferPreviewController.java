package stampede.draft.page;

import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.draft.DraftPreview;
import stampede.storefront.OfferCards;

/** A draft as shoppers would see its offer. Nothing of it can be bought, and nothing keeps the page. */
@Controller
class OfferPreviewController {

    private final DraftPages pages;
    private final DraftPreview preview;
    private final OfferCards cards;

    OfferPreviewController(DraftPages pages, DraftPreview preview, OfferCards cards) {
        this.pages = pages;
        this.preview = preview;
        this.cards = cards;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/offers/drafts/{draft}/preview")
    ModelAndView ofOperator(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return page(account, "/console/offers", draft);
    }

    @GetMapping("/seller/offers/drafts/{draft}/preview")
    ModelAndView ofSeller(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return page(account, "/seller/offers", draft);
    }

    private ModelAndView page(SignedIn by, String base, String id) {
        var draft = pages.find(by, id);
        return new ModelAndView("storefront/offer")
                .addObject("card", cards.preview(preview.of(draft)))
                .addObject("preview", base + "/drafts/" + draft.id());
    }
}
