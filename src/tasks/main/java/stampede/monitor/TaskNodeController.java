package stampede.monitor;

import java.time.Clock;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueues;

/** The nodes of the cluster and what each of them runs at this moment. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class TaskNodeController {

    private final TaskNodes nodes;
    private final TaskQueues queues;
    private final Clock clock;

    TaskNodeController(TaskNodes nodes, TaskQueues queues, Clock clock) {
        this.nodes = nodes;
        this.queues = queues;
        this.clock = clock;
    }

    @GetMapping("/workers")
    String workers(Model model) {
        model.addAttribute("nodes", nodes.list());
        model.addAttribute("brokerAway", queues.isBrokerAway());
        model.addAttribute("now", clock.instant());
        return MonitorView.template("workers");
    }
}
