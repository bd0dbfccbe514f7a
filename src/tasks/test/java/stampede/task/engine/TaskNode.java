package stampede.task.engine;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.health.actuate.endpoint.HealthEndpoint;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.task.Tasks;
import stampede.task.admin.DeadTasks;
import stampede.task.broker.QueueFigures;

/** A node of the engine that a test starts and stops by itself. */
public final class TaskNode implements AutoCloseable {

    private final ConfigurableApplicationContext context;

    private TaskNode(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts a node; nodes with the same prefix share queues and tables. Settings are {@code name=value}. */
    public static TaskNode start(String prefix, String... settings) {
        return new TaskNode(new SpringApplicationBuilder(TaskEngine.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(arguments(prefix, settings)));
    }

    public static String somePrefix() {
        return "n" + ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
    }

    private static String[] arguments(String prefix, String... settings) {
        var arguments = new LinkedHashMap<>(Map.of(
                "stampede.task.prefix", prefix,
                "stampede.task.lanes", "200ms",
                "stampede.task.last-try-delay", "150ms",
                "spring.main.banner-mode", "off"));
        for (var setting : settings) {
            var parts = setting.split("=", 2);
            arguments.put(parts[0], parts[1]);
        }
        return arguments.entrySet().stream()
                .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
                .toArray(String[]::new);
    }

    public Tasks tasks() {
        return context.getBean(Tasks.class);
    }

    public Errands errands() {
        return context.getBean(Errands.class);
    }

    public DeadTasks dead() {
        return context.getBean(DeadTasks.class);
    }

    /** How many messages of a queue it has in hand. */
    public long inHand(String queue) {
        return Objects.requireNonNull(bean(QueueFigures.class).all().get(queue)).inHand();
    }

    /** What {@code /actuator/health} says of one component. */
    public Status health(String component) {
        return Objects.requireNonNull(bean(HealthEndpoint.class).healthForPath(component))
                .getStatus();
    }

    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    @Override
    public void close() {
        context.close();
    }
}
