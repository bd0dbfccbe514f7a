package stampede.payment;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.support.AuditLog;
import stampede.task.TaskId;

/** The operators' desk: looks into the tables of money, and has Alipay asked. */
@Service
class StoredPaymentDesk implements PaymentDesk {

    private final PaymentSearch search;
    private final RefundRows refunds;
    private final FollowUps followUps;
    private final ReconciliationSender comparisons;
    private final ReconciliationRows days;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    StoredPaymentDesk(
            PaymentSearch search,
            RefundRows refunds,
            FollowUps followUps,
            ReconciliationSender comparisons,
            ReconciliationRows days,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.search = search;
        this.refunds = refunds;
        this.followUps = followUps;
        this.comparisons = comparisons;
        this.days = days;
        this.audit = audit;
        this.transaction = transaction;
    }

    @Override
    public PageOf<Payment> payments(String text, Optional<Payment.State> state, int page, int size) {
        return search.payments(text, state, page, size);
    }

    @Override
    public PageOf<Notification> notifications(String text, Optional<Notification.Verdict> verdict, int page, int size) {
        return search.notifications(text, verdict, page, size);
    }

    @Override
    public Optional<Notification> notification(long id) {
        return search.notification(id);
    }

    @Override
    public PageOf<Refund> refunds(String text, Optional<Refund.State> state, int page, int size) {
        return search.refunds(text, state, page, size);
    }

    @Override
    public Waiting waiting() {
        return search.waiting();
    }

    @Override
    public Optional<Refund> refund(String requestNo) {
        return refunds.find(requestNo);
    }

    @Override
    public PaymentStanding askAlipay(SignedIn operator, OrderId order) {
        var standing = followUps.ask(order);
        transaction.executeWithoutResult(status ->
                audit.write(operator.who(), "ALIPAY_ASKED", "order:" + order, AuditLog.Change.of("", standing), ""));
        return standing;
    }

    @Override
    public List<Reconciliation> reconciliations(int newest) {
        return days.newest(newest);
    }

    @Override
    public Optional<Reconciliation> reconciliation(LocalDate day) {
        return days.find(day);
    }

    @Override
    public TaskId reconcile(SignedIn operator, LocalDate day) {
        var before = days.find(day)
                .map(found -> found.differences().size() + " differences")
                .orElse("");
        return Objects.requireNonNull(transaction.execute(status -> {
            var task = comparisons.sendNow(day, operator.who());
            audit.write(operator.who(), "RECONCILED", "day:" + day, AuditLog.Change.of(before, "task " + task), "");
            return task;
        }));
    }
}
