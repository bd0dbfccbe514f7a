package stampede.task.attempt;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads of attempts that were given up and would not end. They cannot be killed, only counted.
 */
class LostThreads {

    private static final Logger log = LoggerFactory.getLogger(LostThreads.class);
    private static final int FRAMES = 30;

    private final List<Thread> threads = new CopyOnWriteArrayList<>();

    LostThreads(MeterRegistry meters) {
        Gauge.builder("stampede.task.threads.lost", this::count)
                .description("Threads of attempts that were given up and still run")
                .register(meters);
    }

    void add(Thread thread) {
        threads.add(thread);
        var stack = Arrays.stream(thread.getStackTrace())
                .limit(FRAMES)
                .map(frame -> "\n\tat " + frame)
                .collect(Collectors.joining());
        log.error("{} was given up and still runs; {} threads are lost{}", thread.getName(), count(), stack);
    }

    int count() {
        threads.removeIf(thread -> !thread.isAlive());
        return threads.size();
    }
}
