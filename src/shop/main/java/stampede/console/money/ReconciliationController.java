package stampede.console.money;

import java.time.Duration;
import java.time.LocalDate;
import java.util.Optional;
import org.springframework.format.annotation.DateTimeFormat;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.support.RedirectAttributes;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.history.TaskHistory;
import stampede.history.TaskNotDone;
import stampede.history.TaskResults;
import stampede.history.TaskRun;
import stampede.paymentadmin.PaymentAdmin;
import stampede.task.TaskId;
import stampede.workflow.Workflows;

/** Days compared with Alipay's bill. */
@Controller
class ReconciliationController {

    private static final int DAYS = 31;

    /** How long somebody who asks for a comparison waits for it before the page says how it stands. */
    private static final Duration PATIENCE = Duration.ofSeconds(3);

    private final PaymentAdmin desk;
    private final TaskResults results;
    private final TaskHistory history;
    private final Workflows workflows;
    private final MoneyPageModel pages;

    ReconciliationController(
            PaymentAdmin desk, TaskResults results, TaskHistory history, Workflows workflows, MoneyPageModel pages) {
        this.desk = desk;
        this.results = results;
        this.history = history;
        this.workflows = workflows;
        this.pages = pages;
    }

    /** {@code task} is a comparison that was asked for just now. */
    @Needs(Duty.SEE)
    @GetMapping("/console/payments/days")
    String days(@RequestParam(defaultValue = "") String task, Model model) {
        pages.frame(model);
        model.addAttribute("days", desk.reconciliations(DAYS));
        model.addAttribute("run", comparison(task).orElse(null));
        return "console/bills";
    }

    @Needs(Duty.SEE)
    @GetMapping("/console/payments/days/{day}")
    String day(@PathVariable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate day, Model model) {
        pages.frame(model);
        var outcome = desk.reconciliation(day).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        model.addAttribute("outcome", outcome);
        model.addAttribute("questions", workflows.find(outcome.questions()).orElse(null));
        return "console/bill";
    }

    @Needs(Duty.MONEY)
    @PostMapping("/console/payments/days")
    String compare(
            @RequestParam @DateTimeFormat(iso = DateTimeFormat.ISO.DATE) LocalDate day,
            @CurrentAccount SignedIn operator,
            RedirectAttributes redirect) {
        var task = desk.reconcile(operator, day);
        try {
            results.await(task, Integer.class, PATIENCE);
            return "redirect:/console/payments/days/" + day;
        } catch (TaskNotDone notYet) {
            redirect.addAttribute("task", task.value());
            return "redirect:/console/payments/days";
        }
    }

    private Optional<TaskRun> comparison(String task) {
        return TaskId.read(task).flatMap(history::find).filter(run -> run.name().equals("payment.compare-bill"));
    }
}
