package stampede.console.recovery;

import jakarta.servlet.http.HttpServletRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Controller;
import org.springframework.ui.Model;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.server.ResponseStatusException;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.desk.DeskForm;
import stampede.desk.EditConflict;
import stampede.history.TaskStatistics;
import stampede.retryadmin.RetryActs;
import stampede.retryadmin.RetryRefusal;
import stampede.retryadmin.RetryRefused;
import stampede.retryadmin.RetryText;
import stampede.site.ShopTimes;
import stampede.task.TaskState;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskRetry;

/** When failed tasks are tried again: what the annotations say, what holds now, and how it is changed. */
@Controller
class RetryController {

    private static final String PATH = "/console/retries";
    private static final String PAGE = "console/retry";
    private static final List<String> FIELDS = List.of("delays", "jitter", "lastTries", "lastTryDelay", "reason");

    private final RetryActs acts;
    private final TaskStatistics statistics;
    private final ShopTimes times;

    RetryController(RetryActs acts, TaskStatistics statistics, ShopTimes times) {
        this.acts = acts;
        this.statistics = statistics;
        this.times = times;
    }

    @Needs(Duty.SEE)
    @GetMapping(PATH)
    String list(Model model) {
        var midnight = times.today().atStartOfDay(times.zone()).toInstant();
        var today = statistics.since(midnight).stream()
                .collect(Collectors.toMap(TaskStatistics.OfName::name, Function.identity()));
        model.addAttribute(
                "rows", acts.list().stream().map(retry -> row(retry, today)).toList());
        return "console/retries";
    }

    /** One task; {@code done} says what was done a moment ago. */
    @Needs(Duty.SEE)
    @GetMapping(PATH + "/{task}")
    String one(@PathVariable String task, @RequestParam(defaultValue = "") String done, Model model) {
        var retry = find(task);
        show(retry, model);
        model.addAttribute("form", DeskForm.of(values(acts.times(retry)), retry.version()));
        model.addAttribute("done", List.of("set", "reset", "same").contains(done) ? done : "");
        return PAGE;
    }

    /** Sets it for all workers, which follow within half a second. */
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{task}")
    Object set(@PathVariable String task, @CurrentAccount SignedIn operator, HttpServletRequest request, Model model) {
        var retry = find(task);
        var form = DeskForm.of(request, FIELDS);
        checkReason(form);
        if (form.errors().none()) {
            try {
                acts.set(operator, task, read(form), form.version(), form.value("reason"));
                return "redirect:" + PATH + "/" + task + "?done=set";
            } catch (RetryRefused refused) {
                reject(refused, form, task);
            }
        }
        show(retry, model);
        return form.refused(PAGE);
    }

    /** Back to the annotation. */
    @Needs(Duty.RUN)
    @PostMapping(PATH + "/{task}/reset")
    Object reset(
            @PathVariable String task, @CurrentAccount SignedIn operator, HttpServletRequest request, Model model) {
        var retry = find(task);
        var form = DeskForm.of(request, List.of("reason"));
        checkReason(form);
        if (form.errors().none()) {
            var wasSet = acts.reset(operator, task, form.value("reason"));
            return "redirect:" + PATH + "/" + task + "?done=" + (wasSet ? "reset" : "same");
        }
        show(retry, model);
        var values = new LinkedHashMap<>(values(acts.times(retry)));
        values.put("reason", form.value("reason"));
        return new DeskForm(values, retry.version(), form.errors()).refused(PAGE);
    }

    private void reject(RetryRefused refused, DeskForm form, String task) {
        if (refused.reason() == RetryRefusal.RETRIES_CHANGED) {
            var now = find(task);
            throw new EditConflict(PATH + "/" + task, "console.retries", form, values(acts.times(now)), now.version());
        }
        var field = refused.field().equals("abandoned") ? "delays" : refused.field();
        form.errors().reject(field, refused.sentence(), refused.arguments().toArray());
    }

    private static void checkReason(DeskForm form) {
        var length = form.value("reason").length();
        if (length < 5 || length > 200) {
            form.errors().reject("reason", "console.retries.bad.reason");
        }
    }

    private void show(TaskRetry retry, Model model) {
        model.addAttribute("row", row(retry, Map.of()));
        model.addAttribute("task", retry.plan().name());
    }

    private RetryRow row(TaskRetry retry, Map<String, TaskStatistics.OfName> today) {
        var counts = today.get(retry.plan().name());
        return new RetryRow(
                retry,
                acts.annotation(retry),
                acts.now(retry),
                counts == null ? 0 : counts.in(TaskState.RETRY),
                counts == null ? 0 : counts.in(TaskState.FAILURE));
    }

    private TaskRetry find(String task) {
        try {
            return acts.find(task);
        } catch (RetryRefused unknown) {
            throw new ResponseStatusException(HttpStatus.NOT_FOUND);
        }
    }

    private static RetryTimes read(DeskForm form) {
        return RetryText.read(
                form.value("delays"), form.value("jitter"), form.value("lastTries"), form.value("lastTryDelay"));
    }

    private static Map<String, String> values(RetryTimes times) {
        return Map.of(
                "delays", RetryText.write(times.delays()),
                "jitter", Long.toString(Math.round(times.jitter() * 100)),
                "lastTries", Integer.toString(times.lastTries()),
                "lastTryDelay", RetryText.write(times.lastTryDelay()),
                "reason", "");
    }
}
