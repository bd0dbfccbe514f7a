package stampede.console;

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
import stampede.history.TaskHistory;
import stampede.task.DeadTask;
import stampede.task.DeadTasks;

/** The tasks that were given up: looked at, replayed, discarded. */
@Controller
class DeadTaskController {

    private final DeadTasks dead;
    private final TaskHistory history;
    private final Deeds deeds;

    DeadTaskController(DeadTasks dead, TaskHistory history, Deeds deeds) {
        this.dead = dead;
        this.history = history;
        this.deeds = deeds;
    }

    @GetMapping("/console/tasks/dead")
    String dead(@ModelAttribute("filter") DeadFilter filter, Model model) {
        var before = filter.before() == null ? Long.MAX_VALUE : filter.before();
        var found = dead.list(filter.wanted(), before, TaskRunController.SIZE + 1);
        model.addAttribute("found", Listed.of(found, TaskRunController.SIZE, DeadTask::id));
        model.addAttribute("status", filter.wanted());
        model.addAttribute("statuses", DeadTask.Status.values());
        return "console/dead";
    }

    /** One of them; {@code done} is what was just done to it. */
    @GetMapping("/console/tasks/dead/{number}")
    String one(@PathVariable long number, @RequestParam Optional<Deed> done, Model model) {
        var task = dead.find(number).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("dead", task);
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
        var decided = deeds.did(operator, "TASK_" + deed, "dead:" + number, detail, decision);
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
