package stampede.monitor;

import java.security.Principal;
import java.time.Instant;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/**
 * Decides about all dead tasks that match a search; {@code seen} is when the operator was told how many they are, and {@code number} what
 * was told. A form that means more than it said, because it lost what was searched for, is answered 409.
 */
@Controller
@RequestMapping(MonitorProperties.PATH)
class AllDeadController {

    private final DeadTasks dead;
    private final MonitorAudit audit;
    private final MonitorProperties properties;

    AllDeadController(DeadTasks dead, MonitorAudit audit, MonitorProperties properties) {
        this.dead = dead;
        this.audit = audit;
        this.properties = properties;
    }

    @PostMapping("/dead/replay-all")
    String replayAll(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Instant seen,
            @RequestParam(defaultValue = "0") long number,
            @Nullable Principal who,
            RedirectAttributes redirect) {
        return decide(who, Deed.ALL_REPLAYED, filter, meant(filter, seen, number), dead::replayAll, redirect);
    }

    @PostMapping("/dead/discard-all")
    String discardAll(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Instant seen,
            @RequestParam(defaultValue = "0") long number,
            @Nullable Principal who,
            RedirectAttributes redirect) {
        return decide(who, Deed.ALL_DISCARDED, filter, meant(filter, seen, number), dead::discardAll, redirect);
    }

    private String decide(
            @Nullable Principal who,
            Deed deed,
            DeadFilter filter,
            DeadSearch search,
            ToLongFunction<DeadSearch> decision,
            RedirectAttributes redirect) {
        var count = audit.runCounting(who, "TASKS_" + deed, "dead", said(search), () -> decision.applyAsLong(search));
        filter.entries().forEach(redirect::addAttribute);
        redirect.addAttribute("done", deed).addAttribute("count", count);
        return properties.redirect("/dead");
    }

    /** Fewer than were told are no harm: somebody else has decided about the others. */
    private DeadSearch meant(DeadFilter filter, Instant seen, long number) {
        var search = filter.search(properties.zoneOrDefault(), seen);
        if (dead.count(DeadTask.Status.DEAD, search) > number) {
            throw new ResponseStatusException(HttpStatus.CONFLICT, "refused.409.all");
        }
        return search;
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
