package stampede.payment;

import stampede.task.Task;
import stampede.task.TaskHandlers;

/** What happens to refunds in the background. */
@TaskHandlers
class RefundTasks {

    private final PayingBack payingBack;

    RefundTasks(PayingBack payingBack) {
        this.payingBack = payingBack;
    }

    /** One that comes early, twice or after the poller has been there does nothing. */
    @Task(name = "payment.pay-back", queue = "refunds", timeLimit = "60s")
    void payBack(PayBackMoney task) {
        payingBack.step(task.requestNo());
    }
}
