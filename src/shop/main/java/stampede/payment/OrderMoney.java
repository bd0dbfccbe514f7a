package stampede.payment;

import java.util.List;
import stampede.money.Money;
import stampede.refund.Refund;

/**
 * What happened to the money of an order.
 *
 * @param payments what came, oldest first
 * @param refunds what goes or went back, or was asked back, oldest first
 */
public record OrderMoney(List<Payment> payments, List<Refund> refunds) {

    public static final OrderMoney NONE = new OrderMoney(List.of(), List.of());

    public OrderMoney {
        payments = List.copyOf(payments);
        refunds = List.copyOf(refunds);
    }

    /** What paid for the order and neither went back nor is asked back: so much can still be. */
    public Money refundable() {
        var paid = payments.stream()
                .filter(payment -> payment.state() == Payment.State.APPLIED)
                .mapToLong(payment -> payment.amount().fen() - backOf(payment))
                .sum();
        return new Money(Math.max(0, paid));
    }

    /** Whether one is asked for or under way; another one is refused until then. */
    public boolean hasOpenRefund() {
        return refunds.stream().anyMatch(Refund::isOpen);
    }

    /** What has gone back for certain. */
    public Money refunded() {
        return new Money(refunds.stream()
                .filter(refund -> refund.state() == Refund.State.DONE)
                .mapToLong(refund -> refund.amount().fen())
                .sum());
    }

    private long backOf(Payment payment) {
        return refunds.stream()
                .filter(refund -> refund.tradeNo().equals(payment.tradeNo()))
                .filter(refund -> refund.state() != Refund.State.DECLINED)
                .mapToLong(refund -> refund.amount().fen())
                .sum();
    }
}
