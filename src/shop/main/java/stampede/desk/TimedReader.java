package stampede.desk;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.stereotype.Component;

/** Asks servers beside each other, and waits for none longer than a person would. */
@Component
public class TimedReader {

    private static final Logger log = LoggerFactory.getLogger(TimedReader.class);
    private static final long LONGEST_MILLIS = 1_500;

    private final Executor threads;

    public TimedReader(@Qualifier("applicationTaskExecutor") Executor threads) {
        this.threads = threads;
    }

    /** Begins to ask. The answer is empty if it failed, or was not there in time. */
    public <T> CompletableFuture<Optional<T>> read(Supplier<T> source) {
        return CompletableFuture.supplyAsync(() -> Optional.of(source.get()), threads)
                .exceptionally(failed -> {
                    log.debug("A figure could not be had", failed);
                    return Optional.empty();
                })
                .completeOnTimeout(Optional.empty(), LONGEST_MILLIS, TimeUnit.MILLISECONDS);
    }
}
