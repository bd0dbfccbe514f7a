package stampede.task.handler;

import java.time.Duration;
import java.util.Optional;
import stampede.task.Remember;
import stampede.task.SendOption;

/**
 * How payloads of one type are sent.
 *
 * @param name of the task on the wire
 * @param queue without the prefix
 * @param version of the payload
 * @param remember what the history keeps of the task
 * @param expires how long after its time it is wanted, unless a call says otherwise
 * @param unique of which there is one at a time, unless a call says otherwise
 */
public record PayloadDefinition(
        Class<? extends Record> type,
        String name,
        String queue,
        int version,
        Remember remember,
        Optional<Duration> expires,
        Optional<UniqueKey> unique) {

    public PayloadDefinition {
        if (version < 1) {
            throw new IllegalArgumentException("versions begin with 1, not " + version);
        }
        unique.ifPresent(key -> key.checkedFor(type));
    }

    /** Of a payload of which nothing is said but where it goes. */
    public PayloadDefinition(Class<? extends Record> type, String name, String queue) {
        this(type, name, queue, 1, Remember.EVERYTHING, Optional.empty(), Optional.empty());
    }

    /** The same task with a payload of another type: what is said of the type's components does not hold for it. */
    PayloadDefinition withType(Class<? extends Record> other) {
        return new PayloadDefinition(other, name, queue, version, remember, expires, Optional.empty());
    }

    /** The key of this payload. */
    public Optional<SendOption.Unique> unique(Record payload) {
        return unique.map(key -> key.of(payload));
    }
}
