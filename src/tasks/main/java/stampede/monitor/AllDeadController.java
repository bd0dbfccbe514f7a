package stampede.monitor;

import java.security.Principal;
import java.time.Instant;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTasks;

/** Decides about all dead tasks that match a search; {@code seen} is when the operator was told how many they are. */
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
            @Nullable Principal who,
            RedirectAttributes redirect) {
        return decide(who, Deed.ALL_REPLAYED, filter, seen, dead::replayAll, redirect);
    }

    @PostMapping("/dead/discard-all")
    String discardAll(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Instant seen,
            @Nullable Principal who,
            RedirectAttributes redirect) {
        return decide(who, Deed.ALL_DISCARDED, filter, seen, dead::discardAll, redirect);
    }

    private String decide(
            @Nullable Principal who,
            Deed deed,
            DeadFilter filter,
            Instant seen,
            ToLongFunction<DeadSearch> decision,
            RedirectAttributes redirect) {
        var search = filter.search(properties.zoneOrDefault(), seen);
        var count = audit.runCounting(who, "TASKS_" + deed, "dead", said(search), () -> decision.applyAsLong(search));
        filter.entries().forEach(redirect::addAttribute);
        redirect.addAttribute("done", deed).addAttribute("count", count);
        return properties.redirect("/dead");
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
