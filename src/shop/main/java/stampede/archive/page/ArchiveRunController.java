package stampede.archive.page;

import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.archive.ArchiveRuns;
import stampede.refusal.RefusalException;

/** A run through the archive: how far it is, and stopping it. */
@Controller
class ArchiveRunController {

    private static final String PATH = ArchiveListController.PATH + "/runs/{run}";

    private final ArchiveRuns runs;

    ArchiveRunController(ArchiveRuns runs) {
        this.runs = runs;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    ModelAndView show(@PathVariable long run) {
        try {
            var found = runs.find(run);
            return new ModelAndView("archive/archive-run")
                    .addObject("run", found)
                    .addObject("failedAgain", runs.failedAgain(found));
        } catch (RefusalException none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, none.getMessage(), none);
        }
    }

    /** One that has ended meanwhile is shown as it is. */
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/stop")
    String stop(@PathVariable long run, @CurrentAccount SignedIn operator) {
        try {
            runs.stop(operator, run);
        } catch (RefusalException none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, none.getMessage(), none);
        }
        return "redirect:" + ArchiveListController.PATH + "/runs/" + run;
    }

    /** Where a reload leads. */
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/stop")
    String back(@PathVariable long run) {
        return "redirect:" + ArchiveListController.PATH + "/runs/" + run;
    }
}
