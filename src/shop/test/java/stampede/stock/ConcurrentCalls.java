package stampede.stock;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;

/** Runs calls on many threads and waits for all their answers; the first failure is the test's. */
public final class ConcurrentCalls {

    private ConcurrentCalls() {}

    public static <T> List<T> run(int threads, List<? extends Callable<T>> calls) {
        var pool = Executors.newFixedThreadPool(threads);
        try {
            var answers = new ArrayList<T>();
            for (var answer : pool.invokeAll(calls)) {
                answers.add(answer.get());
            }
            return answers;
        } catch (Exception failure) {
            throw new AssertionError(failure);
        } finally {
            pool.shutdownNow();
        }
    }
}
