package stampede.console.tasks;

import java.time.Instant;
import java.time.ZoneId;
import java.util.function.ToLongFunction;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.console.AuditedActions;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTasks;

/** Decides about all dead tasks that match a search; {@code seen} is when the operator was told how many they are. */
@Controller
class AllDeadController {

    private final DeadTasks dead;
    private final AuditedActions auditedActions;
    private final ZoneId zone;

    AllDeadController(DeadTasks dead, AuditedActions auditedActions, Catalog catalog) {
        this.dead = dead;
        this.auditedActions = auditedActions;
        this.zone = catalog.zone();
    }

    @PostMapping("/console/tasks/dead/replay-all")
    String replayAll(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Instant seen,
            @CurrentAccount SignedIn operator,
            RedirectAttributes redirect) {
        return decide(operator, Deed.ALL_REPLAYED, filter, filter.search(zone, seen), dead::replayAll, redirect);
    }

    @PostMapping("/console/tasks/dead/discard-all")
    String discardAll(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Instant seen,
            @CurrentAccount SignedIn operator,
            RedirectAttributes redirect) {
        return decide(operator, Deed.ALL_DISCARDED, filter, filter.search(zone, seen), dead::discardAll, redirect);
    }

    private String decide(
            SignedIn operator,
            Deed deed,
            DeadFilter filter,
            DeadSearch search,
            ToLongFunction<DeadSearch> decision,
            RedirectAttributes redirect) {
        var count = auditedActions.runCounting(
                operator, "TASKS_" + deed, "dead", said(search), () -> decision.applyAsLong(search));
        filter.entries().forEach(redirect::addAttribute);
        redirect.addAttribute("done", deed).addAttribute("count", count);
        return "redirect:/console/tasks/dead";
    }

    private static String said(DeadSearch search) {
        return "name %s, queue %s, died from %s until %s"
                .formatted(
                        search.name().orElse("any"),
                        search.queue().orElse("any"),
                        search.from().map(Instant::toString).orElse("ever"),
                        search.to().map(Instant::toString).orElse("now"));
    }

    /** What an operator did to all that match. */
    enum Deed {
        ALL_REPLAYED,
        ALL_DISCARDED
    }
}
