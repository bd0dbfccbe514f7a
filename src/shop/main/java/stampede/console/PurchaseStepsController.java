package stampede.console;

import jakarta.servlet.http.HttpServletResponse;
import java.util.Optional;
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
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.history.TaskHistory;
import stampede.inquiry.PurchaseResolver;
import stampede.inquiry.PurchaseStepReader;
import stampede.inquiry.StuckPurchaseFinder;
import stampede.order.OrderId;
import stampede.stock.Reservation;
import stampede.task.TaskId;

/** The steps of one purchase by its number, and the purchases that are stuck. */
@Controller
class PurchaseStepsController {

    private static final int MOST = 200;
    private static final int SHORTEST_REASON = 5;
    private static final int LONGEST_REASON = 200;

    private final PurchaseStepReader steps;
    private final StuckPurchaseFinder stuck;
    private final PurchaseResolver resolver;
    private final TaskHistory history;
    private final Catalog catalog;

    PurchaseStepsController(
            PurchaseStepReader steps,
            StuckPurchaseFinder stuck,
            PurchaseResolver resolver,
            TaskHistory history,
            Catalog catalog) {
        this.steps = steps;
        this.stuck = stuck;
        this.resolver = resolver;
        this.history = history;
        this.catalog = catalog;
    }

    /** {@code id} leads straight to a purchase; if it is no number of one, the page says so. */
    @Needs(Duty.SEE)
    @GetMapping("/console/purchases")
    String purchases(@RequestParam(defaultValue = "") String id, Model model, HttpServletResponse response) {
        var wanted = number(id);
        if (wanted.isPresent()) {
            return page(wanted.get());
        }
        if (!id.isBlank()) {
            return none(id, "bad", model, response);
        }
        return list(model);
    }

    /** The purchase; {@code done} is what came of resolving it a moment ago, {@code reason} whether one was missing. */
    @Needs(Duty.SEE)
    @GetMapping("/console/purchases/{id}")
    String purchase(
            @PathVariable String id,
            @RequestParam Optional<PurchaseResolver.Outcome> done,
            @RequestParam(defaultValue = "") String reason,
            Model model,
            HttpServletResponse response) {
        var wanted = number(id);
        if (wanted.isEmpty()) {
            return none(id, "bad", model, response);
        }
        var course = steps.of(wanted.get());
        if (!course.known()) {
            model.addAttribute("madeAt", course.madeAt());
            return none(id, course.redisAnswered() ? "unknown" : "silent", model, response);
        }
        model.addAttribute("course", course);
        model.addAttribute(
                "name",
                course.reservation().map(Reservation::offer).map(this::name).orElse(""));
        model.addAttribute(
                "run", history.find(new TaskId(course.id().toString())).orElse(null));
        model.addAttribute("reasonMissing", reason.equals("missing"));
        done.ifPresent(outcome -> model.addAttribute("done", outcome));
        return "console/purchase";
    }

    @Needs(Duty.RUN)
    @PostMapping("/console/purchases/{id}/resolve")
    String resolve(@PathVariable String id, @CurrentAccount SignedIn operator) {
        var wanted = number(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        return page(wanted) + "?done=" + resolver.resolve(operator, wanted);
    }

    /** Takes it back, also while Alipay is silent. */
    @Needs(Duty.MONEY)
    @PostMapping("/console/purchases/{id}/roll-back")
    String rollBack(@PathVariable String id, @RequestParam String reason, @CurrentAccount SignedIn operator) {
        var wanted = number(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var words = reason.strip();
        if (words.length() < SHORTEST_REASON || words.length() > LONGEST_REASON) {
            return page(wanted) + "?reason=missing";
        }
        return page(wanted) + "?done=" + resolver.rollBack(operator, wanted, words);
    }

    private String none(String id, String why, Model model, HttpServletResponse response) {
        model.addAttribute("wanted", id.strip());
        model.addAttribute("why", why);
        response.setStatus(HttpStatus.NOT_FOUND.value());
        return list(model);
    }

    private String list(Model model) {
        model.addAttribute("found", stuck.find(MOST));
        return "console/purchases";
    }

    private String name(OfferId offer) {
        return catalog.offer(offer).map(Offer::name).orElse("#" + offer);
    }

    /** Shoppers know their purchase as {@code number-offer} while it waits, and as the number alone afterwards. */
    private static Optional<OrderId> number(String text) {
        var number = text.strip().replaceFirst("-\\d+$", "");
        try {
            return Optional.of(OrderId.of(number));
        } catch (IllegalArgumentException none) {
            return Optional.empty();
        }
    }

    private static String page(OrderId id) {
        return "redirect:/console/purchases/" + id;
    }
}
