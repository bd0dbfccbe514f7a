package stampede.workflow;

import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.task.spi.TaskRequests;

/** Forgets workflows that ended long ago, a hundred at a time; any number of nodes may do so. */
@OnRole(NodeRole.WORKER)
class WorkflowRetention {

    private static final Logger log = LoggerFactory.getLogger(WorkflowRetention.class);
    private static final int AT_A_TIME = 100;

    private final TransactionTemplate transaction;
    private final WorkflowRepository workflows;
    private final WorkflowStepRepository steps;
    private final TaskRequests requests;
    private final WorkflowProperties properties;
    private final Clock clock;

    WorkflowRetention(
            TransactionTemplate transaction,
            WorkflowRepository workflows,
            WorkflowStepRepository steps,
            TaskRequests requests,
            WorkflowProperties properties,
            Clock clock) {
        this.transaction = transaction;
        this.workflows = workflows;
        this.steps = steps;
        this.requests = requests;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.MINUTES, scheduler = JobScheduler.ENGINE)
    void turn() {
        endWhatIsStuck();
        forget(WorkflowState.SUCCESS, properties.keep());
        forget(WorkflowState.CANCELLED, properties.keep());
        forget(WorkflowState.FAILURE, properties.keepFailed());
    }

    private void endWhatIsStuck() {
        var before = clock.instant().minus(properties.keepRunning()).toEpochMilli();
        while (Boolean.TRUE.equals(transaction.execute(status -> endWhatIsStuck(before)))) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    /** Answers whether there may be more. */
    private boolean endWhatIsStuck(long before) {
        var old = workflows.unchangedSince(WorkflowState.RUNNING, before, AT_A_TIME);
        for (var number : old) {
            if (steps.lastChange(number) >= before || requests.isAnyWaiting(steps.sent(number))) {
                workflows.touch(number);
            } else {
                workflows.lock(number).ifPresent(this::end);
            }
        }
        return old.size() == AT_A_TIME;
    }

    private void end(WorkflowRepository.Row workflow) {
        log.warn(
                "Workflow {} is cancelled: nothing moved in it for {}, and none of its tasks waits for its time",
                workflow.id(),
                properties.keepRunning());
        workflows.change(workflow.number(), WorkflowState.CANCELLED, workflow.failed());
        steps.cancelWaiting(workflow.number());
    }

    private void forget(WorkflowState state, Duration keep) {
        var before = clock.instant().minus(keep).toEpochMilli();
        while (Boolean.TRUE.equals(transaction.execute(status -> forget(state, before)))) {
            if (Thread.currentThread().isInterrupted()) {
                return;
            }
        }
    }

    /** Answers whether there may be more. */
    private boolean forget(WorkflowState state, long before) {
        var old = workflows.unchangedSince(state, before, AT_A_TIME);
        if (!old.isEmpty()) {
            steps.remove(old);
            workflows.remove(old);
        }
        return old.size() == AT_A_TIME;
    }
}
