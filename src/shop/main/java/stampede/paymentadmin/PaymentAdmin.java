package stampede.paymentadmin;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.payment.AlipayNotification;
import stampede.payment.Payment;
import stampede.payment.PaymentStanding;
import stampede.refund.Refund;
import stampede.task.TaskId;

/** What operators see of the money. Pages count from 0 and are newest first. */
public interface PaymentAdmin {

    /** Payments by order number, trade number or request number ({@code text}, blank for all) and state. */
    PageOf<Payment> payments(String text, Optional<Payment.State> state, int page, int size);

    /** Notifications by the same text and by verdict. */
    PageOf<AlipayNotification> notifications(
            String text, Optional<AlipayNotification.Verdict> verdict, int page, int size);

    Optional<AlipayNotification> notification(long id);

    /** Refunds by the same text and by state. */
    PageOf<Refund> refunds(String text, Optional<Refund.State> state, int page, int size);

    /** How much of what waits for an operator. */
    Waiting waiting();

    Optional<Refund> refund(String requestNo);

    /** Asks Alipay about an order now, whatever its state, and books what it says. Audited. */
    PaymentStanding askAlipay(SignedIn operator, OrderId order);

    /** The latest comparisons with the bill, newest day first. */
    List<Reconciliation> reconciliations(int days);

    Optional<Reconciliation> reconciliation(LocalDate day);

    /**
     * Has a day compared with Alipay's bill now, and every trade asked about that only the bill knows. Audited.
     *
     * @return the task that does it, or is at it already; its result is how many lines differ
     */
    TaskId reconcile(SignedIn operator, LocalDate day);

    /** One page of many. */
    record PageOf<T>(List<T> items, int page, int size, long total) {

        public PageOf {
            items = List.copyOf(items);
        }
    }

    /**
     * What waits for an operator.
     *
     * @param asked refunds to decide
     * @param stuck refunds that Alipay refused
     * @param due refunds under way
     * @param mismatched genuine notifications that did not fit, in the last 24 hours
     * @param forged notifications that were not genuine, in the last 24 hours
     */
    record Waiting(long asked, long stuck, long due, long mismatched, long forged) {}

    /**
     * A day compared with Alipay's bill.
     *
     * @param day by Alipay's clock
     * @param runAt when it was compared
     * @param who by whom, such as {@code beat} or {@code operator:3}
     * @param bill what the bill adds up to
     * @param ours what our books add up to
     * @param found how many lines do not agree
     * @param differences those lines, the first thousand if there are more
     */
    record Reconciliation(
            LocalDate day, Instant runAt, String who, Sums bill, Sums ours, int found, List<Difference> differences) {

        public Reconciliation {
            differences = List.copyOf(differences);
        }

        /** The workflow in which Alipay is asked about what only the bill knows, if there was such; then the day is compared again. */
        public TaskId questions() {
            return new TaskId("bill:" + day + ":" + runAt.toEpochMilli());
        }
    }

    /** Money in and money back of a day. */
    record Sums(int payments, Money paid, int refunds, Money back) {}

    /**
     * A line that does not agree.
     *
     * @param kind how
     * @param tradeNo Alipay's number of the trade
     * @param orderNo ours; for a refund its request number
     * @param bill the bill's amount, if it has one
     * @param ours our amount, if we have one
     * @param detail in words
     */
    record Difference(
            Kind kind, String tradeNo, String orderNo, Optional<Money> bill, Optional<Money> ours, String detail) {

        public enum Kind {
            PAYMENT_ONLY_IN_BILL,
            PAYMENT_ONLY_HERE,
            PAYMENT_AMOUNT,
            REFUND_ONLY_IN_BILL,
            REFUND_ONLY_HERE,
            REFUND_AMOUNT
        }
    }
}
