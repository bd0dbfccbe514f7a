package stampede.setting;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A second node as far as settings go: it declares its own, and reads the same rows each second. */
public final class SettingTestNode implements AutoCloseable {

    public final Settings settings = new Settings();

    private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
    private final SettingRefreshJob job;

    public SettingTestNode(JdbcClient sql) {
        job = new SettingRefreshJob(new SettingRepository(sql), settings, new SimpleMeterRegistry());
    }

    /** Begins to work, when all is declared. */
    public SettingTestNode start() {
        job.afterSingletonsInstantiated();
        var unused = clock.scheduleWithFixedDelay(job::refresh, 1, 1, TimeUnit.SECONDS);
        return this;
    }

    /** Reads the rows now. */
    void refresh() {
        job.refresh();
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
