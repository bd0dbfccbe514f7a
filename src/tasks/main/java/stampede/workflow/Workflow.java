package stampede.workflow;

import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import stampede.task.SendOption;

/**
 * Tasks that follow on each other. Static-import the factory methods:
 *
 * <pre>{@code
 * workflows.start(chain(
 *         step(new Fetch(url)),
 *         group(new Resize(url, 320), new Resize(url, 1280)),
 *         step(new Publish(url), in(ofMinutes(5)))));
 * }</pre>
 *
 * <p>Parts nest as deep as you like. What follows a group waits for all of it, so a group inside a chain is a chord.
 */
public sealed interface Workflow {

    /**
     * One task.
     *
     * @param options {@code in}, counted from the end of what is before it, and all others but {@code unique}
     */
    static Workflow step(Record payload, SendOption... options) {
        return new Step(payload, List.of(options));
    }

    /** One part after the other; each waits until everything in the one before it has succeeded. */
    static Workflow chain(Workflow... parts) {
        return new Chain(List.of(parts));
    }

    static Workflow chain(Record... payloads) {
        return new Chain(steps(Stream.of(payloads)));
    }

    /** All parts at the same time, in no order. An empty group is done at once. */
    static Workflow group(Workflow... parts) {
        return new Group(List.of(parts));
    }

    static Workflow group(Record... payloads) {
        return new Group(steps(Stream.of(payloads)));
    }

    static Workflow group(Collection<? extends Record> payloads) {
        return new Group(steps(payloads.stream()));
    }

    /** Many tasks at the same time and, once all have succeeded, one that may ask for their results. */
    static Workflow chord(Collection<? extends Record> payloads, Record then) {
        return chain(group(payloads), step(then));
    }

    static Workflow chord(Workflow group, Workflow then) {
        return chain(group, then);
    }

    /** The same workflow with another part after it. */
    default Workflow then(Workflow next) {
        return new Chain(List.of(this, next));
    }

    default Workflow then(Record payload, SendOption... options) {
        return then(step(payload, options));
    }

    /** The same workflow with a task that is sent once if a step of it is given up or expires. Belongs to the whole. */
    default Workflow onFailure(Record payload, SendOption... options) {
        return new Guarded(this, new Step(payload, List.of(options)));
    }

    private static List<Workflow> steps(Stream<? extends Record> payloads) {
        return payloads.<Workflow>map(payload -> step(payload)).toList();
    }

    private static void refuseGuarded(List<Workflow> parts) {
        if (parts.stream().anyMatch(Guarded.class::isInstance)) {
            throw new IllegalArgumentException("onFailure belongs to the whole workflow, not to a part of it");
        }
    }

    record Step(Record payload, List<SendOption> options) implements Workflow {}

    record Chain(List<Workflow> parts) implements Workflow {

        public Chain {
            refuseGuarded(parts);
        }
    }

    record Group(List<Workflow> parts) implements Workflow {

        public Group {
            refuseGuarded(parts);
        }
    }

    record Guarded(Workflow workflow, Step onFailure) implements Workflow {

        public Guarded {
            refuseGuarded(List.of(workflow));
        }
    }
}
