package stampede.testing;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.springframework.boot.context.event.ApplicationContextInitializedEvent;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.boot.context.event.SpringApplicationEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;

/**
 * Lets applications that start in the tests' process set up their logging one after the other: there is one logging system for
 * all of them, and it breaks when two set it up at once, as a test that is {@link Apart} and another may.
 */
public class OneStartAtATime implements ApplicationListener<SpringApplicationEvent>, Ordered {

    private static final ReentrantLock STARTING = new ReentrantLock();

    @Override
    public void onApplicationEvent(SpringApplicationEvent event) {
        if (event instanceof ApplicationStartingEvent) {
            STARTING.lock();
        } else if (isPastLogging(event) && STARTING.isHeldByCurrentThread()) {
            STARTING.unlock();
        }
    }

    /**
     * Runs what starts an application and holds another lock meanwhile, such as that of a class that is initialized: an application that
     * starts elsewhere may wait for the same.
     */
    public static <T> T first(Supplier<T> start) {
        STARTING.lock();
        try {
            return start.get();
        } finally {
            STARTING.unlock();
        }
    }

    private static boolean isPastLogging(SpringApplicationEvent event) {
        return event instanceof ApplicationContextInitializedEvent || event instanceof ApplicationFailedEvent;
    }

    /** Before Boot's own listener, which sets up logging at the same events. */
    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE;
    }
}
