package stampede.console.tonight;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.books.BooksResultRepository;
import stampede.books.SaleWatchProperties;
import stampede.console.tonight.Figure.Count;
import stampede.counter.CounterCloser;
import stampede.support.NodeRole;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.TaskNodes;

/** How many nodes of each role there are, what tasks are late with, and how far counters and close-outs are behind. */
@Component
class HealthFigures {

    private static final String NODES = "/console/tasks/workers";
    private static final String BOOKS = "/console/books";

    /** As far back as the page of all books goes. */
    private static final Duration LATELY = Duration.ofDays(2);

    /** Sales are closed out one after another: those that ended together take a while. */
    private static final Duration IN_TURN = Duration.ofMinutes(1);

    private final TaskNodes nodes;
    private final OutboxTasks outbox;
    private final CounterCloser closing;
    private final SaleWatchProperties watch;
    private final BooksResultRepository books;
    private final Clock clock;

    HealthFigures(
            TaskNodes nodes,
            OutboxTasks outbox,
            CounterCloser closing,
            SaleWatchProperties watch,
            BooksResultRepository books,
            Clock clock) {
        this.nodes = nodes;
        this.outbox = outbox;
        this.closing = closing;
        this.watch = watch;
        this.books = books;
        this.clock = clock;
    }

    List<FigureSource> sources() {
        return Stream.concat(
                        Stream.of(NodeRole.values())
                                .map(role -> role.name().toLowerCase(Locale.ROOT))
                                .map(role -> new FigureSource("nodes-" + role, NODES, () -> count(role))),
                        Stream.of(
                                new FigureSource("tasks-late", "/console/tasks/waiting", this::late),
                                new FigureSource("unsettled", BOOKS, this::unsettled),
                                new FigureSource("drift", BOOKS, this::drift)))
                .toList();
    }

    private Count count(String role) {
        return Count.of(nodes.list().stream()
                .filter(node -> node.roles().contains(role))
                .count());
    }

    private Count late() {
        var backlogs = outbox.backlogs();
        return new Count(
                backlogs.stream().mapToLong(OutboxTasks.Backlog::late).sum(),
                backlogs.stream().anyMatch(OutboxTasks.Backlog::isCut));
    }

    private Count unsettled() {
        return Count.of(
                closing.countDue(clock.instant().minus(watch.settleAfter()).minus(IN_TURN)));
    }

    private Count drift() {
        return Count.of(books.driftSince(clock.instant().minus(LATELY)));
    }
}
