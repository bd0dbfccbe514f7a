package stampede.retryadmin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.stereotype.Service;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.audit.AuditedActs;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskPlan;
import stampede.task.admin.TaskPlans;
import stampede.task.admin.TaskRetries;
import stampede.task.admin.TaskRetry;

/** Changes when tasks are tried again; each change has its row in the audit log. */
@Service
public class RetryActs {

    private final TaskRetries retries;
    private final TaskPlans plans;
    private final AuditedActs acts;

    RetryActs(TaskRetries retries, TaskPlans plans, AuditedActs acts) {
        this.retries = retries;
        this.plans = plans;
        this.acts = acts;
    }

    /** All tasks, by name. */
    public List<TaskRetry> list() {
        return retries.list();
    }

    /**
     * One task.
     *
     * @throws RetryRefused if there is no such task
     */
    public TaskRetry find(String task) {
        return retries.find(task).orElseThrow(() -> new RetryRefused(RetryRefusal.UNKNOWN_TASK, "task"));
    }

    /** What its annotation and the settings say, in words; more than one line if that depends on the exception. */
    public List<RetryLine> annotation(TaskRetry retry) {
        return retry.plan().retries().stream()
                .map(rule -> RetryLine.of(rule, plans.lastTries(), plans.lastTryDelay()))
                .toList();
    }

    /** What holds now, in words. */
    public List<RetryLine> now(TaskRetry retry) {
        return retry.set().map(times -> List.of(RetryLine.of(times))).orElseGet(() -> annotation(retry));
    }

    /** What can be set to have it as it is now, as far as it can: what the annotation says of exceptions is lost. */
    public RetryTimes times(TaskRetry retry) {
        return retry.set().orElseGet(() -> annotated(retry));
    }

    private RetryTimes annotated(TaskRetry retry) {
        var rules = retry.plan().retries();
        var rule = rules.get(rules.size() - 1);
        return new RetryTimes(
                rule.delays().stream()
                        .limit(RetryTimes.MOST)
                        .map(RetryActs::within)
                        .toList(),
                rule.jitter(),
                Math.min(plans.lastTries(), RetryTimes.MOST),
                within(plans.lastTryDelay()));
    }

    private static Duration within(Duration wait) {
        if (wait.compareTo(RetryTimes.SHORTEST) < 0) {
            return RetryTimes.SHORTEST;
        }
        return wait.compareTo(RetryTimes.LONGEST) > 0 ? RetryTimes.LONGEST : Duration.ofSeconds(wait.toSeconds());
    }

    /**
     * Sets it for all workers.
     *
     * @param version as it was when it was read
     * @throws RetryRefused if it cannot be so, or somebody else was faster
     */
    public void set(SignedIn operator, String task, RetryTimes times, long version, String reason) {
        var before = find(task);
        acts.run(act(operator, "RETRIES_SET", task, reason), () -> {
            if (!retries.set(task, times, version)) {
                throw new RetryRefused(RetryRefusal.RETRIES_CHANGED, "version");
            }
            return AuditedActs.Done.of(true, new Change(text(before), text(times)));
        });
    }

    /** Goes back to what the annotation says. Answers false if nothing was set. */
    public boolean reset(SignedIn operator, String task, String reason) {
        var before = find(task);
        return acts.run(
                act(operator, "RETRIES_RESET", task, reason),
                () -> retries.reset(task)
                        ? AuditedActs.Done.of(true, new Change(text(before), "annotation: " + text(before.plan())))
                        : AuditedActs.Done.nothing(false));
    }

    private static AuditLog.Act act(SignedIn operator, String action, String task, String reason) {
        return new AuditLog.Act(operator.who(), action, "task:" + task).because(reason);
    }

    private static String text(TaskRetry retry) {
        return retry.set().map(RetryActs::text).orElseGet(() -> "annotation: " + text(retry.plan()));
    }

    private static String text(RetryTimes times) {
        return "%s, jitter %d %%, %d last tries after %s"
                .formatted(
                        times.delays().isEmpty() ? "none" : RetryText.write(times.delays()),
                        Math.round(times.jitter() * 100),
                        times.lastTries(),
                        RetryText.write(times.lastTryDelay()));
    }

    private static String text(TaskPlan plan) {
        return plan.retries().stream()
                .map(rule -> Optional.of(RetryText.write(rule.delays()))
                        .filter(text -> !text.isEmpty())
                        .orElse("none"))
                .collect(Collectors.joining(" | "));
    }
}
