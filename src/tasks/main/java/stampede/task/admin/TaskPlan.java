package stampede.task.admin;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import stampede.task.Remember;

/**
 * A kind of task that this node knows, as its {@code @Task}, {@code @BatchTask} or {@code @Beat} says.
 *
 * @param name the task's name on the wire
 * @param queue without the prefix
 * @param payload the class of its record
 * @param fields the record's fields, each with its type
 * @param version of the payload
 * @param handler the method that runs it
 * @param retries when it is tried again; the first whose exceptions fit counts
 * @param hopeless exceptions for which it is not
 * @param softTimeLimit after which an attempt is interrupted
 * @param timeLimit after which an attempt is given up
 * @param rate how often it may begin in the whole cluster, such as {@code 5/s}
 * @param batch how many run together at most; empty if each runs by itself
 * @param linger how long a batch waits for more once one is there
 * @param schedule when it is sent by the calendar: a cron expression, or {@code every 30s}
 * @param remember what the history keeps of it
 * @param expires how long after its time it is wanted, unless a call says otherwise
 * @param unique the key of which there is one at a time, with components of the payload in braces, unless a call says otherwise
 * @param uniqueFor how long that is kept at most
 */
public record TaskPlan(
        String name,
        String queue,
        String payload,
        List<String> fields,
        int version,
        String handler,
        List<Retries> retries,
        List<String> hopeless,
        Optional<Duration> softTimeLimit,
        Optional<Duration> timeLimit,
        Optional<String> rate,
        Optional<Integer> batch,
        Optional<Duration> linger,
        Optional<String> schedule,
        Remember remember,
        Optional<Duration> expires,
        Optional<String> unique,
        Optional<Duration> uniqueFor) {

    /**
     * What follows on failures of some kind.
     *
     * @param on exceptions, by their class; none: all others
     * @param delays the wait after the first failure, the second, and so on
     * @param jitter by which share a wait may be shorter or longer
     */
    public record Retries(List<String> on, List<Duration> delays, double jitter) {}
}
