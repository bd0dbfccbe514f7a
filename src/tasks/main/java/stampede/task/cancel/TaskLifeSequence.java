package stampede.task.cancel;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import stampede.task.TaskId;

/**
 * Numbers the sends under ids that callers choose. So a second task of an id is told from the first when it is called off, when
 * it dies and in the history. A number is the time of sending in microseconds, but never one that this node gave before.
 */
public class TaskLifeSequence {

    private static final Logger log = LoggerFactory.getLogger(TaskLifeSequence.class);

    /** By how much the clocks of nodes may differ: what one has just sent, another must be able to call off. */
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(1);

    private final CancellationRepository cancels;
    private final Clock clock;
    private final AtomicLong last = new AtomicLong();

    TaskLifeSequence(CancellationRepository cancels, Clock clock) {
        this.cancels = cancels;
        this.clock = clock;
    }

    /** A number for a task that is about to be sent: above all that were called off under its id, so that it is not meant by that. */
    public long next(TaskId id) {
        var lowest = Math.max(micros(clock.instant()), calledOff(id) + 1);
        return last.updateAndGet(before -> Math.max(before + 1, lowest));
    }

    /** A task that is sent straight to the broker needs no database, so it does without while that is away. */
    private long calledOff(TaskId id) {
        try {
            var asked = cancels.find(List.of(id)).get(id);
            return asked == null ? 0 : asked.life();
        } catch (DataAccessException away) {
            log.debug("Whether {} was called off before cannot be found out", id, away);
            return 0;
        }
    }

    /** A number that is not below that of any task sent until now. */
    public long untilNow() {
        return Math.max(last.get(), micros(clock.instant().plus(CLOCKS_DIFFER)));
    }

    private static long micros(Instant time) {
        return time.toEpochMilli() * 1000;
    }
}
