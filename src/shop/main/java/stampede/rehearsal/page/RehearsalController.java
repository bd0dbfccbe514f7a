package stampede.rehearsal.page;

import jakarta.servlet.http.HttpServletRequest;
import java.util.List;
import java.util.Map;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.desk.DeskForm;
import stampede.refusal.RefusalException;
import stampede.rehearsal.Rehearsal;
import stampede.rehearsal.RehearsalCurve;
import stampede.rehearsal.RehearsalPlan;
import stampede.rehearsal.RehearsalPrediction;
import stampede.rehearsal.RehearsalRefusal;
import stampede.rehearsal.RehearsalStep;
import stampede.rehearsal.Rehearsals;

/** What bots played, what they play now, and what they shall play. */
@Controller
class RehearsalController {

    private static final String PATH = "/console/rehearsals";

    /** For browsers without scripts. */
    private static final int REFRESH_SECONDS = 3;

    private static final String FORM = "rehearsal/rehearsal-new";
    private static final List<String> FIELDS =
            List.of("offer", "shoppers", "presses", "curve", "units", "seconds", "beside");

    private final Rehearsals rehearsals;

    RehearsalController(Rehearsals rehearsals) {
        this.rehearsals = rehearsals;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    String list(Model model) {
        model.addAttribute("rows", rehearsals.newest());
        return "rehearsal/rehearsals";
    }

    /**
     * @param offer the number of the offer to imitate
     * @param like the number of a rehearsal that is to be played again; it says what the form begins with
     */
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/new")
    String fillIn(
            @RequestParam(defaultValue = "") String offer, @RequestParam(defaultValue = "0") long like, Model model) {
        var plan = rehearsals.find(like).map(Rehearsal::plan);
        model.addAttribute(
                "form",
                DeskForm.of(
                        plan.map(RehearsalController::values)
                                .orElseGet(() -> usual(offer.matches("\\d{1,19}") ? offer : "")),
                        0));
        model.addAttribute("curves", RehearsalCurve.values());
        return FORM;
    }

    private static Map<String, String> values(RehearsalPlan plan) {
        return Map.of(
                "offer", plan.offer().toString(),
                "shoppers", Integer.toString(plan.shoppers()),
                "presses", Integer.toString(plan.presses()),
                "curve", plan.curve().name(),
                "units", Integer.toString(plan.units()),
                "seconds", Integer.toString(plan.sellOutSeconds()),
                "beside", plan.beside() ? "true" : "");
    }

    private static Map<String, String> usual(String offer) {
        return Map.of(
                "offer", offer,
                "shoppers", "500",
                "presses", "1",
                "curve", RehearsalCurve.AT_ONCE.name(),
                "units", "",
                "seconds", Integer.toString(RehearsalPlan.USUAL_SECONDS),
                "beside", "");
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH)
    Object ask(@CurrentAccount SignedIn operator, HttpServletRequest request, Model model) {
        var form = DeskForm.of(request, FIELDS);
        try {
            var plan = read(form);
            if (form.errors().none()) {
                return "redirect:" + PATH + "/" + rehearsals.ask(operator, plan);
            }
        } catch (RefusalException refused) {
            reject(refused, form);
        }
        model.addAttribute("curves", RehearsalCurve.values());
        return form.refused(FORM);
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{rehearsalId}")
    String one(@PathVariable long rehearsalId, Model model) {
        var rehearsal =
                rehearsals.find(rehearsalId).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("rehearsal", rehearsal);
        if (!rehearsal.isOver()) {
            model.addAttribute("refreshSeconds", REFRESH_SECONDS);
        }
        model.addAttribute("steps", RehearsalStep.values());
        model.addAttribute("earlier", rehearsals.earlier(rehearsal));
        model.addAttribute(
                "predicted",
                rehearsal
                        .end()
                        .flatMap(Rehearsal.End::report)
                        .flatMap(report -> RehearsalPrediction.of(rehearsal.plan(), report)));
        return "rehearsal/rehearsal";
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{rehearsalId}/stop")
    String stop(@PathVariable long rehearsalId, @CurrentAccount SignedIn operator) {
        try {
            rehearsals.stop(operator, rehearsalId);
        } catch (RefusalException refused) {
            if (refused.reason() == RehearsalRefusal.NO_SUCH_REHEARSAL) {
                throw new ResponseStatusException(HttpStatus.NOT_FOUND);
            }
        }
        return "redirect:" + PATH + "/" + rehearsalId;
    }

    /** What does not fit is in the form's errors; then the plan is not to be used. */
    private RehearsalPlan read(DeskForm form) {
        var offer = rehearsals.offer(
                form.value("offer").matches("[1-9]\\d{0,18}") ? id(form.value("offer")) : new OfferId(1));
        var units = form.value("units").isEmpty()
                ? Math.min(offer.allotment(), RehearsalPlan.MOST_UNITS)
                : number(form, "units", 1, RehearsalPlan.MOST_UNITS);
        return new RehearsalPlan(
                offer.id(),
                number(form, "shoppers", RehearsalPlan.FEWEST_SHOPPERS, RehearsalPlan.MOST_SHOPPERS),
                number(form, "presses", 1, RehearsalPlan.MOST_PRESSES),
                form.value("curve").equals(RehearsalCurve.RAMP.name()) ? RehearsalCurve.RAMP : RehearsalCurve.AT_ONCE,
                units,
                number(form, "seconds", 1, RehearsalPlan.MOST_SECONDS),
                !form.value("beside").isEmpty());
    }

    private static OfferId id(String digits) {
        try {
            return OfferId.of(digits);
        } catch (IllegalArgumentException tooLarge) {
            throw new RefusalException(RehearsalRefusal.NOTHING_TO_REHEARSE);
        }
    }

    /** One that does not fit is noted, and the least of its range answered. */
    private static int number(DeskForm form, String field, int least, int most) {
        var text = form.value(field);
        var value = text.matches("\\d{1,6}") ? Integer.parseInt(text) : -1;
        if (value < least || value > most) {
            form.errors().reject(field, "console.rehearsals.wrong.number");
            return least;
        }
        return value;
    }

    private static void reject(RefusalException refused, DeskForm form) {
        if (!(refused.reason() instanceof RehearsalRefusal reason)) {
            throw refused;
        }
        switch (reason) {
            case NOTHING_TO_REHEARSE -> form.errors().reject("offer", "console.rehearsals.wrong.offer");
            case SALE_TOO_NEAR -> form.errors().reject("beside", "console.rehearsals.wrong.near");
            case REHEARSAL_RUNS -> form.errors().reject("offer", "console.rehearsals.wrong.runs");
            case BAD_REHEARSAL -> form.errors().reject("shoppers", "console.rehearsals.wrong.number");
            case NO_SUCH_REHEARSAL, REHEARSAL_OVER -> throw refused;
        }
    }
}
