package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;

/** Drafts of the seller who is signed in. */
@Controller
class SellerDraftController {

    private static final String BASE = "/seller/offers";
    private static final String DRAFT = BASE + "/drafts/{draft}";

    private final DraftPages pages;

    SellerDraftController(DraftPages pages) {
        this.pages = pages;
    }

    @GetMapping(BASE + "/new")
    ModelAndView blank(@CurrentAccount SignedIn account, @RequestParam(defaultValue = "") String product) {
        return pages.blank(account, BASE, product);
    }

    @PostMapping(BASE)
    ModelAndView create(@CurrentAccount SignedIn account, HttpServletRequest request) {
        return pages.create(account, BASE, request);
    }

    @GetMapping(DRAFT)
    ModelAndView show(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.show(account, BASE, draft);
    }

    @PostMapping(DRAFT)
    ModelAndView save(@CurrentAccount SignedIn account, @PathVariable String draft, HttpServletRequest request) {
        return pages.save(account, BASE, draft, request);
    }

    @PostMapping(DRAFT + "/submission")
    ModelAndView submit(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.submit(account, BASE, draft);
    }

    @PostMapping(DRAFT + "/recall")
    ModelAndView recall(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.recall(account, BASE, draft);
    }

    @PostMapping(DRAFT + "/deletion")
    ModelAndView delete(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.delete(account, BASE, draft);
    }

    @GetMapping(BASE + "/{offer}/copy")
    ModelAndView askCopy(@CurrentAccount SignedIn account, @PathVariable String offer) {
        return pages.askCopy(account, BASE, offer);
    }

    @PostMapping(BASE + "/{offer}/copy")
    ModelAndView copy(
            @CurrentAccount SignedIn account,
            @PathVariable String offer,
            @RequestParam(defaultValue = "") String[] slots) {
        return pages.copy(account, BASE, offer, slots);
    }
}
