package stampede.task.cancel;

import com.google.common.hash.BloomFilter;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OnRole;
import stampede.support.StopPhase;

/**
 * Learns twice a second what was called off anywhere, so that whoever runs it here is told. Reads what is new; all of it only when
 * the node starts and every ten minutes, a page at a time, to drop what is gone. On a thread of its own, because tasks can be called
 * off until the last has ended, and scheduled methods end before that.
 */
@OnRole(NodeRole.WORKER)
class CancellationPoller implements BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(CancellationPoller.class);
    private static final Duration PAUSE = Duration.ofMillis(400);

    /** A cancellation is dated when it is asked and seen when it commits, so one looks back a while, */
    private static final Duration LOOK_BACK = Duration.ofSeconds(20);

    /** and now and then a good while, which finds those of longer transactions. */
    private static final Duration LONG_LOOK_BACK = Duration.ofMinutes(11);

    private static final int TURNS_TO_LOOK_FAR_BACK = 75;
    private static final int TURNS_TO_READ_ALL = 1_500;
    private static final int PAGE = 10_000;

    private final CancellationRepository table;
    private final Cancellations cancellations;
    private final Clock clock;
    private int turn;
    private Instant last;
    private final BackgroundThread thread = new BackgroundThread("task-cancel-watch", PAUSE, this::turn);

    CancellationPoller(CancellationRepository table, Cancellations cancellations, Clock clock) {
        this.table = table;
        this.cancellations = cancellations;
        this.clock = clock;
        this.last = clock.instant();
    }

    /** Before the first task arrives, so that a restart forgets nothing. */
    @Override
    public void start() {
        try {
            turn();
        } catch (DataAccessException away) {
            log.warn("Until the database answers, each task asks it whether it was called off: {}", away.toString());
        }
        thread.start();
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    void turn() {
        var now = clock.instant();
        if (turn % TURNS_TO_READ_ALL == 0) {
            cancellations.remember(all());
        }
        var far = turn % TURNS_TO_LOOK_FAR_BACK == 0;
        cancellations.add(table.askedSince(last.minus(far ? LONG_LOOK_BACK : LOOK_BACK)));
        last = now;
        turn++;
    }

    /** With room for twice as many. */
    private BloomFilter<CharSequence> all() {
        var all = Cancellations.filter(2 * table.count());
        for (var page = table.idsAfter("", PAGE); !page.isEmpty(); page = table.idsAfter(lastOf(page), PAGE)) {
            page.forEach(all::put);
        }
        return all;
    }

    private static String lastOf(List<String> page) {
        return page.get(page.size() - 1);
    }

    @Override
    public int getPhase() {
        return StopPhase.WATCHES.value();
    }
}
