package stampede.task.poison;

import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import stampede.support.OutageRetry;
import stampede.task.TaskId;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.EndedTask;
import stampede.task.attempt.ReceivedTask;
import stampede.task.attempt.TaskRunner;
import stampede.task.broker.UnackedMessage;
import stampede.task.spi.TaskHeaders;

/**
 * Finds the message that kills its process. What the broker hands out again is suspect, unless every other worker is known to have lived
 * on or to have said goodbye. A suspect runs as the only one of its queue on this node, with a row in {@code task_suspect} that stays only
 * if the process dies meanwhile. So neighbours that merely were in hand at the time are cleared by running once, and the culprit is set
 * aside after three runs.
 *
 * <p>What comes again may still be running where its channel closed, or have ended there since. Then it waits, or is dropped.
 */
public class PoisonDetector {

    private static final Logger log = LoggerFactory.getLogger(PoisonDetector.class);

    /** The run that first made it suspect left no row, so with two more it has had three. */
    private static final int MOST_RUNS_ON_RECORD = 2;

    private static final Duration UNTIL_ANOTHER_LOOK = Duration.ofSeconds(5);
    private static final long GLANCE_MILLIS = 100;

    private final SuspectRepository repository;
    private final WorkerLiveness cluster;
    private final OutageRetry outageRetry;
    private final Clock clock;
    /** What ended here after the broker had taken its message back, until the table says so. */
    private final Set<String> ending = ConcurrentHashMap.newKeySet();

    private final Map<String, Lock> queues = new ConcurrentHashMap<>();

    /** Those that ran when a process died run without any other suspect, so that none is blamed for its neighbour twice. */
    private final ReentrantReadWriteLock node = new ReentrantReadWriteLock();

    PoisonDetector(SuspectRepository repository, WorkerLiveness cluster, OutageRetry outageRetry, Clock clock) {
        this.repository = repository;
        this.cluster = cluster;
        this.outageRetry = outageRetry;
        this.clock = clock;
    }

    /**
     * Those tasks of a message that came again which are to be run. Of the others, what still runs elsewhere is put off, and what has
     * ended there is dropped.
     */
    public List<ReceivedTask> toRun(List<ReceivedTask> again, Collection<EndedTask> ended) {
        var records = records(again);
        var left = new ArrayList<ReceivedTask>();
        for (var receivedTask : again) {
            var known = Optional.ofNullable(records.get(receivedTask.id()));
            if (known.filter(each -> each.hasEnded(receivedTask)).isPresent()) {
                log.info("{} came again after it had ended, and is dropped", receivedTask.context());
                outageRetry.holdWhileAway(() -> repository.remove(List.of(receivedTask)));
            } else if (ending.contains(receivedTask.id().value())
                    || cluster.isRunning(receivedTask.id(), receivedTask.task().name())
                    || known.flatMap(SuspectRepository.Row::runsOn)
                            .filter(cluster::isAlive)
                            .isPresent()) {
                ended.add(new EndedTask(
                        receivedTask.envelope().with(TaskHeaders.AGAIN, true),
                        new AttemptOutcome.Early(clock.instant().plus(UNTIL_ANOTHER_LOOK))));
            } else {
                left.add(receivedTask);
            }
        }
        return left;
    }

    /** Whether what came at this moment came again for another reason than that a process died. */
    public boolean isCleared(UnackedMessage message) {
        return cluster.haveAllLivedAfter(clock.instant().minusNanos(System.nanoTime() - message.takenNanos()));
    }

    /**
     * Has the tasks of one message that came again run when it is their turn, or not at all if the broker takes it back before.
     * Neighbours from the same message run together the first time; once they are on record, each runs alone, so that only the culprit
     * gets there thrice.
     *
     * @param run runs them in the way it is given
     * @throws OutageRetry.HandBack if the node stops before it is their turn
     */
    public void inTurn(
            String queue,
            UnackedMessage message,
            List<ReceivedTask> suspects,
            TaskRunner taskRunner,
            Consumer<TaskRunner> run) {
        var alone = queues.computeIfAbsent(queue, any -> new ReentrantLock());
        if (!isLocked(alone, message)) {
            if (message.isOurs()) {
                run.accept(taskRunner);
            }
            return;
        }
        try {
            var records = records(suspects);
            var turn = areNew(records) ? node.readLock() : node.writeLock();
            if (isLocked(turn, message)) {
                try {
                    run.accept(some -> onRecord(some, records, taskRunner));
                } finally {
                    turn.unlock();
                }
            } else if (message.isOurs()) {
                run.accept(taskRunner);
            }
        } finally {
            alone.unlock();
        }
    }

