package stampede.alipaysandbox;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/** Lets time pass for the trades. */
@Component
class TradeTimer implements SmartLifecycle {

    private static final Logger log = LoggerFactory.getLogger(TradeTimer.class);

    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private final Trades trades;
    private final long millis;
    private volatile boolean running;

    TradeTimer(Trades trades, SandboxProperties properties) {
        this.trades = trades;
        this.millis = properties.tick().toMillis();
    }

    @Override
    public void start() {
        running = true;
        var unused = timer.scheduleWithFixedDelay(this::tick, millis, millis, MILLISECONDS);
    }

    /** A timer forgets a task that throws. */
    private void tick() {
        try {
            trades.tick();
        } catch (RuntimeException e) {
            log.error("Time could not pass for the trades", e);
        }
    }

    @Override
    public void stop() {
        running = false;
        timer.shutdownNow();
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
