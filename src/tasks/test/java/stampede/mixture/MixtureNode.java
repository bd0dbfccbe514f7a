package stampede.mixture;

import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.celery.CeleryAutoConfiguration;
import stampede.testing.MainClassesOnly;

/** A program: a worker that runs the mixture, and tells every five seconds what it takes. It ends in order when it is told to. */
final class MixtureNode {

    static final String HEAP = "heap after GC, MB";
    static final String THREADS = "threads";

    static final String PREFIX = "mixture";
    static final long BETWEEN_SAMPLES_NANOS = 5_000_000_000L;

    private MixtureNode() {}

    /** Takes the process's name and how long a long task takes in milliseconds, and how long running tasks may go on when it stops, in seconds. */
    public static void main(String[] arguments) {
        sample(
                start("worker,beat", arguments[0], Long.parseLong(arguments[1]), Long.parseLong(arguments[2])),
                arguments[0]);
    }

    static ConfigurableApplicationContext start(String roles, String process, long longMillis, long drainSeconds) {
        return new SpringApplicationBuilder(Engine.class)
                .initializers(new MainClassesOnly())
                .web(WebApplicationType.NONE)
                .run(Stream.of(
                                "stampede.roles=" + roles,
                                "stampede.task.prefix=" + PREFIX,
                                "stampede.task.last-tries=0",
                                "stampede.task.drain-timeout=" + drainSeconds + "s",
                                "stampede.task.queues.long.concurrency=8",
                                "stampede.task.queues.endless.concurrency=8",
                                "stampede.task.queues.seconds.concurrency=8",
                                "stampede.history.keep=1m",
                                "stampede.history.tidy-every=5s",
                                "stampede.workflow.keep=1m",
                                "stampede.task.retention.once=1m",
                                "mixture.node=" + process,
                                "mixture.long-millis=" + longMillis,
                                "spring.main.banner-mode=off",
                                "spring.main.keep-alive=true",
                                "logging.level.root=warn")
                        .map(setting -> "--" + setting)
                        .toArray(String[]::new));
    }

    /** Until the database is closed. */
    static void sample(ConfigurableApplicationContext node, String process) {
        var jdbc = node.getBean(JdbcTemplate.class);
        try {
            while (node.isActive()) {
                sample(jdbc, process);
                LockSupport.parkNanos(BETWEEN_SAMPLES_NANOS);
            }
        } catch (DataAccessException | IllegalStateException stopping) {
            // The node is being stopped.
        }
    }

    private static void sample(JdbcTemplate jdbc, String process) {
        System.gc();
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / 1e6;
        var threads = (double) ManagementFactory.getThreadMXBean().getThreadCount();
        var now = System.currentTimeMillis();
        jdbc.batchUpdate(
                "insert into mixture_sample (process, at_ms, what, figure) values (?, ?, ?, ?)",
                List.of(new Object[] {process, now, HEAP, heap}, new Object[] {process, now, THREADS, threads}));
    }

    /** The engine with its history and workflows, and no shop. */
    @TestComponent
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(exclude = CeleryAutoConfiguration.class)
    @Import(MixtureTasks.class)
    static class Engine {}
}
