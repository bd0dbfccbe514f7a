package stampede.storefront.order;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Shipment;
import stampede.payment.OrderMoney;
import stampede.payment.Payment;
import stampede.refund.Refund;
import stampede.storefront.OfferCard;

/**
 * An order as a page shows it.
 *
 * @param order the order
 * @param card the offer it was made from, if that can still be seen
 * @param money what has happened to its money
 */
record OrderRow(Order order, Optional<OfferCard> card, OrderMoney money) {

    public Optional<String> picture() {
        return card.map(known -> known.offer().picture());
    }

    public boolean awaitsPayment() {
        return order.status() == OrderStatus.AWAITING_PAYMENT;
    }

    public boolean isPaid() {
        return switch (order.status()) {
            case PAID, SHIPPED, FINISHED -> true;
            case AWAITING_PAYMENT, CLOSING, CLOSED, REFUNDING, REFUNDED, REJECTED, ABANDONED -> false;
        };
    }

    /** Whether it may change while the shopper looks on. */
    public boolean isMoving() {
        return awaitsPayment() || order.status() == OrderStatus.CLOSING || isMoneyOnItsWay();
    }

    /** Whether somebody else may do something about it while the shopper looks on: what is paid is sent. */
    public boolean isWatched() {
        return isMoving() || order.status() == OrderStatus.PAID;
    }

    /** Whether its shopper can ask for money back now. */
    public boolean isRefundable() {
        return order.status() == OrderStatus.PAID
                && !money.hasOpenRefund()
                && money.refundable().fen() > 0;
    }

    /** Whether its shopper can say that it came. */
    public boolean isReceivable() {
        return order.status() == OrderStatus.SHIPPED && !money.hasOpenRefund();
    }

    /** Whether money came when it could no longer pay the order. */
    public boolean isPaidTooLate() {
        return money.payments().stream().anyMatch(payment -> payment.state() == Payment.State.LATE);
    }

    /** The refund that is to be told where there is room for one only: the last that was not refused. */
    public Optional<Refund> lastRefund() {
        return money.refunds().stream()
                .filter(refund -> refund.state() != Refund.State.DECLINED)
                .reduce((before, last) -> last);
    }

    /** What happened and what comes next, of one that goes the way of most: ordered, paid, shipped, finished. */
    public List<Step> steps() {
        var shipment = order.shipment();
        return switch (order.status()) {
            case AWAITING_PAYMENT, PAID, SHIPPED, FINISHED ->
                List.of(
                        new Step("ordered", Optional.of(order.reservedAt())),
                        new Step("paid", order.paidAt()),
                        new Step("shipped", shipment.map(Shipment::shippedAt)),
                        new Step("finished", shipment.flatMap(Shipment::finishedAt)));
            case CLOSING, CLOSED, REFUNDING, REFUNDED, REJECTED, ABANDONED -> List.of();
        };
    }

    /** A short name for what the page shows; as long as it is the same there is nothing to send. */
    public String seen() {
        var refunds = money.refunds().stream()
                .map(refund -> refund.requestNo() + refund.state())
                .toList();
        return Integer.toHexString(
                List.of(order.status().name(), parcel(), money.payments().size(), refunds)
                        .hashCode());
    }

    private String parcel() {
        return order.shipment()
                .map(sent -> sent.carrier() + " " + sent.number())
                .orElse("");
    }

    /**
     * A step of an order.
     *
     * @param name its words are the message {@code order.step.NAME}
     * @param at when it was taken; empty if it is still to come
     */
    record Step(String name, Optional<Instant> at) {}

    private boolean isMoneyOnItsWay() {
        return order.status() == OrderStatus.REFUNDING
                || money.refunds().stream().anyMatch(refund -> refund.state() == Refund.State.DUE);
    }
}
