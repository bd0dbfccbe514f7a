package stampede.task.worker;

import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.task.SendOption.at;
import static stampede.task.SendOption.in;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.support.clock.WallClock;
import stampede.task.Delivery;
import stampede.task.Tasks;
import stampede.task.engine.Chores;
import stampede.task.engine.Chores.Paced;
import stampede.task.engine.Clockwork;
import stampede.task.engine.Clockwork.Jam;
import stampede.task.engine.Clockwork.Stick;
import stampede.task.engine.Clockwork.Strike;
import stampede.task.engine.SuiteBroker;
import stampede.task.engine.TaskEngine;
import stampede.task.engine.TaskNode;
import stampede.task.spi.QueueNames;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** Nothing is lost or early on its way through outbox and lanes. How late it was is printed. */
@Apart
@TestInstance(Lifecycle.PER_CLASS)
class TimeTests {

    private static final Duration LANE = Proof.isFull() ? ofSeconds(300) : ofSeconds(3);
    private static final int RATE = 1_000;

    private final ConfigurableApplicationContext node = Clockwork.start(
            "--stampede.task.prefix=" + TaskNode.somePrefix(),
            "--stampede.task.lanes=" + LANE.toSeconds() + "s",
            "--stampede.task.queues.strikes.concurrency=8",
            "--spring.main.banner-mode=off");
    private final Tasks tasks = node.getBean(Tasks.class);
    private final Clockwork clockwork = node.getBean(Clockwork.class);
    private final Clock clock = node.getBean(Clock.class);
    private final TransactionTemplate transaction = node.getBean(TransactionTemplate.class);
    private String key = "";

    @BeforeEach
    void chooseKey() {
        key = UUID.randomUUID().toString();
    }

    @AfterAll
    void stop() {
        node.close();
    }

    @Test
    void runsNothingEarlyOnAMachineWhoseClockIsAhead() {
        var prefix = TaskNode.somePrefix();
        try (var sender = TaskNode.start(prefix, "stampede.roles=web", "errands.tidy-up=false");
                var ahead = new SpringApplicationBuilder(TaskEngine.class, FiveSecondsAhead.class)
                        .web(WebApplicationType.NONE)
                        .registerShutdownHook(false)
                        .run("--stampede.task.prefix=" + prefix, "--spring.main.banner-mode=off")) {
            var due = clock.instant().plusSeconds(4);
            IntStream.range(0, 20).forEach(number -> sender.tasks().send(new Paced(key, number), at(due)));

            var chores = ahead.getBean(Chores.class);
            await().atMost(ofSeconds(30)).until(() -> chores.begins(key).size() == 20);
            assertThat(chores.begins(key)).allMatch(begin -> begin >= due.toEpochMilli() - 500);
        }
    }

    @Configuration(proxyBeanMethods = false)
    static class FiveSecondsAhead {

        @Bean
        @Primary
        WallClock wrongClock() {
            return () -> System.currentTimeMillis() + 5_000;
        }
    }

    @Test
    void sendsWhatCommitsAndNothingElse() throws InterruptedException {
        var most = Proof.size(1_000, 10_000);
        var committed = new ConcurrentSkipListSet<Integer>();
        var threads = Executors.newFixedThreadPool(8);
        IntStream.range(0, most).forEach(number -> threads.execute(() -> sendPerhaps(number, committed)));
        threads.shutdown();
        assertThat(threads.awaitTermination(5, TimeUnit.MINUTES)).isTrue();

        awaitNumbers(committed);
        Proof.print(
                "2: %d transactions, %d committed, %d tasks ran, %d not committed ran",
                most,
                committed.size(),
                numbers().size(),
                numbers().stream().filter(n -> !committed.contains(n)).count());
    }

    private void sendPerhaps(int number, Collection<Integer> committed) {
        var random = ThreadLocalRandom.current();
        var commits = random.nextBoolean();
        var throwing = random.nextBoolean();
        try {
            transaction.executeWithoutResult(status -> {
                tasks.send(new Strike(key, number, clock.millis()));
                if (!commits && throwing) {
                    throw new IllegalStateException("changed its mind");
                }
                if (!commits) {
                    status.setRollbackOnly();
                }
            });
        } catch (IllegalStateException changedItsMind) {
            return;
        }
        if (commits) {
            committed.add(number);
        }
    }

    /** The whole proof does it again and again: the first time meets a JVM that has done nothing before. */
    @Test
    void publishesAtItsTimeWhatTheOutboxHolds() {
        for (int round = 1; round <= Proof.size(1, 4); round++) {
            chooseKey();
            publishAtItsTime(round);
        }
    }

