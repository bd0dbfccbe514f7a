package stampede.pulse;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.pulse.PulseLine.OfferMinute;

/** What all nodes counted lately. A second is whole when it is two seconds old, unless a node hangs. */
@Component
public class PulseReader {

    /** The longest time that can be asked for, in seconds. */
    public static final int MOST_SECONDS = 600;

    private final PulseStore store;
    private final SaleMinuteRepository rows;

    PulseReader(PulseStore store, SaleMinuteRepository rows) {
        this.store = store;
        this.rows = rows;
    }

    /**
     * What happened to each of these offers in one second, by one trip to Redis.
     *
     * @param second epoch seconds
     * @throws org.springframework.dao.DataAccessException if Redis does not answer
     */
    public Map<OfferId, Moment> second(Collection<OfferId> offers, long second) {
        var minutes = store.read(offers.stream()
                .map(offer -> new OfferMinute(offer.value(), PulseLine.minute(second)))
                .toList());
        var found = new LinkedHashMap<OfferId, Moment>();
        var each = minutes.iterator();
        for (var offer : offers) {
            var minute = each.next();
            found.put(offer, new Moment(at(minute, second), minute.isComplete()));
        }
        return found;
    }

    /**
     * What happened to an offer in each second. What Redis forgot is from the database, where it is.
     *
     * @param fromS epoch seconds; the first one
     * @param untilS epoch seconds; not among them
     * @throws IllegalArgumentException if that is more than {@link #MOST_SECONDS}
     * @throws org.springframework.dao.DataAccessException if a server does not answer
     */
    public Past past(OfferId offer, long fromS, long untilS) {
        if (untilS - fromS > MOST_SECONDS) {
            throw new IllegalArgumentException("More than " + MOST_SECONDS + " seconds");
        }
        var wanted = new ArrayList<OfferMinute>();
        for (var minute = PulseLine.minute(fromS); minute < untilS; minute += PulseLine.MINUTE_S) {
            wanted.add(new OfferMinute(offer.value(), minute));
        }
        var known = new LinkedHashMap<Long, MinuteCounts>();
        var gaps = new ArrayList<Long>();
        var read = store.read(wanted).iterator();
        wanted.forEach(minute -> known.put(minute.minuteS(), read.next()));
        rows.of(offer.value(), PulseLine.minute(fromS), untilS, wanted.size())
                .forEach(
                        row -> known.computeIfPresent(row.minute().minuteS(), (minute, counts) -> counts.atLeast(row)));
        known.forEach((minute, counts) -> {
            if (!counts.isComplete()) {
                gaps.add(minute);
            }
        });
        var seconds = new ArrayList<PulseCounts>();
        for (var second = fromS; second < untilS; second++) {
            var minute = known.get(PulseLine.minute(second));
            seconds.add(minute == null ? new PulseCounts() : at(minute, second));
        }
        return new Past(fromS, seconds, gaps);
    }

    private static PulseCounts at(MinuteCounts minute, long second) {
        return minute.seconds().getOrDefault((int) (second - PulseLine.minute(second)), new PulseCounts());
    }

    /**
     * What happened in a second.
     *
     * @param complete false if something of its minute was lost
     */
    public record Moment(PulseCounts counts, boolean complete) {}

    /**
     * What happened in some seconds.
     *
     * @param fromS epoch seconds of the first
     * @param seconds one after the other
     * @param gaps when minutes of it began of which something was lost
     */
    public record Past(long fromS, List<PulseCounts> seconds, List<Long> gaps) {}
}
