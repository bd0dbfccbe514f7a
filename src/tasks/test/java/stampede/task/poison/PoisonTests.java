package stampede.task.poison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.task.Delivery;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskNode;
import stampede.task.poison.PoisonNode.Cup;
import stampede.task.poison.PoisonNode.Glass;
import stampede.testing.JavaProcess;

/** Each test has nodes of its own, so also the two run side by side. */
@Execution(ExecutionMode.CONCURRENT)
class PoisonTests {

    private static final int MOST_STARTS = 8;

    private final String prefix = TaskNode.somePrefix();

    @Test
    void setsAsideWhatKillsItsProcessAndNothingElse(@TempDir Path directory) {
        setsAsideThePoison(directory.resolve("log"), tasks -> {
            tasks.send(new Cup("poison"));
            milk().forEach(content -> tasks.send(new Cup(content)));
        });
    }

    @Test
    void findsThePoisonAmongTheTasksOfOneMessage(@TempDir Path directory) {
        setsAsideThePoison(directory.resolve("log"), tasks -> {
            var glasses = new LinkedHashMap<TaskId, Glass>();
            milk().limit(5).forEach(content -> glasses.put(TaskId.random(), new Glass(content)));
            glasses.put(TaskId.random(), new Glass("poison"));
            milk().skip(5).forEach(content -> glasses.put(TaskId.random(), new Glass(content)));
            assertThat(tasks.publishTogether(glasses).join()).isEqualTo(Delivery.CONFIRMED);
        });
    }

    private void setsAsideThePoison(Path log, Consumer<Tasks> sending) {
        try (var sender = node("--stampede.roles=web")) {
            sending.accept(sender.getBean(Tasks.class));
            var dead = sender.getBean(DeadTasks.class);

            var deaths = startUntilSomethingIsSetAside(dead, log);

            assertThat(deaths).as(() -> String.join("\n", output(log))).isEqualTo(3);
            assertThat(dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 100))
                    .singleElement()
                    .satisfies(task -> {
                        assertThat(task.body()).contains("poison");
                        assertThat(task.error()).startsWith("Set aside");
                    });
            assertThat(output(log))
                    .containsAll(milk().map(content -> "drank " + content).toList());
        }
    }

    private static Stream<String> milk() {
        return IntStream.range(0, 10).mapToObj(number -> "milk " + number);
    }

    /** Answers how often the process died. */
    private int startUntilSomethingIsSetAside(DeadTasks dead, Path log) {
        for (int deaths = 0; deaths < MOST_STARTS; deaths++) {
            var process = start(log);
            try {
                await().atMost(Duration.ofMinutes(5))
                        .until(() -> process.exitValue().isPresent() || hasSettled(dead, log));
                if (process.exitValue().isEmpty()) {
                    return deaths;
                }
                assertThat(process.exitValue())
                        .as(() -> String.join("\n", output(log)))
                        .hasValue(PoisonNode.POISONED);
            } finally {
                process.kill();
            }
        }
        throw new AssertionError("Nothing was set aside");
    }

    private boolean hasSettled(DeadTasks dead, Path log) {
        return dead.count(DeadTask.Status.DEAD) > 0
                && output(log).stream()
                                .filter(line -> line.startsWith("drank"))
                                .distinct()
                                .count()
                        == 10;
    }

    private JavaProcess start(Path log) {
        return JavaProcess.start(
                PoisonNode.class,
                List.of("-Xmx256m"),
                List.of(
                        "--stampede.task.prefix=" + prefix,
                        "--errands.tidy-up=false",
                        "--stampede.task.queues.cups.concurrency=1"),
                log);
    }

    private ConfigurableApplicationContext node(String... arguments) {
        var all = new ArrayList<>(List.of(arguments));
        all.add("--stampede.task.prefix=" + prefix);
        return new SpringApplicationBuilder(TaskEngine.class, PoisonNode.Drinker.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(all.toArray(String[]::new));
    }

    private List<String> output(Path log) {
        try {
            return Files.readAllLines(log);
        } catch (IOException none) {
            return List.of();
        }
    }
}