    private void publishAtItsTime(int round) {
        var most = Proof.size(1_000, 10_000);
        var first = clock.instant().plusSeconds(Proof.size(5, 20));
        IntStream.range(0, most / 100)
                .parallel()
                .forEach(hundred -> transaction.executeWithoutResult(status -> {
                    for (int number = hundred * 100; number < hundred * 100 + 100; number++) {
                        var due = first.plusMillis(number * 1_000L / RATE);
                        tasks.send(new Strike(key, number, due.toEpochMilli()), at(due));
                    }
                }));
        Proof.print(
                "2: round %d: all were committed %d ms before the first was due",
                round, first.toEpochMilli() - clock.millis());

        awaitNumbers(IntStream.range(0, most).boxed().collect(Collectors.toSet()));
        assertThat(clockwork.runs(key))
                .allSatisfy(run -> assertThat(run.lateness()).isNotNegative());
        printLateness("2: lateness of tasks of the outbox at 1,000/s, due until run");
        Proof.print("2: of the relay alone, due until confirmed, in the last two minutes: %s", relayBuckets());
    }

    @Test
    void publishesSoonWhatCommits() {
        for (int round = 1; round <= Proof.size(1, 4); round++) {
            chooseKey();
            publishSoon();
        }
    }

    private void publishSoon() {
        var most = Proof.size(1_000, 10_000);
        atARate(
                most,
                number -> transaction.executeWithoutResult(
                        status -> tasks.send(new Strike(key, number, clock.millis()))));

        awaitNumbers(IntStream.range(0, most).boxed().collect(Collectors.toSet()));
        printLateness("2: lateness of tasks sent in transactions of their own at up to 1,000/s, send until run");
    }

    @Test
    void leavesWhatWaitsInALaneWithTheBroker() {
        var most = Proof.size(1_000, 60_000);
        publishIntoTheLane(most);

        awaitNumbers(IntStream.range(0, most).boxed().collect(Collectors.toSet()));
        assertThat(clockwork.runs(key))
                .hasSize(most)
                .allSatisfy(run -> assertThat(run.lateness()).isGreaterThan(-50));
        printLateness("4: lateness of %d tasks of a lane of %d s, due within %d s"
                .formatted(most, LANE.toSeconds(), most / RATE));
        assertThat(Proof.isFull() ? percentile(0.99) : 0)
                .as("p99 in milliseconds")
                .isLessThanOrEqualTo(1_000);
    }

    /** The whole proof has the ladder of the requirement; how exact it is, only the whole one says. */
    @Test
    void climbsEachStepOfALadderOfRetriesAtItsTime() {
        var most = Proof.size(50, 500);
        var steps = Proof.isFull() ? Clockwork.LONG_LADDER : Clockwork.SHORT_LADDER;
        IntStream.range(0, most)
                .forEach(number -> tasks.send(
                        Proof.isFull()
                                ? new Clockwork.LongLadder(key, number)
                                : new Clockwork.ShortLadder(key, number)));

        await().atMost(ofMinutes(10))
                .untilAsserted(() -> assertThat(clockwork.runs(key)).hasSize(most * (steps.size() + 1)));

        var late = new ArrayList<Long>();
        clockwork.runs(key).stream()
                .collect(Collectors.groupingBy(Clockwork.Run::number))
                .values()
                .forEach(runs -> IntStream.range(0, steps.size())
                        .forEach(step -> late.add(runs.get(step + 1).ranMs()
                                - runs.get(step).ranMs()
                                - steps.get(step).toMillis())));
        Proof.print(
                "3: %d tasks on the ladder %s: earliest %d ms, p50 %d ms, p99 %d ms, latest %d ms",
                most,
                steps,
                Proof.percentile(late, 0),
                Proof.percentile(late, 0.5),
                Proof.percentile(late, 0.99),
                Proof.percentile(late, 1));
        assertThat(late)
                .allMatch(lateness -> lateness > -50)
                .allMatch(lateness -> !Proof.isFull() || lateness <= 1_000);
    }

    private void publishIntoTheLane(int most) {
        var answers = new ArrayList<CompletableFuture<Delivery>>();
        atARate(
                most,
                number -> answers.add(
                        tasks.publish(new Strike(key, number, clock.millis() + LANE.toMillis()), in(LANE))));
        var last = System.nanoTime();
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
        Proof.print(
                "4: the last of %d was confirmed %d ms after it was published",
                most, (System.nanoTime() - last) / 1_000_000);
        assertThat(answers)
                .allSatisfy(answer ->
                        assertThat(answer).succeedsWithin(ofSeconds(10)).isEqualTo(Delivery.CONFIRMED));

        var ahead = clock.millis() < firstDue(most);
        assertThat(ahead).as("all are published before the first is due").isTrue();
        await().atMost(ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(waiting(node.getBean(QueueNames.class).lane(LANE)))
                                .isEqualTo(most));
        assertThat(clockwork.runs(key)).isEmpty();
    }

    private long firstDue(int most) {
        return clock.millis() + LANE.toMillis() - most * 1_000L / RATE;
    }

