package stampede.task.retry;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;
import stampede.support.AfterCommit;
import stampede.task.UnknownTask;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.RetryTimesCheck;
import stampede.task.admin.TaskPlan;
import stampede.task.admin.TaskPlans;
import stampede.task.admin.TaskRetries;
import stampede.task.admin.TaskRetry;

/** Retries as an administrator sees them: the tasks of this node, and what was set for the cluster. */
class ClusterRetries implements TaskRetries {

    private final TaskPlans plans;
    private final RetryOverrideRepository table;
    private final RetryOverrides overrides;
    private final ObjectProvider<RetryTimesCheck> checks;

    ClusterRetries(
            TaskPlans plans,
            RetryOverrideRepository table,
            RetryOverrides overrides,
            ObjectProvider<RetryTimesCheck> checks) {
        this.plans = plans;
        this.table = table;
        this.overrides = overrides;
        this.checks = checks;
    }

    @Override
    public List<TaskRetry> list() {
        var set = table.all();
        return plans.list().stream().map(plan -> retry(plan, set)).toList();
    }

    @Override
    public Optional<TaskRetry> find(String task) {
        return plans.find(task).map(plan -> retry(plan, table.all()));
    }

    @Override
    public boolean set(String task, RetryTimes times, long version) {
        if (plans.find(task).isEmpty()) {
            throw new UnknownTask("This node knows no task " + task);
        }
        checks.orderedStream().forEach(check -> check.check(task, times));
        var isSet = table.put(task, times, version);
        AfterCommit.run(overrides::refresh);
        return isSet;
    }

    @Override
    public boolean reset(String task) {
        var wasSet = table.delete(task);
        AfterCommit.run(overrides::refresh);
        return wasSet;
    }

    private static TaskRetry retry(TaskPlan plan, Map<String, RetryOverrideRepository.RetryOverride> all) {
        var set = Optional.ofNullable(all.get(plan.name()));
        return new TaskRetry(
                plan,
                set.map(RetryOverrideRepository.RetryOverride::times),
                set.map(RetryOverrideRepository.RetryOverride::version).orElse(0L),
                set.map(RetryOverrideRepository.RetryOverride::changedAt));
    }
}
