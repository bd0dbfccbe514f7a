package stampede.pulse;

import java.time.Clock;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.pulse.PulseLine.OfferMinute;

/**
 * Copies minutes from Redis to the database, but for those of rehearsals, when nothing is to be expected for them any more, and again if something came after all:
 * doing it twice changes nothing. Forgets seconds after some weeks and minutes after a year.
 */
@Component
class MinuteKeeper {

    /** A minute is over when a node that is slow has told its last second. */
    private static final long SETTLED_AFTER_S = 90;

    private static final int AT_ONCE = 500;

    /** Of one run; the next comes in a minute. */
    private static final int MOST_ROUNDS = 40;

    private final PulseStore store;
    private final SaleMinuteRepository rows;
    private final PulseProperties properties;
    private final Clock clock;

    MinuteKeeper(PulseStore store, SaleMinuteRepository rows, PulseProperties properties, Clock clock) {
        this.store = store;
        this.rows = rows;
        this.properties = properties;
        this.clock = clock;
    }

    /** Keeps what is due. */
    void keep() {
        var due = now() - SETTLED_AFTER_S;
        var open = List.<PulseStore.Open>of();
        var round = 0;
        do {
            open = store.open(due, AT_ONCE);
            var over = open.stream()
                    .filter(one -> one.minute().minuteS() + PulseLine.MINUTE_S <= due)
                    .toList();
            keep(over);
            round++;
        } while (open.size() == AT_ONCE && round < MOST_ROUNDS);
    }

    private void keep(List<PulseStore.Open> minutes) {
        var counts = store.read(minutes.stream().map(PulseStore.Open::minute).toList());
        for (int index = 0; index < minutes.size(); index++) {
            var minute = minutes.get(index).minute();
            if (minute.offer() < OfferId.FIRST_SHADOW) {
                keep(minute, counts.get(index));
            }
            store.close(minutes.get(index));
        }
    }

    private void keep(OfferMinute minute, MinuteCounts counts) {
        var before = rows.find(minute);
        rows.put(
                minute,
                counts.isComplete()
                        && before.map(SaleMinuteRepository.Row::complete).orElse(true),
                before.map(row -> MinuteCounts.larger(row.arrays(), counts.arrays()))
                        .orElseGet(counts::arrays));
    }

    /** Forgets what is old, a little at a time. */
    void forget() {
        var noSeconds = now() - properties.secondsKept().toSeconds();
        var noMinutes = now() - properties.minutesKept().toSeconds();
        var old = rows.bySecond(noSeconds, AT_ONCE);
        while (!old.isEmpty()) {
            old.forEach(row -> rows.putSums(row.minute(), MinuteCounts.sums(row.arrays())));
            old = rows.bySecond(noSeconds, AT_ONCE);
        }
        while (rows.delete(noMinutes, AT_ONCE) == AT_ONCE) {
            // The next ones.
        }
    }

    private long now() {
        return clock.instant().getEpochSecond();
    }
}
