package stampede.monitor;

import java.security.Principal;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.monitor.MonitorAudit.Change;
import stampede.workflow.WorkflowState;
import stampede.workflow.Workflows;

/** A whole workflow: its steps, and cancelling it. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class WorkflowController {

    private final TaskStory story;
    private final Workflows workflows;
    private final MonitorAudit audit;
    private final MonitorProperties properties;

    WorkflowController(TaskStory story, Workflows workflows, MonitorAudit audit, MonitorProperties properties) {
        this.story = story;
        this.workflows = workflows;
        this.audit = audit;
        this.properties = properties;
    }

    /** {@code id} is that of the whole or of any of its tasks; {@code done} is what was just done to it. */
    @GetMapping("/workflow")
    String workflow(@RequestParam String id, @RequestParam Optional<Deed> done, Model model) {
        model.addAttribute("id", id);
        model.addAttribute("workflow", known(id));
        done.ifPresent(deed -> model.addAttribute("done", deed));
        return MonitorView.template("workflow");
    }

    @PostMapping("/workflow/cancel")
    String cancel(@RequestParam String id, @Nullable Principal who, RedirectAttributes redirect) {
        var tree = known(id).tree();
        var change = Change.of(tree.state(), WorkflowState.CANCELLED);
        var cancelled = audit.run(
                who, "WORKFLOW_CANCELLED", "workflow:" + tree.id(), change, () -> workflows.cancel(tree.id()));
        redirect.addAttribute("id", id).addAttribute("done", cancelled ? Deed.CANCELLED : Deed.ENDED_BEFORE);
        return properties.redirect("/workflow");
    }

    private WorkflowStory known(String id) {
        return story.workflowOf(id).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    /** What an operator did to a workflow. */
    enum Deed {
        CANCELLED,
        ENDED_BEFORE
    }
}
