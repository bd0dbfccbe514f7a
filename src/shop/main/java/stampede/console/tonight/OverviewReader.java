package stampede.console.tonight;

import com.google.common.base.Supplier;
import com.google.common.base.Suppliers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.springframework.stereotype.Component;
import stampede.desk.TimedReader;
import stampede.inquiry.OrderTotals;
import stampede.rehearsal.Rehearsals;

/**
 * Reads the overview once for everybody who looks at it on this node within the same seconds, so that ten open consoles cost no more than
 * one. The orders of a day take longer to count, so they are counted less often.
 */
@Component
public class OverviewReader {

    private static final Duration FIGURES_KEPT = Duration.ofSeconds(2);
    private static final Duration TOTALS_KEPT = Duration.ofSeconds(20);
    private static final Duration REHEARSALS_SHOWN = Duration.ofDays(1);

    private final WaitingFigures waiting;
    private final HealthFigures health;
    private final NextSlotReader next;
    private final ServerStates servers;
    private final TimedReader reader;
    private final Rehearsals rehearsals;
    private final Supplier<Overview> overview;
    private final Supplier<OrderTotals> totals;

    OverviewReader(
            WaitingFigures waiting,
            HealthFigures health,
            NextSlotReader next,
            ServerStates servers,
            TimedReader reader,
            TodayReader today,
            Rehearsals rehearsals) {
        this.waiting = waiting;
        this.health = health;
        this.next = next;
        this.servers = servers;
        this.reader = reader;
        this.rehearsals = rehearsals;
        this.overview = Suppliers.memoizeWithExpiration(this::readNow, FIGURES_KEPT);
        this.totals = Suppliers.memoizeWithExpiration(today::count, TOTALS_KEPT);
    }

    /** As it was at most two seconds ago, the orders of today at most twenty. Takes two seconds at most, whoever is away. */
    public Overview read() {
        return overview.get();
    }

    /** All are asked at the same time. */
    private Overview readNow() {
        var waits = waiting.sources().stream().map(this::figure).toList();
        var states = servers.read();
        var well = health.sources().stream().map(this::figure).toList();
        var opening = reader.read(next::read);
        var rehearsed = reader.read(() -> new LastRehearsal(rehearsals.newest(REHEARSALS_SHOWN)));
        var counted = reader.read(totals);
        return new Overview(
                joined(waits), joined(states), joined(well), opening.join(), rehearsed.join(), counted.join());
    }

    private CompletableFuture<Figure> figure(FigureSource source) {
        return reader.read(source.count())
                .thenApply(count -> new Figure(source.name(), source.path(), source.duty(), count));
    }

    private static <T> List<T> joined(List<CompletableFuture<T>> asked) {
        return asked.stream().map(CompletableFuture::join).toList();
    }
}
