package stampede.counter;

import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/**
 * How a Redis server that holds counters keeps them.
 *
 * @param evictionPolicy what it drops when its memory is full, such as {@code noeviction}
 * @param appendOnly whether it writes down every command
 * @param appends whether the last write of that went well
 */
public record CounterServer(String evictionPolicy, boolean appendOnly, boolean appends) {

    /** Reads it from what the server answers to {@code INFO}. */
    static CounterServer of(String info) {
        var facts = info.lines()
                .filter(line -> line.indexOf(':') > 0)
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.indexOf(':')),
                        line -> line.substring(line.indexOf(':') + 1).strip(),
                        (one, same) -> one));
        return new CounterServer(
                fact(facts, "maxmemory_policy"),
                fact(facts, "aof_enabled").equals("1"),
                fact(facts, "aof_last_write_status").equals("ok"));
    }

    private static String fact(Map<String, String> facts, String name) {
        return Objects.requireNonNull(facts.get(name), name);
    }
}
