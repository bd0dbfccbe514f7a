package stampede.pulse;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * Counts what happens to offers on this node, in memory; {@link PulseSender} takes it each second. There is an entry for each offer that
 * something happened to lately; what happens to numbers that are no offers, as far as this node knows, is counted together.
 */
@Component
public class Pulse {

    static final int MOST_OFFERS = 2_048;

    /** For so many turns, which take a second, nothing happened to an offer that is forgotten. */
    private static final int IDLE_TURNS = 600;

    private final ConcurrentHashMap<OfferId, Entry> offers = new ConcurrentHashMap<>();
    private final PulseAdders strangers = new PulseAdders();

    /** Entries that left the map a turn ago: a thread that had found one just then has counted by now. */
    private List<Taken> leaving = List.of();

    /** It happened once. */
    public void count(OfferId offer, PulseEvent event) {
        count(offer, event, 1);
    }

    /** It happened so often, or so many fen of it. */
    public void count(OfferId offer, PulseEvent event, long times) {
        adders(offer, event).count(event, times);
    }

    /** It happened, and to what is not known. */
    void countStranger(PulseEvent event) {
        strangers.count(event, 1);
    }

    /** Deciding a press took so many nanoseconds. */
    public void time(OfferId offer, long nanos) {
        var entry = offers.get(offer);
        (entry == null ? strangers : entry.adders).time(nanos);
    }

    /** From a press to its order it took so many nanoseconds. */
    public void timeOrder(OfferId offer, long nanos) {
        var entry = offers.get(offer);
        (entry == null ? strangers : entry.adders).timeOrder(nanos);
    }

    /** An offer that there is: from now on everything that happens to it is counted as its own. */
    void know(OfferId offer) {
        var unused = entry(offer);
    }

    private PulseAdders adders(OfferId offer, PulseEvent event) {
        var entry = offers.get(offer);
        if (entry == null && event.provesOffer()) {
            entry = entry(offer);
        }
        return entry == null ? strangers : entry.adders;
    }

    private @Nullable Entry entry(OfferId offer) {
        return offers.size() < MOST_OFFERS ? offers.computeIfAbsent(offer, id -> new Entry()) : offers.get(offer);
    }

    /** What happened since this was last asked; by one thread. */
    List<Taken> take() {
        var taken = new ArrayList<Taken>();
        leaving.forEach(left ->
                taken.add(new Taken(left.offer(), left.adders(), left.adders().take())));
        var now = new ArrayList<Taken>();
        offers.forEach((offer, entry) -> {
            var counts = entry.adders.take();
            entry.idle = counts.isEmpty() ? entry.idle + 1 : 0;
            if (entry.idle > IDLE_TURNS) {
                offers.remove(offer, entry);
                now.add(new Taken(Optional.of(offer), entry.adders, counts));
            }
            taken.add(new Taken(Optional.of(offer), entry.adders, counts));
        });
        leaving = now;
        taken.add(new Taken(Optional.empty(), strangers, strangers.take()));
        taken.removeIf(one -> one.counts().isEmpty());
        return taken;
    }

    /** @param offer empty for what happened to no offer that is known */
    record Taken(Optional<OfferId> offer, PulseAdders adders, PulseCounts counts) {}

    private static final class Entry {

        private final PulseAdders adders = new PulseAdders();
        private int idle;
    }
}