    /** Only with the whole proofs, as nothing else may run then. */
    @Test
    @Tag(Proof.WHOLE)
    void keepsTheTimesOfALaneWhenTheBrokerIsKilled() {
        var most = Proof.size(1_000, 10_000);
        publishIntoTheLane(most);

        SuiteBroker.kill();
        SuiteBroker.start();
        var back = clock.millis();

        awaitNumbers(IntStream.range(0, most).boxed().collect(Collectors.toSet()));
        var late = clockwork.runs(key).stream()
                .filter(run -> run.dueMs() > back)
                .map(Clockwork.Run::lateness)
                .toList();
        Proof.print(
                "4: broker killed while %d waited: %d ran, %d of them due after it was back, their p99 %d ms, earliest %d ms",
                most,
                numbers().size(),
                late.size(),
                late.isEmpty() ? -1 : Proof.percentile(late, 0.99),
                Proof.percentile(
                        clockwork.runs(key).stream()
                                .map(Clockwork.Run::lateness)
                                .toList(),
                        0));
        assertThat(clockwork.runs(key))
                .allSatisfy(run -> assertThat(run.lateness()).isGreaterThan(-50));
    }

    @Test
    void losesNothingThatWaitsTheSameTimeFiftyTimesInARow() {
        var most = Proof.size(10, 200);
        IntStream.range(0, most).forEach(number -> tasks.send(new Stick(key, number)));

        await().atMost(ofMinutes(2))
                .untilAsserted(() -> assertThat(clockwork.runs(key).stream()
                                .filter(run -> run.attempt() == 51)
                                .map(Clockwork.Run::number))
                        .hasSize(most)
                        .doesNotHaveDuplicates());
        Proof.print(
                "3: %d tasks waited 50 ms fifty times in a row, %d attempts",
                most, clockwork.runs(key).size());
    }

    @Test
    void runsHealthyTasksWhileAThousandWaitForTheirNextAttempt() {
        var most = Proof.size(300, 5_000);
        var jammed = key + "-jammed";
        healthy(key + "-warm", most);
        var before = healthyAgainAndAgain(most);
        IntStream.range(0, 1_000).forEach(number -> tasks.send(new Jam(jammed, number)));
        await().atMost(ofMinutes(1))
                .untilAsserted(
                        () -> assertThat(waiting(node.getBean(QueueNames.class).lane(ofMinutes(10))))
                                .isEqualTo(1_000));

        var during = healthyAgainAndAgain(most);

        assertThat(clockwork.runs(jammed)).hasSize(1_000).allMatch(run -> run.attempt() == 1);
        Proof.print(
                "3: p99 of %d healthy tasks, round by round: %s ms alone, median %d; %s ms while 1,000 wait in backoff, median %d",
                most, before, Proof.percentile(before, 0.4), during, Proof.percentile(during, 0.4));
    }

    private List<Long> healthyAgainAndAgain(int most) {
        return IntStream.range(0, Proof.size(1, 5))
                .mapToObj(round -> healthy(UUID.randomUUID().toString(), most))
                .toList();
    }

    /** Answers the 99th percentile from send to run, in milliseconds. */
    private long healthy(String name, int most) {
        atARate(most, number -> {
            var unused = tasks.publish(new Strike(name, number, clock.millis()));
        });
        await().atMost(ofMinutes(1))
                .untilAsserted(() -> assertThat(clockwork.runs(name)).hasSize(most));
        return Proof.percentile(
                clockwork.runs(name).stream().map(Clockwork.Run::lateness).toList(), 0.99);
    }

    private static void atARate(int most, IntConsumer work) {
        var start = System.nanoTime();
        for (int number = 0; number < most; number++) {
            var wait = start + number * (1_000_000_000L / RATE) - System.nanoTime();
            if (wait > 0) {
                LockSupport.parkNanos(wait);
            }
            work.accept(number);
        }
    }

    private Set<Integer> numbers() {
        return clockwork.runs(key).stream().map(Clockwork.Run::number).collect(Collectors.toSet());
    }

    private void awaitNumbers(Collection<Integer> wanted) {
        await().atMost(LANE.plusMinutes(3))
                .pollInterval(Duration.ofMillis(200))
                .untilAsserted(() -> assertThat(numbers()).hasSameSizeAs(wanted));
        assertThat(numbers()).containsExactlyInAnyOrderElementsOf(wanted);
    }

    private void printLateness(String what) {
        var late = clockwork.runs(key).stream().map(Clockwork.Run::lateness).toList();
        Proof.print(
                "%s: p50 %d ms, p99 %d ms, most %d ms, %d runs",
                what,
                Proof.percentile(late, 0.5),
                Proof.percentile(late, 0.99),
                Proof.percentile(late, 1),
                late.size());
    }

    private long percentile(double share) {
        return Proof.percentile(
                clockwork.runs(key).stream().map(Clockwork.Run::lateness).toList(), share);
    }

    private String relayBuckets() {
        return Stream.of(node.getBean(MeterRegistry.class)
                        .get("stampede.task.outbox.delay")
                        .timer()
                        .takeSnapshot()
                        .histogramCounts())
                .map(bucket -> "%.0f within %.0f ms".formatted(bucket.count(), bucket.bucket(TimeUnit.MILLISECONDS)))
                .collect(Collectors.joining(", "));
    }

    private long waiting(String queue) {
        try (var connection = node.getBean(ConnectionFactory.class).createConnection();
                var channel = connection.createChannel(false)) {
            return channel.messageCount(queue);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }
}
