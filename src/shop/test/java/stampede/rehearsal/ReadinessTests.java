package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.counter.CounterServer;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskQueue;

/** What each point of the readiness list takes for open, and what the list comes to. */
class ReadinessTests {

    private static final long GIGABYTE = 1L << 30;

    @Test
    void ordersNeedAWorkerAndAQueueThatIsNotPaused() {
        assertThat(TaskReadiness.ordersQueue(orders(2, false, Set.of())))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.ORDERS_QUEUE, true, RehearsalVerdict.READY, "paused=false, workers=2"));
        assertThat(TaskReadiness.ordersQueue(orders(2, true, Set.of())).grade()).isEqualTo(RehearsalVerdict.NOT_READY);
        assertThat(TaskReadiness.ordersQueue(orders(0, false, Set.of())).grade())
                .isEqualTo(RehearsalVerdict.NOT_READY);
        assertThat(TaskReadiness.ordersQueue(orders(1, false, Set.of("a"))))
                .as("the only one leaves it alone")
                .satisfies(finding -> {
                    assertThat(finding.grade()).isEqualTo(RehearsalVerdict.NOT_READY);
                    assertThat(finding.found()).isEqualTo("paused=false, workers=0");
                });
    }

    @Test
    void eachRoleNeedsANodeThatDoesNotStop() {
        var all = node(Set.of("web", "worker", "beat"), false);

        assertThat(TaskReadiness.nodes(List.of(all, node(Set.of("web"), false))))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.NODES, true, RehearsalVerdict.READY, "web=2, worker=1, beat=1"));
        assertThat(TaskReadiness.nodes(List.of(node(Set.of("web", "worker"), false), node(Set.of("beat"), true))))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.NODES, true, RehearsalVerdict.NOT_READY, "web=1, worker=1, beat=0"));
    }

    @Test
    void aMessageThatWasGivenUpIsSeen() {
        assertThat(TaskReadiness.deadLetters(0).isOpen()).isFalse();
        assertThat(TaskReadiness.deadLetters(1).grade()).isEqualTo(RehearsalVerdict.WARNING);
    }

    @Test
    void redisMustNotDropAnythingAndShouldWriteItDown() {
        var good = new CounterServer("noeviction", true, true);

        assertThat(ServerReadiness.eviction(List.of(good, good)))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.REDIS_EVICTION, true, RehearsalVerdict.READY, "maxmemory-policy=noeviction"));
        assertThat(ServerReadiness.eviction(List.of(good, new CounterServer("allkeys-lru", true, true))))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.REDIS_EVICTION,
                        true,
                        RehearsalVerdict.NOT_READY,
                        "maxmemory-policy=noeviction, maxmemory-policy=allkeys-lru"));
        assertThat(ServerReadiness.persistence(List.of(good)).isOpen()).isFalse();
        assertThat(ServerReadiness.persistence(List.of(good, new CounterServer("noeviction", false, true)))
                        .grade())
                .isEqualTo(RehearsalVerdict.WARNING);
        assertThat(ServerReadiness.persistence(List.of(new CounterServer("noeviction", true, false))))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.REDIS_PERSISTENCE,
                        false,
                        RehearsalVerdict.WARNING,
                        "appendonly=yes (aof_last_write_status=err)"));
    }

    @Test
    void databaseClocksAndDiskAreCompared() {
        assertThat(ServerReadiness.flush("1").isOpen()).isFalse();
        assertThat(ServerReadiness.flush("2").found()).isEqualTo("innodb_flush_log_at_trx_commit=2");
        assertThat(ServerReadiness.flush("2").isOpen()).isTrue();

        var most = Duration.ofMillis(250);
        assertThat(ServerReadiness.clocks(Map.of("a", 250.0), most).isOpen()).isFalse();
        assertThat(ServerReadiness.clocks(Map.of("a", 3.0, "b", 251.0), most))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.CLOCKS, false, RehearsalVerdict.WARNING, "most=251 ms (b)"));

        assertThat(ServerReadiness.disk(10 * GIGABYTE, 1_000 * GIGABYTE).isOpen())
                .isFalse();
        assertThat(ServerReadiness.disk(9 * GIGABYTE, 1_000 * GIGABYTE).isOpen())
                .isTrue();
        assertThat(ServerReadiness.disk(4 * GIGABYTE, 40 * GIGABYTE).isOpen()).isFalse();
        assertThat(ServerReadiness.disk(3 * GIGABYTE, 40 * GIGABYTE).found()).isEqualTo("free=3 GB, disk=40 GB");
    }

    @Test
    void offersWithWhichSomethingIsWrongAreNamedUpToThree() {
        assertThat(OfferReadiness.finding(ReadinessPoint.SLOT, 12, List.of()))
                .isEqualTo(
                        new ReadinessFinding(ReadinessPoint.SLOT, false, RehearsalVerdict.READY, "offers=12, wrong=0"));
        assertThat(OfferReadiness.finding(ReadinessPoint.BOOKS, 12, List.of("1", "2", "3", "4")))
                .isEqualTo(new ReadinessFinding(
                        ReadinessPoint.BOOKS, false, RehearsalVerdict.WARNING, "offers=12, wrong=4: 1; 2; 3; …"));
    }

    @Test
    void whatNobodyAnswersIsAWarningAndNoReasonNotToPlay() {
        assertThat(Stream.of(ReadinessPoint.values()).map(ReadinessFinding::unknown))
                .allSatisfy(finding -> assertThat(finding.grade()).isEqualTo(RehearsalVerdict.WARNING));
    }

    @Test
    void theListComesToItsGravestPoint() {
        var met = ReadinessFinding.of(ReadinessPoint.NODES, true, "");
        var soft = ReadinessFinding.of(ReadinessPoint.DISK, false, "");
        var hard = ReadinessFinding.of(ReadinessPoint.ORDERS_QUEUE, false, "");

        assertThat(RehearsalGrades.readiness(List.of(met))).isEqualTo(figure(0, RehearsalVerdict.READY));
        assertThat(RehearsalGrades.readiness(List.of(met, soft))).isEqualTo(figure(1, RehearsalVerdict.WARNING));
        assertThat(RehearsalGrades.readiness(List.of(hard, soft, met)))
                .isEqualTo(figure(2, RehearsalVerdict.NOT_READY));
        assertThat(RehearsalReport.notPlayed(List.of(hard, soft)).verdict()).isEqualTo(RehearsalVerdict.NOT_READY);
    }

    private static RehearsalFigure figure(double open, RehearsalVerdict grade) {
        return new RehearsalFigure(RehearsalFigure.Name.READINESS, open, Optional.of(grade));
    }

    private static TaskQueue orders(int workers, boolean paused, Set<String> notServed) {
        var why = new NodeStatus.NotServed("its connection breaks", Instant.EPOCH);
        return new TaskQueue(
                "orders",
                TaskQueue.Kind.WORK,
                Optional.empty(),
                Optional.of(0L),
                Optional.of(0L),
                0,
                workers,
                0,
                paused,
                Optional.empty(),
                Optional.empty(),
                Map.of(),
                0,
                notServed.isEmpty() ? Map.of() : Map.of(notServed.iterator().next(), why));
    }

    private static NodeStatus node(Set<String> roles, boolean stopping) {
        return new NodeStatus(
                "a", roles, Instant.EPOCH, Instant.EPOCH, stopping, List.of(), Set.of(), Map.of(), Map.of());
    }
}
