package stampede.task.retry;

import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Has a worker follow what is set: it is in the memory of each within half a second. */
@OnRole(NodeRole.WORKER)
class RetryOverrideJob {

    private final RetryOverrides overrides;

    RetryOverrideJob(RetryOverrides overrides) {
        this.overrides = overrides;
    }

    @Scheduled(fixedDelay = 400, scheduler = JobScheduler.ENGINE)
    void turn() {
        overrides.refresh();
    }
}
