package stampede.paymentadmin;

import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.order.OrderId;
import stampede.payment.AlipayNotification;
import stampede.payment.Payment;
import stampede.payment.PaymentFollowUp;
import stampede.payment.PaymentStatus;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;
import stampede.task.TaskId;

/** What operators see of the money. */
@Service
public class PaymentAdmin {

    private final PaymentSearchRepository search;
    private final RefundRepository refunds;
    private final PaymentFollowUp followUp;
    private final ReconciliationSender comparisons;
    private final ReconciliationRepository days;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    PaymentAdmin(
            PaymentSearchRepository search,
            RefundRepository refunds,
            PaymentFollowUp followUp,
            ReconciliationSender comparisons,
            ReconciliationRepository days,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.search = search;
        this.refunds = refunds;
        this.followUp = followUp;
        this.comparisons = comparisons;
        this.days = days;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** Payments by order number, trade number or request number ({@code text}) and by state ({@code is}). */
    public ListPage<Payment> payments(ListQuery query) {
        return search.payments(query);
    }

    /** The same, all of them; answers whether those were all. */
    public boolean payments(ListQuery query, int most, Consumer<Payment> row) {
        return search.payments(query, most, row);
    }

    /** Notifications by the same text and by verdict. */
    public ListPage<AlipayNotification> notifications(ListQuery query) {
        return search.notifications(query);
    }

    /** The same, all of them; answers whether those were all. */
    public boolean notifications(ListQuery query, int most, Consumer<AlipayNotification> row) {
        return search.notifications(query, most, row);
    }

    public Optional<AlipayNotification> notification(long id) {
        return search.notification(id);
    }

    /** Refunds by the same text and by state. */
    public ListPage<Refund> refunds(ListQuery query) {
        return search.refunds(query);
    }

    /** The same, all of them; answers whether those were all. */
    public boolean refunds(ListQuery query, int most, Consumer<Refund> row) {
        return search.refunds(query, most, row);
    }

    /** How much of what waits for an operator. */
    public WaitingMoney waiting() {
        return search.waiting();
    }

    public Optional<Refund> refund(String requestNo) {
        return refunds.find(requestNo);
    }

    /** Asks Alipay about an order now, whatever its state, and books what it says. Audited. */
    public PaymentStatus askAlipay(SignedIn operator, OrderId order) {
        var said = followUp.ask(order);
        transaction.executeWithoutResult(status ->
                audit.write(operator.who(), "ALIPAY_ASKED", "order:" + order, AuditLog.Change.of("", said), ""));
        return said;
    }

    /** The latest comparisons with the bill, newest day first. */
    public List<Reconciliation> reconciliations(int newest) {
        return days.newest(newest);
    }

    public Optional<Reconciliation> reconciliation(LocalDate day) {
        return days.find(day);
    }

    /**
     * Has a day compared with Alipay's bill now, and every trade asked about that only the bill knows. Audited.
     *
     * @return the task that does it, or is at it already; its result is how many lines differ
     */
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
