package stampede.room;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.springframework.stereotype.Component;

/** Counts what waiting rooms give and refuse at this node, over all rooms. */
@Component
class RoomMeters {

    private final Counter tickets;
    private final Map<PassOutcome, Counter> passes = new EnumMap<>(PassOutcome.class);
    private final Map<RoomRefusal, Counter> refusals = new EnumMap<>(RoomRefusal.class);

    RoomMeters(MeterRegistry registry, RoomWatch rooms) {
        this.tickets = Counter.builder("stampede.room.tickets")
                .description("Tickets of waiting rooms that were given or shown again")
                .register(registry);
        for (var outcome : PassOutcome.values()) {
            passes.put(
                    outcome,
                    Counter.builder("stampede.room.passes")
                            .description("Passes of waiting rooms, by what became of them")
                            .tag("outcome", name(outcome))
                            .register(registry));
        }
        for (var refusal : RoomRefusal.values()) {
            refusals.put(
                    refusal,
                    Counter.builder("stampede.room.refusals")
                            .description("What waiting rooms refused, by its name")
                            .tag("outcome", name(refusal))
                            .register(registry));
        }
        Gauge.builder("stampede.rooms.open", rooms, known -> known.views().size())
                .description("Waiting rooms that this node knows")
                .register(registry);
        Gauge.builder(
                        "stampede.rooms.waiting",
                        rooms,
                        known -> known.views().stream()
                                .filter(room -> !room.isOver())
                                .mapToLong(room -> Math.max(0, room.waiting() - room.turn()))
                                .sum())
                .description("Tickets of all waiting rooms whose turn has not come")
                .register(registry);
        Gauge.builder(
                        "stampede.rooms.turn",
                        rooms,
                        known ->
                                known.views().stream().mapToLong(RoomView::turn).sum())
                .description("Places of all waiting rooms whose turn has come")
                .register(registry);
    }

    void countTicket() {
        tickets.increment();
    }

    void count(PassOutcome outcome) {
        Objects.requireNonNull(passes.get(outcome)).increment();
    }

    void countRefused(RoomRefusal refusal) {
        Objects.requireNonNull(refusals.get(refusal)).increment();
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    /** What becomes of a pass. */
    enum PassOutcome {
        GIVEN,
        /** There was none, as the turn was used up: its owner waits again. */
        USED_UP,
        /** Something was bought with it. */
        USED,
        /** There was nothing to buy with it. */
        GIVEN_BACK
    }
}
