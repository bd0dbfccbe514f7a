package stampede.paymentadmin;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.order.OrderId;
import stampede.payment.AlipayNotification;
import stampede.payment.Payment;
import stampede.payment.PaymentFollowUp;
import stampede.payment.PaymentStanding;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;
import stampede.task.TaskId;

/** The operators' desk: looks into the tables of money, and has Alipay asked. */
@Service
class PaymentAdminService implements PaymentAdmin {

    private final PaymentSearchRepository search;
    private final RefundRepository refunds;
    private final PaymentFollowUp paymentFollowUp;
    private final ReconciliationSender comparisons;
    private final ReconciliationRepository days;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    PaymentAdminService(
            PaymentSearchRepository search,
            RefundRepository refunds,
            PaymentFollowUp paymentFollowUp,
            ReconciliationSender comparisons,
            ReconciliationRepository days,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.search = search;
        this.refunds = refunds;
        this.paymentFollowUp = paymentFollowUp;
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
    public PageOf<AlipayNotification> notifications(
            String text, Optional<AlipayNotification.Verdict> verdict, int page, int size) {
        return search.notifications(text, verdict, page, size);
    }

    @Override
    public Optional<AlipayNotification> notification(long id) {
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
        var standing = paymentFollowUp.ask(order);
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
