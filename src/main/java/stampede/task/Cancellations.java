package stampede.task;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * This node's memory of what was called off, and of what it runs. The memory may lag by a moment, so that nobody has to ask the
 * database for each task; whatever it names is looked up there before it is believed.
 */
@Component
class Cancellations implements TaskConclusion {

    private final CancelTable table;
    private final Outage outage;
    private final Set<RunningAttempt> running = ConcurrentHashMap.newKeySet();
    private volatile Set<String> calledOff = ConcurrentHashMap.newKeySet();
    private volatile boolean complete;

    Cancellations(CancelTable table, Outage outage) {
        this.table = table;
        this.outage = outage;
    }

    /**
     * Whether the task shall not begin.
     *
     * @throws Outage.HandBack if the node stops while the database is away
     */
    boolean isCancelled(TaskId id) {
        return (!complete || calledOff.contains(id.value())) && isAsked(id);
    }

    private boolean isAsked(TaskId id) {
        var asked = new AtomicBoolean();
        outage.holdWhileAway(() -> asked.set(table.isAsked(id)));
        if (!asked.get()) {
            calledOff.remove(id.value());
        }
        return asked.get();
    }

    /** Takes these for all there are. */
    void remember(Collection<String> all) {
        Set<String> fresh = ConcurrentHashMap.newKeySet();
        fresh.addAll(all);
        calledOff = fresh;
        complete = true;
        tellRunning();
    }

    /** Takes these in, beside those that are known. */
    void add(Collection<String> ids) {
        var known = calledOff;
        if (ids.stream().filter(known::add).count() > 0) {
            tellRunning();
        }
    }

    private void tellRunning() {
        var known = calledOff;
        running.stream()
                .filter(attempt -> known.contains(attempt.context().id().value()))
                .forEach(RunningAttempt::cancel);
    }

    /**
     * Runs it; if it is called off meanwhile, its thread is interrupted.
     *
     * @throws CalledOff if that was so before it began
     */
    <T extends @Nullable Object> T watch(TaskContext context, Callable<T> run) throws Exception {
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
    <T extends @Nullable Object> T watch(List<TaskContext> contexts, Callable<T> run) throws Exception {
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

    private void enter(RunningAttempt attempt) {
        running.add(attempt);
        if (calledOff.contains(attempt.context().id().value())) {
            attempt.cancel();
        }
    }

    @Override
    public void conclude(List<TaskStep> ends) {
        var known = calledOff;
        if (known.isEmpty()) {
            return;
        }
        var ended = ends.stream()
                .filter(end -> end.state().isFinal())
                .map(end -> end.message().id().value())
                .filter(known::contains)
                .toList();
        if (!ended.isEmpty()) {
            table.ended(ended);
        }
    }

    /** It was called off. */
    static final class CalledOff extends Exception {

        private static final long serialVersionUID = 1L;

        CalledOff() {
            super("Called off");
        }
    }
}
