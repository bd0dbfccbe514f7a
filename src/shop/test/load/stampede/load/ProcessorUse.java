package stampede.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much processor time processes have used, as {@code /proc} tells it, to 10 ms. */
final class ProcessorUse {

    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final long MICROS_PER_TICK = 10_000;

    private ProcessorUse() {}

    static Map<Watched, Long> cpuMicros(List<Watched> watched) throws IOException {
        var used = new LinkedHashMap<Watched, Long>();
        for (var one : watched) {
            var stat = Files.readString(Path.of("/proc", Long.toString(one.process()), "stat"));
            // The second field is the program's name in brackets and may have blanks.
            var fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            var ticks = Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]);
            used.put(one, ticks * MICROS_PER_TICK);
        }
        return used;
    }

    /** By name, shared by so many requests. */
    static Map<String, Double> since(Map<Watched, Long> before, long requests) throws IOException {
        var spent = new LinkedHashMap<String, Double>();
        for (var now : cpuMicros(List.copyOf(before.keySet())).entrySet()) {
            var micros = now.getValue() - before.getOrDefault(now.getKey(), 0L);
            spent.put(now.getKey().name(), (double) micros / requests);
        }
        return spent;
    }

    /** A process by its name in the table and its number. */
    record Watched(String name, long process) {

        /** Reads {@code name=pid}. */
        static Watched parse(String text) {
            var parts = text.split("=", -1);
            return new Watched(parts[0], Long.parseLong(parts[1]));
        }
    }
}
