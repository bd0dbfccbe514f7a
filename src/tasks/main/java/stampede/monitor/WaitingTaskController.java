package stampede.monitor;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;

/** What waits in the database and at other systems, and which keys are held. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class WaitingTaskController {

    private final WaitingTasksView waiting;

    WaitingTaskController(WaitingTasksView waiting) {
        this.waiting = waiting;
    }

    @GetMapping("/waiting")
    String outbox(
            @RequestParam(defaultValue = "") String queue, @RequestParam(defaultValue = "0") long after, Model model) {
        model.addAttribute("queue", queue);
        model.addAttribute("backlogs", waiting.backlogs());
        model.addAttribute("found", waiting.outbox(queue, after));
        model.addAttribute("foreign", waiting.foreign());
        return MonitorView.template("waiting");
    }

    @GetMapping("/unique-keys")
    String keys(
            @RequestParam(defaultValue = "") String begins,
            @RequestParam(defaultValue = "") String after,
            Model model) {
        model.addAttribute("begins", begins);
        model.addAttribute("found", waiting.keys(begins, after));
        return MonitorView.template("unique-keys");
    }
}
