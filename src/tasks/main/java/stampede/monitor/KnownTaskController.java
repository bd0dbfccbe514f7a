package stampede.monitor;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;

/** The kinds of tasks: how they are run, how many there were and how long they took. */
@Controller
@RequestMapping(MonitorProperties.PATH)
class KnownTaskController {

    private final KnownTasksView known;

    KnownTaskController(KnownTasksView known) {
        this.known = known;
    }

    @GetMapping("/known")
    String list(@RequestParam(defaultValue = "HOUR") KnownTasksView.Span span, Model model) {
        model.addAttribute("known", known.list(span));
        return show(span, model, "known-tasks");
    }

    @GetMapping("/known/one")
    String one(@RequestParam String name, @RequestParam(defaultValue = "HOUR") KnownTasksView.Span span, Model model) {
        model.addAttribute(
                "task", known.find(name, span).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND)));
        model.addAttribute("lastTries", known.plans().lastTries());
        model.addAttribute("lastTryDelay", known.plans().lastTryDelay());
        return show(span, model, "known-task");
    }

    private static String show(KnownTasksView.Span span, Model model, String template) {
        model.addAttribute("span", span);
        model.addAttribute("spans", KnownTasksView.Span.values());
        return MonitorView.template(template);
    }
}
