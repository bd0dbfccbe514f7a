package stampede.task.handler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.amqp.core.AmqpAdmin;
import org.springframework.amqp.core.QueueBuilder;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import stampede.support.WrongSetup;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.SendOption;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskPayload;
import stampede.task.Tick;
import stampede.task.Upcast;
import stampede.task.engine.TaskNode;
import stampede.testing.Apart;
import tools.jackson.databind.node.ObjectNode;

/** What cannot work stops the start, and says why in a sentence. */
@Apart
class HandlerScannerTests {

    @ParameterizedTest
    @MethodSource
    void stopsTheStart(String why, List<Class<?>> handlers) {
        assertThatExceptionOfType(WrongSetup.class)
                .isThrownBy(() -> registry(handlers).close())
                .withMessageContaining(why);
    }

    static Stream<Arguments> stopsTheStart() {
        return Stream.of(
                Arguments.of("Two methods are the task one", List.of(One.class, OneAgain.class)),
                Arguments.of("Two methods take the payload", List.of(One.class, SamePayload.class)),
                Arguments.of("it must take a record", List.of(NoRecord.class)),
                Arguments.of("it must return Outcomes", List.of(NoOutcomes.class)),
                Arguments.of("it must take a List<Job<Payload>>", List.of(NoJobs.class)),
                Arguments.of("shares the queue crowded", List.of(Crowded.class)),
                Arguments.of("keeps that name for itself", List.of(InTheDeadQueue.class)),
                Arguments.of("Cron expression", List.of(NoCron.class)),
                Arguments.of("it must take a Tick", List.of(NoTick.class)),
                Arguments.of("a retry must wait", List.of(Hurry.class)),
                Arguments.of("both delays and a backoff; keep one", List.of(TwoPlans.class)),
                Arguments.of("attempts of a @Retry belong to a backoff", List.of(AttemptsOfDelays.class)),
                Arguments.of("no method is the upcast of moved from version 2 to 3", List.of(Gap.class)),
                Arguments.of(
                        "is the upcast of one from version 1 to 2, but no task leads there",
                        List.of(One.class, Upwards.class)),
                Arguments.of(
                        "Two methods are the upcast of moved from version 1 to 2", List.of(Gap.class, Again.class)),
                Arguments.of("an upcast must take an ObjectNode", List.of(NoNode.class)),
                Arguments.of(
                        "its timeLimit of 40m is too long for stampede.task.consumer-timeout", List.of(Endless.class)),
                Arguments.of("a batch may take 2 times its limit", List.of(EndlessBatch.class)),
                Arguments.of("its timeLimit of 40m is too long", List.of(EndlessBeat.class)),
                Arguments.of("versions begin with 1", List.of(Nought.class)),
                Arguments.of("its @Task has no name, and its payload no @TaskPayload", List.of(Nameless.class)),
                Arguments.of(
                        "its name is hello, but greet in the @TaskPayload of Greet; say it there alone",
                        List.of(OtherName.class)),
                Arguments.of("its queue is elsewhere, but greetings", List.of(OtherQueue.class)),
                Arguments.of("its version is 3, but 2", List.of(OtherVersion.class)),
                Arguments.of("its unique key names {nobody}, which Payload does not have", List.of(NoSuchKey.class)),
                Arguments.of("its name is greet.all, but greet", List.of(OtherBatch.class)));
    }

    @Test
    void resolvesPlaceholders() {
        try (var context = registry(List.of(Placeholders.class))) {
            var registry = context.getBean(TaskRegistry.class);

            assertThat(registry.byName("resolved")).isPresent();
            assertThat(registry.beats())
                    .singleElement()
                    .satisfies(beat -> assertThat(beat.zone()).hasToString("Europe/Paris"));
        }
    }

    @Test
    void goesByTheRecordThatSaysWhichTaskItIsFor() {
        try (var context = registry(List.of(Greetings.class))) {
            var registry = context.getBean(TaskRegistry.class);

            assertThat(registry.byName("greet")).hasValueSatisfying(task -> {
                assertThat(task.queue()).isEqualTo("greetings");
                assertThat(task.version()).isEqualTo(2);
                assertThat(task.sent().expires()).contains(Duration.ofMinutes(5));
                assertThat(task.sent().unique(new Greet("lin")))
                        .contains(new SendOption.Unique("greet:lin", Duration.ofHours(1)));
            });
        }
    }

    @Test
    void readsTheCalendarInTheZoneOfTheSettings() {
        try (var context = registry(List.of(Zoneless.class))) {
            assertThat(context.getBean(TaskRegistry.class).beats())
                    .singleElement()
                    .satisfies(beat -> assertThat(beat.zone()).hasToString("UTC"));
        }
        try (var context = registry(Map.of("stampede.task.zone", "Asia/Shanghai"), List.of(Zoneless.class))) {
            assertThat(context.getBean(TaskRegistry.class).beats())
                    .singleElement()
                    .satisfies(beat -> assertThat(beat.zone()).hasToString("Asia/Shanghai"));
        }
    }

    @Test
    void doesNotStartOnAQueueWithOtherProperties() throws IOException {
        var prefix = TaskNode.somePrefix();
        try (var node = TaskNode.start(prefix)) {
            var admin = node.bean(AmqpAdmin.class);
            assertThat(admin.declareQueue(
                            QueueBuilder.durable(prefix + "x.errands").quorum().build()))
                    .isNotNull();

            assertThatExceptionOfType(Exception.class)
                    .isThrownBy(() -> TaskNode.start(prefix + "x", "errands.tidy-up=false")
                            .close())
                    .havingRootCause()
                    .isInstanceOf(WrongSetup.class)
                    .withMessageContaining(prefix + "x.errands");
            admin.deleteQueue(prefix + "x.errands");
        }
    }

