package stampede.paymentadmin;

import static stampede.task.SendOption.id;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.group;
import static stampede.workflow.Workflow.step;

import java.time.LocalDate;
import stampede.payment.PaidTrade;
import stampede.payment.PaymentInquiry;
import stampede.payment.PaymentStatus;
import stampede.paymentadmin.Reconciliation.Difference;
import stampede.task.Beat;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.Tick;
import stampede.workflow.Workflows;

/**
 * Compares each day with Alipay's bill on the morning after, when it is made; and days that were left out, up to a week. Of payments
 * that only the bill knows Alipay is asked side by side, and then the day is compared once more: so a payment of which every word was
 * lost is booked at the latest here, and what is left is for people.
 */
@TaskHandlers
class ReconciliationTaskHandlers {

    private static final String QUEUE = "bills";
    private static final String AGAIN = "${stampede.payment.bill-again:1m}";

    private final BillReconciliation reconciliation;
    private final PaymentInquiry inquiry;
    private final ReconciliationSender sender;
    private final Workflows workflows;

    ReconciliationTaskHandlers(
            BillReconciliation reconciliation,
            PaymentInquiry inquiry,
            ReconciliationSender sender,
            Workflows workflows) {
        this.reconciliation = reconciliation;
        this.inquiry = inquiry;
        this.sender = sender;
        this.workflows = workflows;
    }

    @Beat(name = "payment.reconcile", cron = "0 30 10 * * *", zone = "Asia/Shanghai")
    void reconcile(Tick tick) {
        var yesterday = LocalDate.ofInstant(tick.due(), BillReconciliation.ZONE).minusDays(1);
        reconciliation.open(yesterday).forEach(day -> sender.send(day, "beat"));
    }

    /**
     * Answers how many lines differ. A bill that is not to be had is asked for again over some hours.
     *
     * @throws AlipayUnavailable if there is no bill now
     */
    @Task(name = "payment.compare-bill", queue = QUEUE, timeLimit = "10m")
    @Retry(backoff = AGAIN, factor = 8, max = "3h", attempts = 4)
    int compare(CompareBill task) {
        return reconciliation
                .compare(task.day(), task.who(), found -> askAbout(found, task))
                .found();
    }

    /**
     * There can be a thousand of them, and Alipay refuses whoever asks too often.
     *
     * @throws AlipayUnavailable if there is no answer, or none that can be trusted
     */
    @Task(name = "payment.ask-about-trade", queue = QUEUE, timeLimit = "60s", rateLimit = "20/s")
    @Retry(backoff = AGAIN, factor = 8, max = "3h", attempts = 4)
    PaymentStatus askAboutTrade(QueryTrade task) {
        var status = inquiry.lookAtTrade(task.tradeNo());
        if (status == PaymentStatus.UNKNOWN) {
            throw new AlipayUnavailable("Alipay does not say how trade " + task.tradeNo() + " stands");
        }
        return status;
    }

    private void askAbout(Reconciliation found, CompareBill task) {
        var questions = found.differences().stream()
                .filter(difference -> difference.kind() == Difference.Kind.PAYMENT_ONLY_IN_BILL)
                .filter(difference -> PaidTrade.orderOf(difference.orderNo()).isPresent())
                .map(difference -> new QueryTrade(difference.tradeNo()))
                .toList();
        if (!task.asked() && !questions.isEmpty()) {
            workflows.start(chain(
                    group(questions), step(new CompareBill(task.day(), task.who(), true), id(found.questions()))));
        }
    }
}
