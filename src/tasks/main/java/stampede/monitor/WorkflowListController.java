package stampede.monitor;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import stampede.monitor.format.KeysetPage;
import stampede.workflow.WorkflowState;
import stampede.workflow.WorkflowSummary;
import stampede.workflow.Workflows;

/** Workflows: those that wait for somebody first. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class WorkflowListController {

    private final Workflows workflows;

    WorkflowListController(Workflows workflows) {
        this.workflows = workflows;
    }

    @GetMapping("/workflows")
    String list(@RequestParam @Nullable WorkflowState state, @RequestParam Optional<Long> before, Model model) {
        model.addAttribute("stuck", state == null && before.isEmpty() ? stuck(workflows) : List.of());
        model.addAttribute("found", page(workflows, Optional.ofNullable(state), before));
        model.addAttribute("wanted", state);
        model.addAttribute("states", WorkflowState.values());
        model.addAttribute("first", before.isEmpty());
        return MonitorView.template("workflows");
    }

    static List<WorkflowSummary> stuck(Workflows workflows) {
        return workflows.stuck(KeysetPage.SIZE);
    }

    static KeysetPage<WorkflowSummary> page(Workflows workflows, Optional<WorkflowState> state, Optional<Long> before) {
        return KeysetPage.of(
                workflows.list(state, before.orElse(Long.MAX_VALUE), KeysetPage.SIZE + 1),
                KeysetPage.SIZE,
                WorkflowSummary::number);
    }
}
