package stampede.console.tasks;

import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.audit.AuditLog.Change;
import stampede.catalog.Catalog;
import stampede.console.AuditedActions;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;

/** The tasks of the last days: search, details, and cancelling. */
@Controller
class TaskRunController {

    static final int SIZE = 50;

    /** With a digit, so that it is no page's name; templates have the same rule. */
    private static final Pattern FITS_A_PATH = Pattern.compile("(?=.*\\d)[\\w.:~-]+");

    private final TaskHistory history;
    private final TaskStory story;
    private final Tasks tasks;
    private final AuditedActions auditedActions;
    private final ZoneId zone;

    TaskRunController(
            TaskHistory history, TaskStory story, Tasks tasks, AuditedActions auditedActions, Catalog catalog) {
        this.history = history;
        this.story = story;
        this.tasks = tasks;
        this.auditedActions = auditedActions;
        this.zone = catalog.zone();
    }

    /** {@code id} leads straight to a task, or else to a workflow; if nobody knows it, the page says so. */
    @GetMapping("/console/tasks")
    String tasks(
            @RequestParam(defaultValue = "") String id,
            @ModelAttribute("filter") RunFilter filter,
            Model model,
            RedirectAttributes redirect) {
        var wanted = id.strip();
        if (find(wanted).isPresent()) {
            return page(wanted, redirect);
        }
        if (story.workflowOf(wanted).isPresent()) {
            redirect.addAttribute("id", wanted);
            return "redirect:/console/tasks/workflow";
        }
        model.addAttribute("wanted", wanted);
        model.addAttribute("names", history.names());
        model.addAttribute("states", TaskState.values());
        model.addAttribute(
                "found", KeysetPage.of(history.search(filter.search(zone, SIZE + 1)), SIZE, TaskRun::number));
        return "console/tasks";
    }

    @GetMapping("/console/tasks/{id}")
    String task(@PathVariable String id, @RequestParam Optional<Deed> done, Model model) {
        var run = known(id);
        model.addAttribute("run", run);
        model.addAttribute("story", story.of(run));
        done.ifPresent(deed -> model.addAttribute("done", deed));
        return "console/task";
    }

    /** The same page for ids that cannot be part of a path. */
    @GetMapping("/console/tasks/one")
    String anyTask(@RequestParam String id, @RequestParam Optional<Deed> done, Model model) {
        return task(id, done, model);
    }

    @PostMapping("/console/tasks/cancel")
    String cancel(@RequestParam String id, @CurrentAccount SignedIn operator, RedirectAttributes redirect) {
        var run = known(id);
        var cancelled = auditedActions.run(
                operator,
                "TASK_CANCELLED",
                "task:" + id,
                run.name(),
                () -> tasks.cancel(run.id())
                        ? Optional.of(Change.of(run.state(), TaskState.CANCELLED))
                        : Optional.empty());
        redirect.addAttribute("done", cancelled ? Deed.CANCELLED : Deed.CANCELLED_BEFORE);
        return page(id, redirect);
    }

    private TaskRun known(String id) {
        return find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private Optional<TaskRun> find(String id) {
        return TaskId.read(id).flatMap(history::find);
    }

    private static String page(String id, RedirectAttributes redirect) {
        redirect.addAttribute("id", id);
        return FITS_A_PATH.matcher(id).matches() ? "redirect:/console/tasks/{id}" : "redirect:/console/tasks/one";
    }

    /** What an operator did to a task. */
    enum Deed {
        CANCELLED,
        CANCELLED_BEFORE
    }
}
