package stampede.console.tonight;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessResourceFailureException;
import stampede.account.Duty;
import stampede.console.tonight.Figure.Count;
import stampede.console.tonight.ServerState.State;
import stampede.desk.TimedReader;

class OverviewTests {

    private static final Figure NOTHING = figure("dead-tasks", Optional.of(Count.of(0)));
    private static final Figure A_NODE = figure("nodes-worker", Optional.of(Count.of(1)));

    @Test
    void isWellWhenNothingWaitsEverythingAnswersAndEachRoleHasANode() {
        assertThat(overview(NOTHING, State.UP, A_NODE).isWell()).isTrue();
        assertThat(overview(figure("dead-tasks", Optional.of(Count.of(1))), State.UP, A_NODE)
                        .isWell())
                .isFalse();
        assertThat(overview(NOTHING, State.DOWN, A_NODE).isWell()).isFalse();
        assertThat(overview(NOTHING, State.SILENT, A_NODE).isWell()).isFalse();
        assertThat(overview(NOTHING, State.UP, figure("nodes-worker", Optional.of(Count.of(0))))
                        .isWell())
                .isFalse();
        assertThat(overview(NOTHING, State.UP, figure("tasks-late", Optional.of(Count.of(3))))
                        .isWell())
                .isFalse();
    }

    @Test
    void isNotWellWhenAFigureCouldNotBeHad() {
        assertThat(overview(figure("dead-tasks", Optional.empty()), State.UP, A_NODE)
                        .isWell())
                .isFalse();
        assertThat(overview(NOTHING, State.UP, figure("nodes-worker", Optional.empty()))
                        .isWell())
                .isFalse();
    }

    @Test
    void waitsForNobodyWhoIsSilentAndTakesNoFaultForANumber() throws InterruptedException {
        var reader = new TimedReader(task -> new Thread(task).start());
        var silence = new CountDownLatch(1);
        try {
            var silent = reader.read(() -> {
                try {
                    silence.await();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                }
                return 1;
            });
            var broken = reader.<Integer>read(() -> {
                throw new DataAccessResourceFailureException("away");
            });
            var answer = reader.read(() -> 2);

            assertThat(answer.join()).contains(2);
            assertThat(broken.join()).isEmpty();
            assertThat(silent).succeedsWithin(Duration.ofSeconds(10)).isEqualTo(Optional.empty());
        } finally {
            silence.countDown();
        }
    }

    @Test
    void saysWhenMoreMayBeThereThanWereCounted() {
        assertThat(Count.upTo(10, 9).more()).isFalse();
        assertThat(Count.upTo(10, 10).more()).isTrue();
    }

    private static Overview overview(Figure waiting, State server, Figure node) {
        return new Overview(
                List.of(waiting),
                List.of(new ServerState("Redis", server, Optional.empty())),
                List.of(node),
                Optional.of(NextSlot.NONE),
                Optional.of(new LastRehearsal(Optional.empty())),
                Optional.empty());
    }

    private static Figure figure(String name, Optional<Count> count) {
        return new Figure(name, "/console", Duty.SEE, count);
    }
}
