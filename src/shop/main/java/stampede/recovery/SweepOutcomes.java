package stampede.recovery;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.stereotype.Component;
import stampede.compensation.Compensation;
import stampede.compensation.CompensationKind;
import stampede.compensation.CompensationOutcome;
import stampede.stock.Reservation;

/** Counts and writes down what a sweeper did. */
@Component
public class SweepOutcomes {

    private static final String SWEEPER = "sweeper";

    private final ApplicationEventPublisher events;
    private final Counter queuedAgain;
    private final Counter abandoned;

    public SweepOutcomes(ApplicationEventPublisher events, MeterRegistry meters) {
        this.events = events;
        this.queuedAgain = Counter.builder("stampede.sweeper.queued.again")
                .description("Purchases whose message was lost and was sent again")
                .register(meters);
        this.abandoned = Counter.builder("stampede.sweeper.abandoned")
                .description("Purchases that were given up and whose units went back")
                .register(meters);
    }

    /** Their messages were sent again. */
    void countQueuedAgain(Collection<Reservation> reservations) {
        queuedAgain.increment(reservations.size());
        write(CompensationKind.PUBLISHED_AGAIN, reservations);
    }

    /** They were given up. */
    void countAbandoned(Collection<Reservation> reservations) {
        abandoned.increment(reservations.size());
        write(CompensationKind.ABANDONED, reservations);
    }

    /** The counter was told what the database says of them. */
    void noteTold(ReservationStates.Ruling ruling) {
        write(CompensationKind.ADOPTED, ruling.holding());
        write(CompensationKind.RELEASED, ruling.over());
    }

    private void write(CompensationKind kind, Collection<Reservation> reservations) {
        reservations.forEach(reservation -> events.publishEvent(Compensation.of(kind, CompensationOutcome.OK, SWEEPER)
                .of(reservation)
                .build()));
    }
}
