package stampede.draft.page;

import jakarta.servlet.http.HttpServletRequest;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;
import stampede.draft.DraftId;
import stampede.draft.DraftRefusal;
import stampede.draft.DraftRefused;
import stampede.draft.OfferDraft;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSubmissions;
import stampede.draft.SlotChoices;
import stampede.site.ShopTimes;

/** What the pages of sellers and of operators share: all but their addresses. A base is the address of the list of offers. */
@Component
class DraftPages {

    private static final int MOST_COPIES = 20;
    private static final DateTimeFormatter FROM = DateTimeFormatter.ofPattern("MM-dd HH:mm");
    private static final DateTimeFormatter TO = DateTimeFormatter.ofPattern("HH:mm");

    private final OfferDrafts drafts;
    private final OfferSubmissions submissions;
    private final SlotChoices slots;
    private final ShopTimes times;

    DraftPages(OfferDrafts drafts, OfferSubmissions submissions, SlotChoices slots, ShopTimes times) {
        this.drafts = drafts;
        this.submissions = submissions;
        this.slots = slots;
        this.times = times;
    }

    /** The form of a new one; a link may name the product. */
    ModelAndView blank(SignedIn by, String base, String product) {
        var form = DeskForm.of(Map.of("product", product, "limit", "1", "addressLimit", "0"), 0);
        return editor(by, base, form, "draft/draft-new", HttpStatus.OK);
    }

    ModelAndView create(SignedIn by, String base, HttpServletRequest request) {
        var form = DraftForm.of(request, times.zone());
        var terms = form.terms(word -> drafts.product(by, word));
        if (terms.isPresent()) {
            try {
                return done(base, drafts.add(by, terms.get()), "CREATED");
            } catch (DraftRefused refused) {
                form.refuse(refused);
                return editor(
                        by,
                        base,
                        form.form(),
                        "draft/draft-new",
                        refused.reason().status());
            }
        }
        return editor(by, base, form.form(), "draft/draft-new", HttpStatus.UNPROCESSABLE_CONTENT);
    }

    /** What became an offer is that offer's page. */
    ModelAndView show(SignedIn by, String base, String id) {
        var draft = find(by, id);
        return draft.offer()
                .map(offer -> new ModelAndView("redirect:" + base + "/" + offer))
                .orElseGet(() -> page(by, base, draft, form(draft), HttpStatus.OK));
    }

    /** Whoever saw another version is shown both: 409. */
    ModelAndView save(SignedIn by, String base, String id, HttpServletRequest request) {
        var draft = find(by, id);
        var form = DraftForm.of(request, times.zone());
        var terms = form.terms(word -> drafts.product(by, word));
        if (terms.isEmpty()) {
            return page(by, base, draft, form.form(), HttpStatus.UNPROCESSABLE_CONTENT);
        }
        try {
            var saved = drafts.change(by, draft.id(), form.form().version(), terms.get());
            return done(base, saved, saved.version() == form.form().version() ? "UNCHANGED" : "SAVED");
        } catch (DraftRefused refused) {
            if (refused.reason() == DraftRefusal.CHANGED_MEANWHILE) {
                var now = find(by, id);
                throw new EditConflict(
                        base + "/drafts/" + id,
                        "draft.field",
                        form.form(),
                        DraftForm.values(now.terms(), times.zone()),
                        now.version());
            }
            form.refuse(refused);
            return page(by, base, find(by, id), form.form(), refused.reason().status());
        }
    }

    ModelAndView submit(SignedIn by, String base, String id) {
        var draft = find(by, id);
        try {
            var submitted = submissions.submit(by, draft.id());
            return submitted
                    .offer()
                    .map(offer -> new ModelAndView("redirect:" + base + "/" + offer))
                    .orElseGet(() -> done(base, submitted, "SUBMITTED"));
        } catch (DraftRefused refused) {
            return refused(by, base, id, refused);
        }
    }

    /** What was submitted is a draft again. */
    ModelAndView recall(SignedIn by, String base, String id) {
        try {
            return done(base, submissions.recall(by, find(by, id).id()), "RECALLED");
        } catch (DraftRefused refused) {
            return refused(by, base, id, refused);
        }
    }

    ModelAndView delete(SignedIn by, String base, String id) {
        try {
            drafts.delete(by, find(by, id).id());
            return new ModelAndView("redirect:" + base + "?state=DRAFT");
        } catch (DraftRefused refused) {
            return refused(by, base, id, refused);
        }
    }

    /** Asks before a decision; what an operator decides about is what they saw. */
    ModelAndView ask(SignedIn by, String base, String id, Decision decision) {
        return ask(by, base, find(by, id), decision, "", Optional.empty());
    }

    ModelAndView decide(SignedIn by, String base, String id, Decision decision, long seen, String words) {
        var draft = find(by, id);
        try {
            var decided = decision == Decision.APPROVAL
                    ? submissions.approve(by, draft.id(), seen)
                    : submissions.reject(by, draft.id(), seen, words);
            return decided.offer()
                    .map(offer -> new ModelAndView("redirect:" + base + "/" + offer))
                    .orElseGet(() -> done(base, decided, "REJECTED"));
        } catch (DraftRefused refused) {
            return ask(by, base, find(by, id), decision, words, Optional.of(refused));
        }
    }

