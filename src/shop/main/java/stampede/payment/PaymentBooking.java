package stampede.payment;

import java.time.Clock;
import java.util.Objects;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.order.OrderId;
import stampede.order.OrderStateMachine;
import stampede.refund.Refund;
import stampede.refund.RefundCreator;

/**
 * The one place where money is booked, whoever told of it: a notification, an answer, a closing trade, a bill. In one
 * transaction, the caller's or its own, with the order's row locked: so of all who tell of the same trade one books it, and an
 * order is either paid or closed when the money is judged, never in between.
 */
@Component
class PaymentBooking {

    private static final Logger log = LoggerFactory.getLogger(PaymentBooking.class);
    private static final String WHO = "payment";

    private final OrderStateMachine steps;
    private final PaymentRepository payments;
    private final RefundCreator payBack;
    private final PaymentMeters meters;
    private final ApplicationEventPublisher events;
    private final Clock clock;
    private final TransactionTemplate transaction;

    PaymentBooking(
            OrderStateMachine steps,
            PaymentRepository payments,
            RefundCreator payBack,
            PaymentMeters meters,
            ApplicationEventPublisher events,
            Clock clock,
            PlatformTransactionManager transactions) {

        this.steps = steps;
        this.payments = payments;
        this.payBack = payBack;
        this.meters = meters;
        this.events = events;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /** Books a trade that Alipay says was paid: the caller has verified that it was Alipay. May be repeated. */
    BookingResult book(PaidTrade trade) {
        var booking = Objects.requireNonNull(transaction.execute(status -> bookLocked(trade)));
        switch (booking) {
            case UNKNOWN_ORDER -> log.warn("Trade {} was paid for an order that is not here", trade.tradeNo());
            case WRONG_AMOUNT ->
                log.warn(
                        "Trade {} was paid with another amount than order {} costs",
                        trade.tradeNo(),
                        trade.outTradeNo());
            case PAID_BACK -> log.info("Trade {} of order {} is paid back", trade.tradeNo(), trade.outTradeNo());
            case PAID, KNOWN -> {}
        }
        return booking;
    }

    private BookingResult bookLocked(PaidTrade trade) {
        var named = PaidTrade.orderOf(trade.outTradeNo());
        var locked = named.flatMap(steps::lock);
        if (named.isEmpty() || locked.isEmpty()) {
            return BookingResult.UNKNOWN_ORDER;
        }
        var order = named.get();
        var status = locked.get().status();
        if (payments.has(trade.tradeNo())) {
            return BookingResult.KNOWN;
        }
        // A tombstone has no price; whatever came for it goes back.
        if (!status.isTombstone() && !trade.amount().equals(locked.get().total())) {
            return BookingResult.WRONG_AMOUNT;
        }
        return apply(order, locked.get(), trade);
    }

    private BookingResult apply(OrderId order, OrderStateMachine.Locked locked, PaidTrade trade) {
        return switch (locked.status()) {
            case AWAITING_PAYMENT, CLOSING -> {
                keep(order, trade, Payment.State.APPLIED);
                require(steps.markPaid(order, WHO), order);
                events.publishEvent(new PaymentReceived(order, locked.offer(), trade.amount()));
                yield BookingResult.PAID;
            }
            case CLOSED -> {
                require(steps.refundLatePayment(order, WHO), order);
                yield payBack(order, trade, Payment.State.LATE, Refund.Reason.LATE_PAYMENT);
            }
            case PAID, SHIPPED, FINISHED, REFUNDING, REFUNDED ->
                payBack(order, trade, Payment.State.SURPLUS, Refund.Reason.SECOND_PAYMENT);
            case REJECTED, ABANDONED -> payBack(order, trade, Payment.State.ORPHAN, Refund.Reason.NEVER_AN_ORDER);
        };
    }

    private BookingResult payBack(OrderId order, PaidTrade trade, Payment.State state, Refund.Reason reason) {
        keep(order, trade, state);
        payBack.owe(order, trade.tradeNo(), trade.amount(), reason);
        events.publishEvent(Compensation.of(kind(reason), CompensationOutcome.OK, WHO)
                .order(order.value())
                .fen(trade.amount().fen())
                .build());
        return BookingResult.PAID_BACK;
    }

    private static CompensationKind kind(Refund.Reason reason) {
        return switch (reason) {
            case LATE_PAYMENT -> CompensationKind.LATE_MONEY;
            case SECOND_PAYMENT -> CompensationKind.SECOND_MONEY;
            case NEVER_AN_ORDER, SHOPPER, OPERATOR -> CompensationKind.MONEY_FOR_NOTHING;
        };
    }

    private void keep(OrderId order, PaidTrade trade, Payment.State state) {
        var payment = new Payment(trade.tradeNo(), order, trade.amount(), state, clock.instant(), trade.paidAt());
        payments.add(payment);
        meters.count(payment);
    }

    /** The order is locked, so the step cannot fail; if it does, nothing of this may stay. */
    private static void require(boolean step, OrderId order) {
        if (!step) {
            throw new IllegalStateException("Order " + order + " moved while it was locked");
        }
    }
}
