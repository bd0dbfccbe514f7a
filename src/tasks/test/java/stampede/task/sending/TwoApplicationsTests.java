package stampede.task.sending;

import static java.time.Duration.ofMinutes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.queue;
import static stampede.task.SendOption.task;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.boot.Banner;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.jpa.autoconfigure.DataJpaRepositoriesAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisRepositoriesAutoConfiguration;
import org.springframework.boot.hibernate.autoconfigure.HibernateJpaAutoConfiguration;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.Beat;
import stampede.task.Sensitive;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.TaskPayload;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.Tick;
import stampede.task.UnknownQueue;
import stampede.task.UnknownTask;
import stampede.task.engine.TaskNode;
import stampede.task.spi.QueueNames;
import stampede.task.testing.QueueRemoval;
import stampede.testing.Apart;

/** Two applications on one broker and database: with one prefix what one sends the other handles, with two they do not meet. */
@Apart
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TwoApplicationsTests {

    private final String prefix = TaskNode.somePrefix();
    private ConfigurableApplicationContext sender;
    private @Nullable ConfigurableApplicationContext worker;
    private Tasks tasks;

    @BeforeAll
    void start() {
        sender = application("--stampede.task.prefix=" + prefix);
        tasks = sender.getBean(Tasks.class);
    }

    @AfterAll
    void stop() {
        sender.close();
        if (worker != null) {
            worker.close();
        }
    }

    @Test
    void sendsWhatAnotherHandlesAlsoBeforeThatIsThere() {
        var id = tasks.send(new Greet("lin", "secret"));
        var later = tasks.send(new Greet("mei", "secret"), in(ofMinutes(1)));
        assertThat(tasks.send(new Greet("mei", "secret")))
                .as("it holds the key")
                .isEqualTo(later);
        var named = tasks.send(new Letter("dear"), task("letter.write"), queue("letters"));
        assertThatExceptionOfType(UnknownTask.class)
                .as("the next call has to name it again")
                .isThrownBy(() -> tasks.send(new Letter("dear")));
        var transaction = sender.getBean(TransactionTemplate.class);
        transaction.executeWithoutResult(status -> tasks.send(new Letter("sir"), task("mail.write"), queue("mail")));
        transaction.executeWithoutResult(status -> {
            tasks.send(new Letter("nobody"), task("mail.write"), queue("mail"));
            status.setRollbackOnly();
        });
        assertThat(tasks.publish(new Letter("madam"), task("mail.write"), queue("mail"))
                        .join())
                .hasToString("CONFIRMED");

        worker = application(Handlers.class, "--stampede.task.prefix=" + prefix);

        var handlers = worker.getBean(Handlers.class);
        await().untilAsserted(
                        () -> assertThat(handlers.done).containsExactlyInAnyOrder("hello lin", "dear", "sir", "madam"));
        var history = sender.getBean(TaskHistory.class);
        await().untilAsserted(
                        () -> assertThat(history.find(id).map(TaskRun::state)).contains(TaskState.SUCCESS));
        assertThat(history.find(id).map(TaskRun::payload))
                .hasValueSatisfying(
                        payload -> assertThat(payload).contains("lin").doesNotContain("secret"));
        await().untilAsserted(() ->
                assertThat(history.find(named).map(TaskRun::state)).contains(TaskState.SUCCESS));
        assertThat(dead(prefix)).isZero();
        assertThat(tasks.cancel(later)).isTrue();
    }

    @Test
    void tellsWhatIsMissing() {
        assertThatExceptionOfType(UnknownTask.class)
                .isThrownBy(() -> tasks.send(new Letter("dear")))
                .withMessageContaining("put @TaskPayload on the record, or send it with task(name) and queue(name)");
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> tasks.send(new Letter("dear"), task("nobody.knows")))
                .withMessageContaining("send it with queue(name)");
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> tasks.send(new Letter("dear"), task("letter.write"), queue("dead")))
                .withMessageContaining("keeps that name for itself");
    }

    @Test
    void doNotMeetIfTheirNamesDiffer() {
        var number = ThreadLocalRandom.current().nextInt(100_000, 1_000_000);
        try (var one = application(Ticking.class, "--spring.application.name=One App " + number, "--tick=one.tick");
                var other =
                        application(Ticking.class, "--spring.application.name=other-" + number, "--tick=other.tick")) {
            assertThat(one.getBean(QueueNames.class).prefix()).isEqualTo("one-app-" + number);
            await().untilAsserted(
                            () -> assertThat(one.getBean(Ticking.class).ticks).hasSizeGreaterThan(10));
            await().untilAsserted(
                            () -> assertThat(other.getBean(Ticking.class).ticks).hasSizeGreaterThan(10));

            assertThat(one.getBean(Ticking.class).ticks).containsOnly("one.tick");
            assertThat(other.getBean(Ticking.class).ticks).containsOnly("other.tick");
            assertThat(dead("one-app-" + number) + dead("other-" + number)).isZero();
        }
    }

    private int dead(String engine) {
        var count = sender.getBean(JdbcTemplate.class)
                .queryForObject("select count(*) from task_dead where prefix = ?", Integer.class, engine);
        return count == null ? 0 : count;
    }

    private static ConfigurableApplicationContext application(String... settings) {
        return application(Bare.class, settings);
    }

    private static ConfigurableApplicationContext application(Class<?> handlers, String... settings) {
        return new SpringApplicationBuilder(Bare.class, handlers)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .bannerMode(Banner.Mode.OFF)
                .run(settings);
    }

    @TaskPayload(task = "greet", queue = "greetings", unique = "greet:{name}", uniqueFor = "2h")
    record Greet(String name, @Sensitive String password) {}

    record Letter(String text) {}

    /** An application of its own with nothing but the engine. */
    @TestComponent
    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration(
            exclude = {
                HibernateJpaAutoConfiguration.class,
                DataJpaRepositoriesAutoConfiguration.class,
                DataRedisRepositoriesAutoConfiguration.class
            })
    @Import(QueueRemoval.class)
    static class Bare {}

    /** Has records of its own for what comes from elsewhere. */
    @TestComponent
    @TaskHandlers
    static class Handlers {

        final List<String> done = new CopyOnWriteArrayList<>();

        @Task(name = "greet", queue = "greetings")
        void greet(Greeting greeting) {
            done.add("hello " + greeting.name());
        }

        @Task(name = "letter.write", queue = "letters")
        void write(Letter letter) {
            done.add(letter.text());
        }

        @Task(name = "mail.write", queue = "mail")
        void mail(Mail mail) {
            done.add(mail.text());
        }

        record Greeting(String name, @Sensitive String password) {}

        record Mail(String text) {}
    }

    @TestComponent
    @TaskHandlers
    static class Ticking {

        final List<String> ticks = new CopyOnWriteArrayList<>();

        @Beat(name = "${tick}", every = "100ms")
        void tick(Tick tick) {
            ticks.add(tick.schedule());
        }
    }
}
