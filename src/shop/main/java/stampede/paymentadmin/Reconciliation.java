package stampede.paymentadmin;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import stampede.money.Money;
import stampede.task.TaskId;

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
public record Reconciliation(
        LocalDate day, Instant runAt, String who, Sums bill, Sums ours, int found, List<Difference> differences) {

    public Reconciliation {
        differences = List.copyOf(differences);
    }

    /** The workflow in which Alipay is asked about what only the bill knows, if there was such; then the day is compared again. */
    public TaskId questions() {
        return new TaskId("bill:" + day + ":" + runAt.toEpochMilli());
    }

    /** Money in and money back of a day. */
    public record Sums(int payments, Money paid, int refunds, Money back) {}

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
    public record Difference(
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
