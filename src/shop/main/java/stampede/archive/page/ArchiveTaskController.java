package stampede.archive.page;

import jakarta.servlet.http.HttpServletRequest;
import java.time.Duration;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.archive.Archive;
import stampede.archive.ArchiveCase;
import stampede.archive.ArchiveCaseReader;
import stampede.archive.ArchiveRefusal;
import stampede.archive.ArchivedTask;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.refusal.RefusalException;

/** One dead task: what it died of, what a retry would come to, and what is decided about it. */
@Controller
class ArchiveTaskController {

    private static final String PATH = ArchiveListController.PATH + "/{id}";

    private final ArchiveCaseReader cases;
    private final Archive archive;
    private final Confirmations confirmations;

    ArchiveTaskController(ArchiveCaseReader cases, Archive archive, Confirmations confirmations) {
        this.cases = cases;
        this.archive = archive;
        this.confirmations = confirmations;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    ModelAndView one(@PathVariable long id) {
        return page(find(id));
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/retry")
    ModelAndView retry(
            @PathVariable long id,
            @RequestParam(defaultValue = "0") String wait,
            @RequestParam(defaultValue = "") String reason,
            @CurrentAccount SignedIn operator) {
        var seconds = wait.matches("\\d{1,5}") ? Long.parseLong(wait) : 0;
        return act(id, "RETRIED", () -> archive.retry(operator, id, Duration.ofSeconds(seconds), reason.strip()));
    }

    @Needs(Duty.RUN)
    @GetMapping(PATH + "/discard")
    ModelAndView askToDiscard(@PathVariable long id, @CurrentAccount SignedIn operator) {
        var one = find(id);
        return one.task().state().isDecided()
                ? refused(one, ArchiveRefusal.ALREADY_DECIDED)
                : confirmations.ask(question(operator, one.task()));
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/discard")
    ModelAndView discard(@PathVariable long id, @CurrentAccount SignedIn operator, HttpServletRequest request) {
        var one = find(id);
        if (one.task().state().isDecided()) {
            return refused(one, ArchiveRefusal.ALREADY_DECIDED);
        }
        var answer = confirmations.read(question(operator, one.task()), request);
        return answer.again()
                .orElseGet(() -> act(id, "DISCARDED", () -> archive.discard(operator, id, answer.reason())));
    }

    @Needs(Duty.RUN)
    @PostMapping(PATH + "/notes")
    ModelAndView note(
            @PathVariable long id, @RequestParam(defaultValue = "") String text, @CurrentAccount SignedIn operator) {
        return act(id, "NOTED", () -> archive.note(operator, id, text));
    }

    /** Where a reload leads. */
    @Needs(Duty.SEE)
    @GetMapping({PATH + "/retry", PATH + "/notes"})
    String back(@PathVariable long id) {
        return "redirect:" + ArchiveListController.PATH + "/" + id;
    }

    private ModelAndView act(long id, String done, Runnable act) {
        try {
            act.run();
            return new ModelAndView("redirect:" + ArchiveListController.PATH + "/" + id + "?done=" + done);
        } catch (RefusalException refused) {
            return refused(find(id), (ArchiveRefusal) refused.reason());
        }
    }

    private ArchiveCase find(long id) {
        try {
            return cases.read(id);
        } catch (RefusalException none) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND, none.getMessage(), none);
        }
    }

    private static ModelAndView refused(ArchiveCase one, ArchiveRefusal reason) {
        var page = page(one).addObject("refused", reason);
        page.setStatus(reason.status());
        return page;
    }

    private static ModelAndView page(ArchiveCase one) {
        return new ModelAndView("archive/dead-task").addObject("one", one).addObject("task", one.task());
    }

    private static Confirmations.Question question(SignedIn operator, ArchivedTask task) {
        var path = ArchiveListController.PATH + "/" + task.id();
        return new Confirmations.Question(
                operator.who() + " TASK_DISCARDED dead:" + task.id() + " " + task.state(),
                path + "/discard",
                path,
                "console.archive.discard",
                List.of(
                        new Confirm.Figure("orders", task.orders()),
                        Confirm.Figure.of("stake", task.stake()),
                        new Confirm.Figure("tries", task.attempts())),
                "");
    }
}
