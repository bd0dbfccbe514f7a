package stampede.faults;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/** How long shoppers go on: for ever while things go wrong, and for so long once all is well again. */
final class ShopperPatience {

    private volatile long end = Long.MAX_VALUE;

    void endsIn(Duration time) {
        end = System.nanoTime() / 1_000_000 + time.toMillis();
    }

    boolean lasts() {
        return System.nanoTime() / 1_000_000 < end;
    }

    /** Between two tries. */
    void pause() throws InterruptedException {
        Thread.sleep(ThreadLocalRandom.current().nextInt(100, 400));
    }
}
