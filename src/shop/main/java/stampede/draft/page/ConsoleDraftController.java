package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.draft.page.DraftPages.Decision;

/** Drafts of offers at the console: of any seller's products, and what sellers submitted. */
@Controller
class ConsoleDraftController {

    private static final String BASE = "/console/offers";
    private static final String DRAFT = BASE + "/drafts/{draft}";

    private final DraftPages pages;

    ConsoleDraftController(DraftPages pages) {
        this.pages = pages;
    }

    @Needs(Duty.RUN)
    @GetMapping(BASE + "/new")
    ModelAndView blank(@CurrentAccount SignedIn account, @RequestParam(defaultValue = "") String product) {
        return pages.blank(account, BASE, product);
    }

    @Needs(Duty.RUN)
    @PostMapping(BASE)
    ModelAndView create(@CurrentAccount SignedIn account, HttpServletRequest request) {
        return pages.create(account, BASE, request);
    }

    @Needs(Duty.SEE)
    @GetMapping(DRAFT)
    ModelAndView show(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.show(account, BASE, draft);
    }

    @Needs(Duty.RUN)
    @PostMapping(DRAFT)
    ModelAndView save(@CurrentAccount SignedIn account, @PathVariable String draft, HttpServletRequest request) {
        return pages.save(account, BASE, draft, request);
    }

    @Needs(Duty.RUN)
    @PostMapping(DRAFT + "/submission")
    ModelAndView submit(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.submit(account, BASE, draft);
    }

    @Needs(Duty.RUN)
    @PostMapping(DRAFT + "/recall")
    ModelAndView recall(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.recall(account, BASE, draft);
    }

    @Needs(Duty.RUN)
    @PostMapping(DRAFT + "/deletion")
    ModelAndView delete(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.delete(account, BASE, draft);
    }

    @Needs(Duty.RUN)
    @GetMapping(DRAFT + "/approval")
    ModelAndView askToApprove(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.ask(account, BASE, draft, Decision.APPROVAL);
    }

    @Needs(Duty.RUN)
    @PostMapping(DRAFT + "/approval")
    ModelAndView approve(
            @CurrentAccount SignedIn account,
            @PathVariable String draft,
            @RequestParam(defaultValue = "-1") String version) {
        return pages.decide(account, BASE, draft, Decision.APPROVAL, seen(version), "");
    }

    @Needs(Duty.RUN)
    @GetMapping(DRAFT + "/rejection")
    ModelAndView askToReject(@CurrentAccount SignedIn account, @PathVariable String draft) {
        return pages.ask(account, BASE, draft, Decision.REJECTION);
    }

    @Needs(Duty.RUN)
    @PostMapping(DRAFT + "/rejection")
    ModelAndView reject(
            @CurrentAccount SignedIn account,
            @PathVariable String draft,
            @RequestParam(defaultValue = "-1") String version,
            @RequestParam(defaultValue = "") String words) {
        return pages.decide(account, BASE, draft, Decision.REJECTION, seen(version), words);
    }

    @Needs(Duty.RUN)
    @GetMapping(BASE + "/{offer}/copy")
    ModelAndView askCopy(@CurrentAccount SignedIn account, @PathVariable String offer) {
        return pages.askCopy(account, BASE, offer);
    }

    @Needs(Duty.RUN)
    @PostMapping(BASE + "/{offer}/copy")
    ModelAndView copy(
            @CurrentAccount SignedIn account,
            @PathVariable String offer,
            @RequestParam(defaultValue = "") String[] slots) {
        return pages.copy(account, BASE, offer, slots);
    }

    /** No version at all is one that nobody saw. */
    private static long seen(String version) {
        return version.matches("\\d{1,18}") ? Long.parseLong(version) : -1;
    }
}
