package stampede.console.tonight;

import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.draft.SlotCalendarRepository;
import stampede.draft.SlotReadiness;
import stampede.draft.SlotSummary;

/** Looks at the slot that opens next as its own page does. */
@Component
class NextSlotReader {

    private static final Duration SOON = Duration.ofDays(1);
    private static final int MOST_SLOTS = 200;

    private final SlotCalendarRepository slots;
    private final SlotReadiness readiness;
    private final Clock clock;

    NextSlotReader(SlotCalendarRepository slots, SlotReadiness readiness, Clock clock) {
        this.slots = slots;
        this.readiness = readiness;
        this.clock = clock;
    }

    NextSlot read() {
        var now = clock.instant();
        return slots.opening(now, now.plus(SOON), MOST_SLOTS).stream()
                .filter(slot -> slot.offers() > 0)
                .findFirst()
                .map(this::check)
                .orElse(NextSlot.NONE);
    }

    private NextSlot check(SlotSummary slot) {
        return new NextSlot(
                Optional.of(slot),
                readiness.check(slot).stream()
                        .filter(offer -> !offer.problems().isEmpty())
                        .toList());
    }
}
