package stampede.console.tasks;

import java.time.Clock;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.audit.AuditLog.Change;
import stampede.catalog.Catalog;
import stampede.console.AuditedActions;
import stampede.history.TaskHistory;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** Dead tasks: details, replay and discard. */
@Controller
class DeadTaskController {

    private final DeadTasks dead;
    private final TaskHistory history;
    private final TaskStory story;
    private final AuditedActions auditedActions;
    private final ZoneId zone;
    private final Clock clock;

    DeadTaskController(
            DeadTasks dead,
            TaskHistory history,
            TaskStory story,
            AuditedActions auditedActions,
            Catalog catalog,
            Clock clock) {
        this.dead = dead;
        this.history = history;
        this.story = story;
        this.auditedActions = auditedActions;
        this.zone = catalog.zone();
        this.clock = clock;
    }

    /** {@code done} is what was just done to all that match, {@code count} to how many. */
    @GetMapping("/console/tasks/dead")
    String dead(
            @ModelAttribute("filter") DeadFilter filter,
            @RequestParam Optional<AllDeadController.Deed> done,
            @RequestParam(defaultValue = "0") long count,
            Model model) {
        var found = dead.search(filter.wanted(), filter.search(zone), filter.beforeId(), TaskRunController.SIZE + 1);
        model.addAttribute("found", KeysetPage.of(found, TaskRunController.SIZE, DeadTask::id));
        model.addAttribute("status", filter.wanted());
        model.addAttribute("statuses", DeadTask.Status.values());
        model.addAttribute("names", dead.names());
        if (filter.wanted() == DeadTask.Status.DEAD) {
            countAll(filter, model);
        }
        done.ifPresent(deed -> model.addAttribute("done", deed).addAttribute("count", count));
        return "console/dead";
    }

    /** The page asks whether all are meant, so it tells how many they are, and says when it counted. */
    private void countAll(DeadFilter filter, Model model) {
        var seen = clock.instant();
        model.addAttribute("seen", seen);
        model.addAttribute("matching", dead.count(DeadTask.Status.DEAD, filter.search(zone, seen)));
    }

    /** One of them; {@code done} is what was just done to it. */
    @GetMapping("/console/tasks/dead/{number}")
    String one(@PathVariable long number, @RequestParam Optional<Deed> done, Model model) {
        var task = dead.find(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("dead", task);
        model.addAttribute("body", story.bodyOf(task));
        model.addAttribute("remembered", history.find(task.taskId()).isPresent());
        done.ifPresent(deed -> model.addAttribute("done", deed));
        return "console/dead-one";
    }

    @PostMapping("/console/tasks/dead/replay")
    String replay(@RequestParam long number, @CurrentAccount SignedIn operator) {
        return decide(operator, number, Deed.REPLAYED, () -> dead.replay(number));
    }

    @PostMapping("/console/tasks/dead/discard")
    String discard(@RequestParam long number, @CurrentAccount SignedIn operator) {
        return decide(operator, number, Deed.DISCARDED, () -> dead.discard(number));
    }

    private String decide(SignedIn operator, long number, Deed deed, BooleanSupplier decision) {
        var task = dead.find(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        var detail = task.name() + " " + task.taskId();
        var decided = auditedActions.run(
                operator,
                "TASK_" + deed,
                "dead:" + number,
                detail,
                () -> decision.getAsBoolean() ? Optional.of(Change.of(task.status(), deed)) : Optional.empty());
        return "redirect:/console/tasks/dead/" + number + "?done=" + (decided ? deed : Deed.DECIDED);
    }

    /** What an operator did to a dead task. */
    enum Deed {
        REPLAYED,
        DISCARDED,
        /** Nothing: somebody decided before. */
        DECIDED
    }
}