    /** Waits for the lock; false if there is no need for it any more. */
    private boolean isLocked(Lock lock, UnackedMessage message) {
        try {
            while (message.isOurs() && !isCleared(message)) {
                if (outageRetry.isStopping()) {
                    throw new OutageRetry.HandBack();
                }
                if (lock.tryLock(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
            return false;
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new OutageRetry.HandBack();
        }
    }

    private List<AttemptOutcome> onRecord(
            List<ReceivedTask> suspects, Map<TaskId, SuspectRepository.Row> records, TaskRunner taskRunner) {
        try {
            return areNew(records)
                    ? onRecord(suspects, taskRunner)
                    : suspects.stream()
                            .map(suspect ->
                                    onRecord(suspect, Optional.ofNullable(records.get(suspect.id())), taskRunner))
                            .toList();
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return suspects.stream()
                    .map(suspect -> AttemptOutcome.of(failure, suspect.task().retries()))
                    .toList();
        }
    }

    private AttemptOutcome onRecord(
            ReceivedTask suspect, Optional<SuspectRepository.Row> before, TaskRunner taskRunner) {
        try {
            if (before.map(SuspectRepository.Row::runs).orElse(0) >= MOST_RUNS_ON_RECORD) {
                outageRetry.holdWhileAway(() -> repository.remove(List.of(suspect)));
                return new AttemptOutcome.Hopeless(
                        "Set aside: each time it ran, three times now, its process died", Optional.empty());
            }
            return onRecord(List.of(suspect), taskRunner).get(0);
        } catch (OutageRetry.HandBack stopping) {
            throw stopping;
        } catch (Exception failure) {
            return AttemptOutcome.of(failure, suspect.task().retries());
        }
    }

    private List<AttemptOutcome> onRecord(List<ReceivedTask> suspects, TaskRunner taskRunner) {
        outageRetry.holdWhileAway(() -> repository.enter(suspects));
        try {
            return taskRunner.run(suspects);
        } finally {
            outageRetry.holdWhileAway(() -> repository.remove(suspects));
        }
    }

    private static boolean areNew(Map<TaskId, SuspectRepository.Row> records) {
        return records.values().stream().allMatch(known -> known.runs() == 0);
    }

    /** These have ended, though the broker has taken their messages back, and are not settled yet. */
    public void addEnding(Collection<EndedTask> tasks) {
        tasks.forEach(task -> task.envelope().id().ifPresent(id -> ending.add(id.value())));
    }

    /** These are settled, or never will be. */
    public void forgetEnding(Collection<EndedTask> tasks) {
        if (!ending.isEmpty()) {
            tasks.forEach(task -> task.envelope().id().ifPresent(id -> ending.remove(id.value())));
        }
    }

    /**
     * Remembers attempts that ended after the broker had taken their messages back: what it hands out again is not to be run. Without
     * the database it will be. What was only put off has not ended, and is still to run.
     */
    public void rememberTakenBack(Collection<EndedTask> tasks) {
        try {
            repository.addEnded(tasks.stream()
                    .filter(Predicate.not(PoisonDetector::isPutOff))
                    .map(EndedTask::envelope)
                    .toList());
        } catch (DataAccessException away) {
            log.warn("{} tasks that have ended may run again: {}", tasks.size(), away.toString());
        }
    }

    private static boolean isPutOff(EndedTask task) {
        return task.ending() instanceof AttemptOutcome.Early || task.ending() instanceof AttemptOutcome.PutOff;
    }

    private Map<TaskId, SuspectRepository.Row> records(List<ReceivedTask> suspects) {
        var records = new HashMap<TaskId, SuspectRepository.Row>();
        outageRetry.holdWhileAway(() -> records.putAll(repository.find(suspects)));
        return records;
    }
}
