package stampede.task;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.springframework.amqp.core.Message;

/** Does what the messages of a queue ask for: opens them, runs them, and settles how they ended. */
final class QueueListener {

    private final String queue;
    private final Runner runner;
    private final Reception reception;
    private final Admission admission;
    private final Suspects suspects;
    private final Settlement settlement;
    private final ObservedAttempts attempts;

    /** @param queue without the prefix */
    QueueListener(
            String queue,
            Runner runner,
            Reception reception,
            Admission admission,
            Suspects suspects,
            Settlement settlement,
            ObservedAttempts attempts) {
        this.queue = queue;
        this.runner = runner;
        this.reception = reception;
        this.admission = admission;
        this.suspects = suspects;
        this.settlement = settlement;
        this.attempts = attempts;
    }

    /**
     * Runs them together as far as they can be.
     *
     * @return how the tasks in each of the messages ended; nothing of a message that the broker has taken back meanwhile, because it
     *     hands that out again
     * @throws Outage.HandBack if the node stops and the messages were not run, or not to the end
     */
    List<List<EndedTask>> run(List<Held> messages) {
        var places = new IdentityHashMap<Arrival, List<EndedTask>>(messages.size());
        var ended = new ArrayList<List<EndedTask>>();
        var fresh = new ArrayList<Arrival>();
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
                runAgain(message, suspects.toRun(admitted, place), fresh, places);
            }
        }
        runTogether(fresh, runner, places);
        for (int index = 0; index < messages.size(); index++) {
            if (!messages.get(index).isOurs()) {
                suspects.ending(ended.get(index));
            }
        }
        return ended;
    }

    private void runAgain(
            Held message, List<Arrival> again, List<Arrival> fresh, IdentityHashMap<Arrival, List<EndedTask>> places) {
        if (!again.isEmpty() && suspects.isCleared(message)) {
            fresh.addAll(again);
        } else if (!again.isEmpty()) {
            suspects.inTurn(queue, message, again, runner, how -> runTogether(again, how, places));
        }
    }

    /** What becomes of the tasks in a message that could not even be run, for a reason that is none of theirs. */
    List<EndedTask> failed(Message message, Throwable failure) {
        var ending = new Ending.Failed(Ending.textOf(failure), Optional.of(failure));
        return DeadLetterListener.letters(Wire.envelope(message)).stream()
                .map(task -> new EndedTask(task, ending, Duration.ZERO))
                .toList();
    }

    /** The tasks in a message that are to be run. */
    private List<Arrival> admitted(Message message, List<EndedTask> ended) {
        var admitted = new ArrayList<Arrival>();
        for (var received : reception.receive(message)) {
            if (received instanceof Reception.Accepted accepted) {
                admit(accepted.arrival(), admitted, ended);
            } else {
                var rejected = (Reception.Rejected) received;
                ended.add(new EndedTask(rejected.envelope(), rejected.ending(), Duration.ZERO));
            }
        }
        return admitted;
    }

    /** Whether nothing shall be taken for now, because the next place within the rate is far. */
    boolean isResting() {
        return admission.isResting(queue);
    }

    /** What became of these is safe, or never will be. */
    void settled(List<EndedTask> tasks) {
        suspects.settled(tasks);
    }

    /** The broker had taken their messages back before they were acknowledged, and hands them out again. */
    void endedInVain(List<EndedTask> tasks) {
        suspects.ended(tasks);
    }

    /** See {@link Settlement#record}. */
    List<Settlement.Parcel> record(List<EndedTask> ended) {
        return settlement.record(ended, queue);
    }

    /** See {@link Settlement#publish}. */
    List<Settlement.Parcel> publish(List<Settlement.Parcel> parcels, BooleanSupplier worthwhile) {
        return settlement.publish(parcels, worthwhile);
    }

    Settlement.Parcel giveUp(EndedTask ended, RuntimeException refusal) {
        return settlement.giveUp(ended, queue, refusal);
    }

    private void admit(Arrival arrival, List<Arrival> admitted, List<EndedTask> ended) {
        admission
                .admit(arrival, queue)
                .ifPresentOrElse(
                        ending -> ended.add(new EndedTask(arrival.envelope(), ending, Duration.ZERO)),
                        () -> admitted.add(arrival));
    }

    private void runTogether(List<Arrival> some, Runner how, IdentityHashMap<Arrival, List<EndedTask>> places) {
        var ended = attempts.run(some, how, queue);
        for (int index = 0; index < some.size(); index++) {
            Objects.requireNonNull(places.get(some.get(index))).add(ended.get(index));
        }
    }
}
