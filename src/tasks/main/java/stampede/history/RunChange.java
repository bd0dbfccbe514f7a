package stampede.history;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskMessage;
import stampede.task.spi.TaskStep;

/**
 * What is new about one task, as it goes into its row. Several changes of one task can be merged before they are written.
 *
 * @param number its place in the history, if it is not there yet
 * @param progress how far it has come, see {@link RunProgress}
 * @param attempts how many attempts have begun
 * @param firstSeen when it was first heard of
 * @param failed attempts that failed, each of which gets a row of its own
 */
record RunChange(
        long number,
        TaskMessage message,
        TaskState state,
        long progress,
        int attempts,
        Instant firstSeen,
        Instant changed,
        Optional<String> worker,
        Optional<Instant> due,
        Optional<Instant> started,
        Optional<AttemptEnd> end,
        List<TaskStep> failed) {

    static RunChange of(TaskStep step, String node) {
        var run = step.run();
        return new RunChange(
                numberAt(step.at()) + ThreadLocalRandom.current().nextInt(1 << RunProgress.BITS_BELOW_TIME),
                step.message(),
                step.state(),
                RunProgress.of(step),
                begun(step),
                step.at(),
                step.at(),
                hasRun(step)
                        ? Optional.of(step.message().header(TaskHeaders.WORKER).orElse(node))
                        : Optional.empty(),
                run.flatMap(AttemptEnd::nextAttempt).or(() -> step.message().due()),
                hasRun(step) ? Optional.of(step.at().minus(runtime(step))) : Optional.empty(),
                run,
                step.state() == TaskState.RETRY ? List.of(step) : List.of());
    }

    /** The lowest number of those that were first heard of at the instant. */
    static long numberAt(Instant time) {
        return time.toEpochMilli() << RunProgress.BITS_BELOW_TIME;
    }

    TaskId id() {
        return message.id();
    }

    /** Whose row it changes. */
    Key key() {
        return new Key(message.id(), message.life());
    }

    /** Both in one, in whatever order they happened. */
    RunChange and(RunChange other) {
        return other.progress >= progress ? followedBy(other) : other.followedBy(this);
    }

    private RunChange followedBy(RunChange later) {
        return new RunChange(
                Math.min(number, later.number),
                later.message,
                later.state,
                later.progress,
                Math.max(attempts, later.attempts),
                firstSeen.isBefore(later.firstSeen) ? firstSeen : later.firstSeen,
                changed.isAfter(later.changed) ? changed : later.changed,
                later.worker.or(() -> worker),
                later.due.or(() -> due),
                later.started.or(() -> started),
                later.end,
                failed.isEmpty()
                        ? later.failed
                        : Stream.concat(failed.stream(), later.failed.stream()).toList());
    }

    private static boolean hasRun(TaskStep step) {
        return switch (step.state()) {
            case STARTED, RETRY, SUCCESS -> true;
            case CANCELLED, EXPIRED -> !runtime(step).isZero();
            case PENDING, SCHEDULED, FAILURE -> false;
        };
    }

    /** A dead task already carries the number of the attempt that it did not get. */
    private static int begun(TaskStep step) {
        return hasRun(step) ? step.message().attempt() : step.message().attempt() - 1;
    }

    private static Duration runtime(TaskStep step) {
        return step.run().map(AttemptEnd::runtime).orElse(Duration.ZERO);
    }

    /** Several tasks may have been sent under one id, each a life of its own. */
    record Key(TaskId id, long life) {}
}
