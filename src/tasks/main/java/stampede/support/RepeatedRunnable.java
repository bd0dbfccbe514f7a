package stampede.support;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Something that is run again and again. A failure does not end it, and is logged once until a run succeeds. */
final class RepeatedRunnable implements Runnable {

    private static final Logger log = LoggerFactory.getLogger(RepeatedRunnable.class);

    private final String name;
    private final Runnable run;
    private volatile boolean failing;

    RepeatedRunnable(String name, Runnable run) {
        this.name = name;
        this.run = run;
    }

    @Override
    public void run() {
        try {
            run.run();
            if (failing) {
                log.info("{} works again", name);
            }
            failing = false;
        } catch (RuntimeException | Error failure) {
            if (Thread.currentThread().isInterrupted() || failure.getCause() instanceof InterruptedException) {
                log.debug("{} stopped", name, failure);
            } else if (!failing) {
                log.warn("{} failed and is tried again; further failures are not logged", name, failure);
                failing = true;
            }
        }
    }
}
