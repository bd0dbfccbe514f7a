package stampede.task.cancel;

import com.google.common.hash.BloomFilter;
import com.google.common.hash.Funnels;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.core.annotation.Order;
import org.springframework.dao.DataAccessException;
import stampede.support.OutageRetry;
import stampede.task.TaskContext;
import stampede.task.TaskId;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;

/**
 * This node's memory of what was called off, and of what it runs. The memory is a Bloom filter of ids, two bytes each however many
 * there are. It may lag by a moment, so that nobody has to ask the database for each task; whatever it may contain is looked up there
 * before it is believed.
 */
@Order(1)
public class Cancellations implements TaskConclusion {

    private static final Logger log = LoggerFactory.getLogger(Cancellations.class);

    /** One task in a thousand is looked up in vain. */
    private static final double IN_VAIN = 0.001;

    private static final long FEWEST = 10_000;

    /** Ten megabytes. Of more than that, more are looked up in vain. */
    private static final long MOST = 5_000_000;

    private final CancellationRepository table;
    private final OutageRetry outageRetry;
    private final Set<RunningAttempt> running = ConcurrentHashMap.newKeySet();

    /** Null until the table was read, so long each task asks. */
    private volatile @Nullable BloomFilter<CharSequence> calledOff;

    /** Whether there is nothing in it, which spares each task to have its id hashed. */
    private volatile boolean empty;

    Cancellations(CancellationRepository table, OutageRetry outageRetry) {
        this.table = table;
        this.outageRetry = outageRetry;
    }

    /** An empty memory with room for so many. */
    static BloomFilter<CharSequence> filter(long ids) {
        var room = Math.min(MOST, Math.max(FEWEST, ids));
        return BloomFilter.create(Funnels.stringFunnel(StandardCharsets.UTF_8), room, IN_VAIN);
    }

    /**
     * Whether the task shall not begin.
     *
     * @param life see {@link TaskMessage#life()}
     * @throws OutageRetry.HandBack if the node stops while the database is away
     */
    public boolean isCancelled(TaskId id, long life) {
        var known = calledOff;
        if (known != null && !mayHold(known, id)) {
            return false;
        }
        var asked = new AtomicBoolean();
        outageRetry.holdWhileAway(() -> asked.set(table.isAsked(id, life)));
        return asked.get();
    }

    /** Takes these for all there are, until more are added. */
    synchronized void remember(BloomFilter<CharSequence> all) {
        empty = false;
        calledOff = all;
        empty = all.expectedFpp() == 0;
    }

    private boolean mayHold(BloomFilter<CharSequence> known, TaskId id) {
        return !empty && known.mightContain(id.value());
    }

    /**
     * Cancels what runs of these tasks, and keeps what comes of them from running.
     *
     * @param asked ids and the highest life that is meant
     */
    public void add(Map<String, Long> asked) {
        if (asked.isEmpty()) {
            return;
        }
        enter(asked.keySet());
        running.stream().filter(attempt -> isMeant(attempt.context(), asked)).forEach(RunningAttempt::cancel);
    }

    private synchronized void enter(Set<String> ids) {
        var known = calledOff;
        empty = false;
        if (known != null) {
            ids.forEach(known::put);
        }
    }

    private static boolean isMeant(TaskContext context, Map<String, Long> asked) {
        var life = asked.get(context.id().value());
        return life != null && context.life() <= life;
    }

    /**
     * Runs it; if it is called off meanwhile, its thread is interrupted.
     *
     * @throws CalledOff if that was so before it began
     */
    public <T extends @Nullable Object> T watch(TaskContext context, Callable<T> run) throws Exception {
        var attempt = new RunningAttempt(context, Thread.currentThread());
        enter(attempt);
        try {
            if (context.isCancelled()) {
                throw new CalledOff();
            }
            return run.call();
        } finally {
            attempt.end();
            running.remove(attempt);
        }
    }

    /** Runs many together. Who is called off meanwhile is told; nobody is interrupted, because the others are in the same boat. */
    public <T extends @Nullable Object> T watch(List<TaskContext> contexts, Callable<T> run) throws Exception {
        var attempts = contexts.stream()
                .map(context -> new RunningAttempt(context, null))
                .toList();
        attempts.forEach(this::enter);
        try {
            return run.call();
        } finally {
            attempts.forEach(running::remove);
        }
    }

    /** It may have waited for its turn since it was looked up. */
    private void enter(RunningAttempt attempt) {
        running.add(attempt);
        var context = attempt.context();
        var known = calledOff;
        if (known != null && mayHold(known, context.id()) && isAskedNow(context)) {
            attempt.cancel();
        }
    }

    private boolean isAskedNow(TaskContext context) {
        try {
            return table.isAsked(context.id(), context.life());
        } catch (DataAccessException away) {
            log.debug("{} begins, because the database cannot be asked whether it was called off", context, away);
            return false;
        }
    }

    @Override
    public void conclude(List<TaskStep> ends) {
        var known = calledOff;
        if (known == null || empty) {
            return;
        }
        var ended = ends.stream()
                .filter(end -> end.state().isFinal())
                .map(TaskStep::message)
                .filter(message -> known.mightContain(message.id().value()))
                .toList();
        if (!ended.isEmpty()) {
            table.markEnded(ended);
        }
    }

    @Override
    public boolean needsTransaction(TaskStep end) {
        var known = calledOff;
        return end.state().isFinal()
                && (known == null || mayHold(known, end.message().id()));
    }

    /** It was called off. */
    static final class CalledOff extends Exception {

        CalledOff() {
            super("Called off");
        }
    }
}
