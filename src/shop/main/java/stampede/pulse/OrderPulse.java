package stampede.pulse;

import java.time.Clock;
import java.time.Duration;
import org.springframework.stereotype.Component;
import org.springframework.transaction.event.TransactionalEventListener;
import stampede.order.OrderClosed;
import stampede.order.OrderPlaced;
import stampede.order.Rejection;
import stampede.order.ReservationAbandonment;
import stampede.payment.PaymentReceived;
import stampede.refund.RefundDone;

/** Counts what becomes of presses and of money, on the node that does it and once it is committed. */
@Component
class OrderPulse {

    private final Pulse pulse;
    private final Clock clock;

    OrderPulse(Pulse pulse, Clock clock) {
        this.pulse = pulse;
        this.clock = clock;
    }

    @TransactionalEventListener(fallbackExecution = true)
    void count(OrderPlaced placed) {
        var reservation = placed.reservation();
        pulse.count(reservation.offer(), PulseEvent.PLACED);
        var took = Duration.between(reservation.reservedAt(), clock.instant());
        pulse.timeOrder(reservation.offer(), Math.max(0, took.toNanos()));
    }

    @TransactionalEventListener(fallbackExecution = true)
    void count(Rejection.Told rejected) {
        pulse.count(rejected.reservation().offer(), PulseEvent.REJECTED);
    }

    @TransactionalEventListener(fallbackExecution = true)
    void count(ReservationAbandonment.Abandoned abandoned) {
        pulse.count(abandoned.reservation().offer(), PulseEvent.ABANDONED);
    }

    @TransactionalEventListener(fallbackExecution = true)
    void count(OrderClosed closed) {
        pulse.count(closed.reservation().offer(), PulseEvent.CLOSED);
    }

    @TransactionalEventListener(fallbackExecution = true)
    void count(PaymentReceived paid) {
        pulse.count(paid.offer(), PulseEvent.PAID);
        pulse.count(paid.offer(), PulseEvent.PAID_FEN, paid.amount().fen());
    }

    @TransactionalEventListener(fallbackExecution = true)
    void count(RefundDone refunded) {
        pulse.count(refunded.offer(), PulseEvent.REFUNDED);
        pulse.count(refunded.offer(), PulseEvent.REFUNDED_FEN, refunded.amount().fen());
    }
}
