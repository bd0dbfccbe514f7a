package stampede.payment;

import java.util.List;
import stampede.support.Money;

/**
 * What happened to the money of an order.
 *
 * @param payments what came, oldest first
 * @param refunds what goes or went back, or was asked back, oldest first
 */
public record MoneyOfOrder(List<Payment> payments, List<Refund> refunds) {

    public static final MoneyOfOrder NONE = new MoneyOfOrder(List.of(), List.of());

    public MoneyOfOrder {
        payments = List.copyOf(payments);
        refunds = List.copyOf(refunds);
    }

    /** What has gone back for certain. */
    public Money refunded() {
        return new Money(refunds.stream()
                .filter(refund -> refund.state() == Refund.State.DONE)
                .mapToLong(refund -> refund.amount().fen())
                .sum());
    }
}
