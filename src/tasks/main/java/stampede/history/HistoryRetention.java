package stampede.history;

import java.time.Clock;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.ConcurrencyFailureException;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/**
 * Deletes what the history need not know any more, a little at a time. Any number of workers may do so. A task that waits for a far day
 * is kept until that has passed; so that such tasks are not looked at each time, a turn goes on where the one before it ended, and
 * begins anew only once in an hour of turns. At the end of a turn it is written down how tasks ended since the last.
 */
@OnRole(NodeRole.WORKER)
class HistoryRetention {

    private static final Logger log = LoggerFactory.getLogger(HistoryRetention.class);
    private static final int MOST_AT_A_TIME = 1_000;
    private static final int TURNS_TO_BEGIN_ANEW = 60;
    private static final long BETWEEN_MILLIS = 20;

    private final OldRunRepository rows;
    private final TaskHourKeeper hours;
    private final HistoryProperties properties;
    private final Clock clock;
    private int turn;
    private long from;

    HistoryRetention(OldRunRepository rows, TaskHourKeeper hours, HistoryProperties properties, Clock clock) {
        this.rows = rows;
        this.hours = hours;
        this.properties = properties;
        this.clock = clock;
    }

    @Scheduled(fixedDelayString = "${stampede.history.tidy-every:60s}", scheduler = JobScheduler.ENGINE)
    void turn() throws InterruptedException {
        if (turn++ % TURNS_TO_BEGIN_ANEW == 0) {
            from = 0;
        }
        try {
            deleteRuns();
            deleteAttempts();
            hours.write();
            hours.deleteOld();
        } catch (ConcurrencyFailureException otherNode) {
            log.debug("Another node deletes the same", otherNode);
        }
    }

    /** Page by page over all that is old enough. */
    private void deleteRuns() throws InterruptedException {
        var before = clock.instant().minus(properties.keep());
        var to = RunChange.numberAt(before);
        List<Long> page;
        do {
            page = rows.page(from, to, MOST_AT_A_TIME);
            if (!page.isEmpty()) {
                var last = page.get(page.size() - 1);
                rows.deleteRuns(from, last, before);
                from = last + 1;
                Thread.sleep(BETWEEN_MILLIS);
            }
        } while (page.size() == MOST_AT_A_TIME);
    }

    private void deleteAttempts() throws InterruptedException {
        var before = clock.instant().minus(properties.keep());
        while (rows.deleteAttempts(before, MOST_AT_A_TIME) == MOST_AT_A_TIME) {
            Thread.sleep(BETWEEN_MILLIS);
        }
    }
}
