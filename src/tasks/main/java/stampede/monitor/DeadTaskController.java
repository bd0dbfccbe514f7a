package stampede.monitor;

import java.security.Principal;
import java.time.Clock;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.history.TaskHistory;
import stampede.monitor.MonitorAudit.Change;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** Dead tasks: details, replay and discard. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class DeadTaskController {

    private final DeadTasks dead;
    private final TaskHistory history;
    private final TaskStory story;
    private final MonitorAudit audit;
    private final MonitorProperties properties;
    private final Clock clock;

    DeadTaskController(
            DeadTasks dead,
            TaskHistory history,
            TaskStory story,
            MonitorAudit audit,
            MonitorProperties properties,
            Clock clock) {
        this.dead = dead;
        this.history = history;
        this.story = story;
        this.audit = audit;
        this.properties = properties;
        this.clock = clock;
    }

    /** {@code done} is what was just done to all that match, {@code count} to how many. */
    @GetMapping("/dead")
    String dead(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Optional<AllDeadController.Deed> done,
            @RequestParam(defaultValue = "0") long count,
            Model model) {
        model.addAttribute("found", filter.page(dead, properties.zoneOrDefault()));
        model.addAttribute("status", filter.wanted());
        model.addAttribute("statuses", DeadTask.Status.values());
        model.addAttribute("names", dead.names());
        if (filter.wanted() == DeadTask.Status.DEAD) {
            countAll(filter, model);
        }
        done.ifPresent(deed -> model.addAttribute("done", deed).addAttribute("count", count));
        return MonitorView.template("dead");
    }

    /** The page asks whether all are meant, so it tells how many they are, and says when it counted. */
    private void countAll(DeadFilter filter, Model model) {
        var seen = clock.instant();
        model.addAttribute("seen", seen);
        model.addAttribute(
                "matching", dead.count(DeadTask.Status.DEAD, filter.search(properties.zoneOrDefault(), seen)));
    }

    /** One of them; {@code done} is what was just done to it. */
    @GetMapping("/dead/{number}")
    String one(@PathVariable long number, @RequestParam Optional<Deed> done, Model model) {
        var task = dead.find(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("dead", task);
        model.addAttribute("body", story.bodyOf(task));
        model.addAttribute("raw", story.isOpen(task));
        model.addAttribute("remembered", history.find(task.taskId()).isPresent());
        done.ifPresent(deed -> model.addAttribute("done", deed));
        return MonitorView.template("dead-one");
    }

    @PostMapping("/dead/replay")
    String replay(@RequestParam long number, @Nullable Principal who) {
        return decide(who, number, Deed.REPLAYED, () -> dead.replay(number));
    }

    @PostMapping("/dead/discard")
    String discard(@RequestParam long number, @Nullable Principal who) {
        return decide(who, number, Deed.DISCARDED, () -> dead.discard(number));
    }

    private String decide(@Nullable Principal who, long number, Deed deed, BooleanSupplier decision) {
        var task = dead.find(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var detail = task.name() + " " + task.taskId();
        var decided = audit.run(
                who,
                "TASK_" + deed,
                "dead:" + number,
                detail,
                () -> decision.getAsBoolean() ? Optional.of(Change.of(task.status(), deed)) : Optional.empty());
        return properties.redirect("/dead/" + number + "?done=" + (decided ? deed : Deed.DECIDED));
    }

    /** What an operator did to a dead task. */
    enum Deed {
        REPLAYED,
        DISCARDED,
        /** Nothing: somebody decided before. */
        DECIDED
    }
}