    /** Asks into which slots an offer is to be copied. */
    ModelAndView askCopy(SignedIn by, String base, String offer) {
        return copy(by, base, offer, List.of(), Optional.empty());
    }

    ModelAndView copy(SignedIn by, String base, String offer, String[] chosen) {
        var windows = Arrays.stream(chosen)
                .limit(MOST_COPIES)
                .flatMap(slot -> DraftForm.window(slot, times.zone()).stream())
                .distinct()
                .toList();
        if (windows.isEmpty()) {
            return copy(by, base, offer, List.of(), Optional.of(new DraftRefused(DraftRefusal.NO_OWN_WINDOW)));
        }
        try {
            var copies = drafts.copy(by, new OfferId(number(offer)), windows);
            return copies.size() == 1
                    ? done(base, copies.get(0), "CREATED")
                    : new ModelAndView("redirect:" + base + "?state=DRAFT");
        } catch (DraftRefused refused) {
            return copy(by, base, offer, windows, Optional.of(refused));
        }
    }

    OfferDraft find(SignedIn by, String id) {
        try {
            return drafts.find(by, new DraftId(number(id)));
        } catch (DraftRefused none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }

    /** What is no number is nothing that there is. */
    static long number(String id) {
        if (!id.matches("[1-9]\\d{0,17}|[1-8]\\d{18}")) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
        return Long.parseLong(id);
    }

    private ModelAndView copy(
            SignedIn by, String base, String offer, List<SaleWindow> chosen, Optional<DraftRefused> refused) {
        var terms = drafts.termsOf(by, new OfferId(number(offer)))
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var product = drafts.product(by, terms.product())
                .orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var page = new ModelAndView(
                "draft/copy", refused.map(no -> no.reason().status()).orElse(HttpStatus.OK));
        refused.ifPresent(no -> page.addObject("refused", no));
        return page.addObject("base", base)
                .addObject("offer", offer)
                .addObject("product", product)
                .addObject("terms", terms)
                .addObject(
                        "chosen",
                        chosen.stream()
                                .map(window -> DraftForm.slot(window, times.zone()))
                                .toList())
                .addObject("slots", choices(slots.of(by)));
    }

    private ModelAndView ask(
            SignedIn by,
            String base,
            OfferDraft draft,
            Decision decision,
            String words,
            Optional<DraftRefused> refused) {
        var page = new ModelAndView(
                "draft/decision", refused.map(no -> no.reason().status()).orElse(HttpStatus.OK));
        refused.ifPresent(no -> page.addObject("refused", no));
        drafts.product(by, draft.terms().product()).ifPresent(product -> page.addObject("product", product));
        return page.addObject("base", base)
                .addObject("draft", draft)
                .addObject("decision", decision)
                .addObject("words", words);
    }

    private ModelAndView refused(SignedIn by, String base, String id, DraftRefused refused) {
        var draft = find(by, id);
        return page(by, base, draft, form(draft), refused.reason().status()).addObject("refused", refused);
    }

    private DeskForm form(OfferDraft draft) {
        return DeskForm.of(DraftForm.values(draft.terms(), times.zone()), draft.version());
    }

    private ModelAndView page(SignedIn by, String base, OfferDraft draft, DeskForm form, HttpStatus status) {
        var page = editor(by, base, form, "draft/draft", status)
                .addObject("draft", draft)
                .addObject("needsApproval", submissions.needApproval(by))
                .addObject("isOperator", by.role() == Role.OPERATOR);
        drafts.product(by, draft.terms().product()).ifPresent(product -> page.addObject("product", product));
        return page;
    }

    private ModelAndView editor(SignedIn by, String base, DeskForm form, String view, HttpStatus status) {
        var windows = new ArrayList<>(slots.of(by));
        DraftForm.window(form.value("slot"), times.zone())
                .filter(chosen -> !windows.contains(chosen))
                .ifPresent(chosen -> windows.add(0, chosen));
        return new ModelAndView(view, status)
                .addObject("base", base)
                .addObject("form", form)
                .addObject("products", by.role() == Role.SELLER ? drafts.products(by.id()) : List.of())
                .addObject("choosesProduct", by.role() == Role.SELLER)
                .addObject("ownWindows", slots.mayBeOwn(by))
                .addObject("slots", choices(windows));
    }

    private List<Choice> choices(List<SaleWindow> windows) {
        return windows.stream()
                .map(window -> new Choice(
                        DraftForm.slot(window, times.zone()),
                        FROM.format(times.at(window.opensAt())) + " – " + TO.format(times.at(window.closesAt()))))
                .toList();
    }

    private static ModelAndView done(String base, OfferDraft draft, String done) {
        return new ModelAndView("redirect:" + base + "/drafts/" + draft.id() + "?done=" + done);
    }

    /** A slot to choose: what a form sends, and what people read. */
    record Choice(String value, String label) {}

    /** What an operator decides; its messages are {@code draft.decision.NAME}. */
    enum Decision {
        APPROVAL,
        REJECTION
    }
}