    private static AnnotationConfigApplicationContext registry(List<Class<?>> handlers) {
        return registry(Map.of("name", "resolved", "zone", "Europe/Paris"), handlers);
    }

    private static AnnotationConfigApplicationContext registry(Map<String, Object> settings, List<Class<?>> handlers) {
        var context = new AnnotationConfigApplicationContext();
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", settings));
        context.register(TaskRegistry.class, HandlerScanner.class);
        context.register(handlers.toArray(Class<?>[]::new));
        context.refresh();
        return context;
    }

    record Payload() {}

    record OtherPayload() {}

    @TaskPayload(task = "greet", queue = "greetings", version = 2, expires = "5m", unique = "greet:{name}")
    record Greet(String name) {}

    @TaskHandlers
    static class Greetings {
        @Task
        void run(Greet greet) {}

        @Upcast(task = "greet", from = 1)
        ObjectNode upcast(ObjectNode kwargs) {
            return kwargs;
        }
    }

    @TaskHandlers
    static class Nameless {
        @Task
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class OtherName {
        @Task(name = "hello")
        void run(Greet greet) {}
    }

    @TaskHandlers
    static class OtherQueue {
        @Task(name = "greet", queue = "elsewhere")
        void run(Greet greet) {}
    }

    @TaskHandlers
    static class OtherVersion {
        @Task(name = "greet", version = 3)
        void run(Greet greet) {}
    }

    @TaskHandlers
    static class OtherBatch {
        @BatchTask(name = "greet.all", queue = "greetings")
        Outcomes run(List<Job<Greet>> batch) {
            return Outcomes.allDone();
        }
    }

    @TaskHandlers
    static class NoSuchKey {
        @Task(name = "one", unique = "payload:{nobody}")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class Zoneless {
        @Beat(name = "one", cron = "0 * * * * *")
        void run(Tick tick) {}
    }

    @TaskHandlers
    static class Endless {
        @Task(name = "endless", timeLimit = "40m")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class EndlessBatch {
        @BatchTask(name = "endless", queue = "endless", timeLimit = "20m")
        Outcomes run(List<Job<Payload>> batch) {
            return Outcomes.allDone();
        }
    }

    @TaskHandlers
    static class EndlessBeat {
        @Beat(name = "endless", every = "1h", timeLimit = "40m")
        void run(Tick tick) {}
    }

    @TaskHandlers
    static class One {
        @Task(name = "one")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class OneAgain {
        @Task(name = "one")
        void run(OtherPayload payload) {}
    }

    @TaskHandlers
    static class SamePayload {
        @Task(name = "two")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class NoRecord {
        @Task(name = "one")
        void run(String payload) {}
    }

    @TaskHandlers
    static class NoOutcomes {
        @BatchTask(name = "one", queue = "one")
        void run(List<Job<Payload>> payload) {}
    }

    @TaskHandlers
    static class NoJobs {
        @BatchTask(name = "one", queue = "one")
        Outcomes run(List<Payload> payload) {
            return Outcomes.allDone();
        }
    }

    @TaskHandlers
    static class Crowded {
        @BatchTask(name = "one", queue = "crowded")
        Outcomes run(List<Job<Payload>> payload) {
            return Outcomes.allDone();
        }

        @Task(name = "two", queue = "crowded")
        void run(OtherPayload payload) {}
    }

    @TaskHandlers
    static class InTheDeadQueue {
        @Task(name = "one", queue = "dead")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class NoCron {
        @Beat(name = "one", cron = "now and then")
        void run(Tick tick) {}
    }

    @TaskHandlers
    static class NoTick {
        @Beat(name = "one", cron = "0 * * * * *")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class Hurry {
        @Task(name = "one")
        @Retry(delays = "0s")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class TwoPlans {
        @Task(name = "one")
        @Retry(delays = "1s", backoff = "1s")
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class AttemptsOfDelays {
        @Task(name = "one")
        @Retry(attempts = 3)
        void run(Payload payload) {}
    }

    @TaskHandlers
    static class Placeholders {
        @Task(name = "${name}")
        void run(Payload payload) {}

        @Beat(name = "beat", cron = "0 * * * * *", zone = "${zone}")
        void tick(Tick tick) {}
    }

    @TaskHandlers
    static class Gap {
        @Task(name = "moved", version = 3)
        void run(Payload payload) {}

        @Upcast(task = "moved", from = 1)
        ObjectNode upcast(ObjectNode kwargs) {
            return kwargs;
        }
    }

    @TaskHandlers
    static class Again {
        @Upcast(task = "moved", from = 1)
        ObjectNode upcast(ObjectNode kwargs) {
            return kwargs;
        }
    }

    @TaskHandlers
    static class Upwards {
        @Upcast(task = "one", from = 1)
        ObjectNode upcast(ObjectNode kwargs) {
            return kwargs;
        }
    }

    @TaskHandlers
    static class NoNode {
        @Upcast(task = "one", from = 1)
        String upcast(String kwargs) {
            return kwargs;
        }
    }

    @TaskHandlers
    static class Nought {
        @Task(name = "nought", version = 0)
        void run(Payload payload) {}
    }
}
