package stampede.refund;

import stampede.task.Task;
import stampede.task.TaskHandlers;

/** What happens to refunds in the background. */
@TaskHandlers
class RefundTaskHandlers {

    private final RefundPayer refundPayer;

    RefundTaskHandlers(RefundPayer refundPayer) {
        this.refundPayer = refundPayer;
    }

    /** One that comes early, twice or after the poller has been there does nothing. */
    @Task(name = "payment.pay-back", queue = "refunds", timeLimit = "60s")
    void payBack(PayRefund task) {
        refundPayer.step(task.requestNo());
    }
}
