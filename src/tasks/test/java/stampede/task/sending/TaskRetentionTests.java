package stampede.task.sending;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.TaskId;
import stampede.task.cancel.CancellationRepository;
import stampede.task.deadletter.DeadTaskRepository;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngineTest;
import stampede.task.message.EnvelopeConverter;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.QueueNames;

/** What the engine's tables forget, and what they keep. */
@TaskEngineTest
class TaskRetentionTests {

    @Autowired
    private TaskRetention retention;

    @Autowired
    private CancellationRepository cancels;

    @Autowired
    private OutboxRepository outbox;

    @Autowired
    private EnvelopeConverter format;

    @Autowired
    private DeadTaskRepository dead;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private QueueNames names;

    private final String key = UUID.randomUUID().toString();
    private final Instant now = Instant.now();

    @Test
    void forgetsCancellationsSomeTimeAfterTheEndOfTheirTasks() {
        cancel("ended", now.minus(Duration.ofDays(2)), now.minus(Duration.ofHours(2)));
        cancel("just-ended", now.minus(Duration.ofDays(2)), now.minusSeconds(60));
        cancel("waits", now.minus(Duration.ofDays(60)), null);
        cancel("never-came", now.minus(Duration.ofDays(91)), null);

        retention.turn();

        assertThat(isAsked("ended")).isFalse();
        assertThat(isAsked("just-ended")).isTrue();
        assertThat(isAsked("waits")).isTrue();
        assertThat(isAsked("never-came")).isFalse();
    }

    @Test
    void forgetsACancellationNeverBeforeItsTask() {
        var id = new TaskId("far" + key);
        var envelope = format.write("errand.run", id, new Errand(key, 1), Optional.empty());
        outbox.add("errands", envelope, now.plus(Duration.ofDays(30)));
        cancel("far", now.minus(Duration.ofDays(91)), null);

        retention.turn();

        assertThat(isAsked("far")).isFalse();
        assertThat(outbox.isAnyWaiting(List.of(id))).isFalse();
    }

    @Test
    void forgetsUniqueKeysWhoseTimeIsOver() {
        unique("over", now.minusSeconds(1));
        unique("valid", now.plusSeconds(60));

        retention.turn();

        assertThat(jdbc.queryForList(
                        "select unique_key from task_unique where prefix = ? and unique_key like ?",
                        String.class,
                        names.prefix(),
                        "%" + key))
                .containsExactly("valid" + key);
    }

    @Test
    void forgetsDeadTasksThatNobodyDecidedAboutInHalfAYear() {
        var old = bury("old");
        var young = bury("young");
        jdbc.update(
                "update task_dead set changed_ms = ? where id = ?",
                now.minus(Duration.ofDays(181)).toEpochMilli(),
                old);

        retention.turn();

        assertThat(dead.find(old)).isEmpty();
        assertThat(dead.find(young)).isPresent();
    }

    @Test
    void forgetsSuspectsWhoseMessageNeverCameAgain() {
        suspect("old", now.minus(Duration.ofDays(8)));
        suspect("young", now.minus(Duration.ofDays(1)));

        retention.turn();

        assertThat(jdbc.queryForList(
                        "select task_id from task_suspect where prefix = ? and task_id like ?",
                        String.class,
                        names.prefix(),
                        "%" + key))
                .containsExactly("young" + key);
    }

    private boolean isAsked(String name) {
        return cancels.isAsked(new TaskId(name + key), 0);
    }

    private long bury(String name) {
        var id = new TaskId(name + key);
        return dead.bury(
                format.write("kept.till.decided", id, new Errand(key, 1), Optional.empty()), id, "errands", "broken");
    }

    private void cancel(String name, Instant asked, @Nullable Instant ended) {
        jdbc.update(
                "insert into task_cancel (prefix, task_id, asked_ms, ended_ms) values (?, ?, ?, ?)",
                names.prefix(),
                name + key,
                asked.toEpochMilli(),
                ended == null ? null : ended.toEpochMilli());
    }

    private void unique(String name, Instant until) {
        jdbc.update(
                "insert into task_unique (prefix, unique_key, task_id, claim, until_ms) values (?, ?, 'x', 1, ?)",
                names.prefix(),
                name + key,
                until.toEpochMilli());
    }

    private void suspect(String name, Instant changed) {
        jdbc.update(
                "insert into task_suspect (prefix, task_id, name, runs, changed_ms) values (?, ?, 'errand.run', 1, ?)",
                names.prefix(),
                name + key,
                changed.toEpochMilli());
    }
}
