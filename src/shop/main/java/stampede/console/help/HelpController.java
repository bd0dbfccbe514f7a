package stampede.console.help;

import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import stampede.account.Duty;
import stampede.account.Needs;

/** The page to which every page of the console leads that somebody does not understand. */
@Controller
class HelpController {

    private final Runbook runbook;

    HelpController(Runbook runbook) {
        this.runbook = runbook;
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/help")
    String help(Model model) {
        model.addAttribute("runbook", runbook.html());
        return "console/help";
    }
}
