package stampede.monitor;

import java.security.Principal;
import java.util.Optional;
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
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.monitor.MonitorAudit.Change;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;

/** The tasks of the last days: search, details, and cancelling. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class TaskRunController {

    private final TaskHistory history;
    private final TaskStory story;
    private final Tasks tasks;
    private final MonitorAudit audit;
    private final MonitorProperties properties;

    TaskRunController(
            TaskHistory history, TaskStory story, Tasks tasks, MonitorAudit audit, MonitorProperties properties) {
        this.history = history;
        this.story = story;
        this.tasks = tasks;
        this.audit = audit;
        this.properties = properties;
    }

    /** {@code id} leads straight to a task, or else to a workflow; if nobody knows it, the page says so. */
    @GetMapping
    String tasks(
            @RequestParam(defaultValue = "") String id,
            @ModelAttribute("filter") RunFilter filter,
            Model model,
            RedirectAttributes redirect) {
        var wanted = id.strip();
        var task = find(wanted);
        if (task.isPresent()) {
            return page(task.get());
        }
        if (story.workflowOf(wanted).isPresent()) {
            redirect.addAttribute("id", wanted);
            return properties.redirect("/workflow");
        }
        model.addAttribute("wanted", wanted);
        model.addAttribute("names", history.names());
        model.addAttribute("states", TaskState.values());
        model.addAttribute("found", filter.page(history, properties.zoneOrDefault(), story.periodic()));
        return MonitorView.template("tasks");
    }

    @GetMapping("/{id}")
    String task(@PathVariable String id, @RequestParam Optional<Deed> done, Model model) {
        var run = known(id);
        model.addAttribute("run", run);
        model.addAttribute("story", story.of(run));
        story.waitOf(run).ifPresent(wait -> model.addAttribute("wait", wait));
        done.ifPresent(deed -> model.addAttribute("done", deed));
        return MonitorView.template("task");
    }

    /** The same page for ids that cannot be part of a path. */
    @GetMapping("/one")
    String anyTask(@RequestParam String id, @RequestParam Optional<Deed> done, Model model) {
        return task(id, done, model);
    }

    @PostMapping("/cancel")
    String cancel(@RequestParam String id, @Nullable Principal who, RedirectAttributes redirect) {
        var run = known(id);
        var cancelled = audit.run(
                who,
                "TASK_CANCELLED",
                "task:" + id,
                run.name(),
                () -> tasks.cancel(run.id())
                        ? Optional.of(Change.of(run.state(), TaskState.CANCELLED))
                        : Optional.empty());
        redirect.addAttribute("done", cancelled ? Deed.CANCELLED : Deed.CANCELLED_BEFORE);
        return page(run);
    }

    private TaskRun known(String id) {
        return find(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private Optional<TaskRun> find(String id) {
        return TaskId.read(id).flatMap(history::find);
    }

    private String page(TaskRun run) {
        return properties.redirect(MonitorView.taskAddress(run.id()));
    }

    /** What an operator did to a task. */
    enum Deed {
        CANCELLED,
        CANCELLED_BEFORE
    }
}
