package stampede.task.worker;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.amqp.core.Message;
import stampede.support.OutageRetry;
import stampede.task.attempt.AttemptOutcome;
import stampede.task.attempt.EndedTask;
import stampede.task.attempt.ReceivedTask;
import stampede.task.attempt.TaskRunner;
import stampede.task.broker.UnackedMessage;
import stampede.task.deadletter.DeadLetterListener;
import stampede.task.message.AmqpMessages;
import stampede.task.poison.PoisonDetector;
import stampede.task.rate.RateLimitWait;

/** Does what the messages of a queue ask for: opens them, runs them, and settles how they ended. */
final class QueueListener {

    private final String queue;
    private final TaskRunner taskRunner;
    private final MessageReader reader;
    private final RateLimitWait rateLimitWait;
    private final PoisonDetector detector;
    private final AttemptOutcomes outcomes;
    private final ObservedAttempts attempts;

    /** @param queue without the prefix */
    QueueListener(
            String queue,
            TaskRunner taskRunner,
            MessageReader reader,
            RateLimitWait rateLimitWait,
            PoisonDetector detector,
            AttemptOutcomes outcomes,
            ObservedAttempts attempts) {
        this.queue = queue;
        this.taskRunner = taskRunner;
        this.reader = reader;
        this.rateLimitWait = rateLimitWait;
        this.detector = detector;
        this.outcomes = outcomes;
        this.attempts = attempts;
    }

    /**
     * Runs them together as far as they can be.
     *
     * @return how the tasks in each of the messages ended; nothing of a message that the broker has taken back meanwhile, because it
     *     hands that out again
     * @throws OutageRetry.HandBack if the node stops and the messages were not run, or not to the end
     */
    List<List<EndedTask>> run(List<UnackedMessage> messages) {
        var places = new IdentityHashMap<ReceivedTask, List<EndedTask>>(messages.size());
        var ended = new ArrayList<List<EndedTask>>();
        var fresh = new ArrayList<ReceivedTask>();
        for (var message : messages) {
            var place = new ArrayList<EndedTask>(1);
            ended.add(place);
            var admitted = admitted(message.message(), place);
            if (!message.isOurs()) {
                place.clear();
                continue;
            }
            admitted.forEach(arrival -> places.put(arrival, place));
            if (admitted.stream().allMatch(arrival -> arrival.deliveries() == 0)) {
                fresh.addAll(admitted);
            } else {
                runAgain(message, detector.toRun(admitted, place), fresh, places);
            }
        }
        runTogether(fresh, taskRunner, places);
        for (int index = 0; index < messages.size(); index++) {
            if (!messages.get(index).isOurs()) {
                detector.addEnding(ended.get(index));
            }
        }
        return ended;
    }

    private void runAgain(
            UnackedMessage message,
            List<ReceivedTask> again,
            List<ReceivedTask> fresh,
            IdentityHashMap<ReceivedTask, List<EndedTask>> places) {
        if (!again.isEmpty() && detector.isCleared(message)) {
            fresh.addAll(again);
        } else if (!again.isEmpty()) {
            detector.inTurn(queue, message, again, taskRunner, how -> runTogether(again, how, places));
        }
    }

    /** What becomes of the tasks in a message that could not even be run, for a reason that is none of theirs. */
    List<EndedTask> failAll(Message message, Throwable failure) {
        var ending = new AttemptOutcome.Failed(AttemptOutcome.textOf(failure), Optional.of(failure));
        return DeadLetterListener.letters(AmqpMessages.envelope(message)).stream()
                .map(task -> new EndedTask(task, ending))
                .toList();
    }

    /** The tasks in a message that are to be run. */
    private List<ReceivedTask> admitted(Message message, List<EndedTask> ended) {
        var admitted = new ArrayList<ReceivedTask>();
        for (var received : reader.receive(message)) {
            if (received instanceof MessageReader.Accepted accepted) {
                admit(accepted.arrival(), admitted, ended);
            } else {
                var rejected = (MessageReader.Rejected) received;
                ended.add(new EndedTask(rejected.envelope(), rejected.ending()));
            }
        }
        return admitted;
    }

    /** Whether nothing shall be taken for now, because the next place within the rate is far. */
    boolean isResting() {
        return rateLimitWait.isResting(queue);
    }

    /** What became of these is safe, or never will be. */
    void forgetEnding(List<EndedTask> tasks) {
        detector.forgetEnding(tasks);
    }

    /** The broker had taken their messages back before they were acknowledged, and hands them out again. */
    void rememberTakenBack(List<EndedTask> tasks) {
        detector.rememberTakenBack(tasks);
    }

    /** See {@link AttemptOutcomes#record}. */
    List<AttemptOutcomes.Parcel> record(List<EndedTask> ended) {
        return outcomes.record(ended, queue);
    }

    /** See {@link AttemptOutcomes#publish}. */
    List<AttemptOutcomes.Parcel> publish(List<AttemptOutcomes.Parcel> parcels, BooleanSupplier worthwhile) {
        return outcomes.publish(parcels, worthwhile);
    }

    AttemptOutcomes.Parcel giveUp(EndedTask ended, RuntimeException refusal) {
        return outcomes.giveUp(ended, queue, refusal);
    }

    private void admit(ReceivedTask arrival, List<ReceivedTask> admitted, List<EndedTask> ended) {
        rateLimitWait
                .admit(arrival, queue)
                .ifPresentOrElse(
                        ending -> ended.add(new EndedTask(arrival.envelope(), ending)), () -> admitted.add(arrival));
    }

    private void runTogether(
            List<ReceivedTask> some, TaskRunner how, IdentityHashMap<ReceivedTask, List<EndedTask>> places) {
        var ended = attempts.run(some, how, queue);
        for (int index = 0; index < some.size(); index++) {
            Objects.requireNonNull(places.get(some.get(index))).add(ended.get(index));
        }
    }
}
