package stampede.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;

@TaskEngineTest
class TaskTidyingTests {

    @Autowired
    private TaskTidying tidying;

    @Autowired
    private CancelTable cancels;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private QueueNames names;

    private final String key = UUID.randomUUID().toString();

    @Test
    void forgetsCancellationsSomeTimeAfterTheEndOfTheirTasks() {
        var now = Instant.now();
        cancel("ended", now.minus(Duration.ofDays(2)), now.minus(Duration.ofHours(2)));
        cancel("just-ended", now.minus(Duration.ofDays(2)), now.minusSeconds(60));
        cancel("waits", now.minus(Duration.ofDays(60)), null);
        cancel("never-came", now.minus(Duration.ofDays(91)), null);

        tidying.turn();

        assertThat(cancels.isAsked(new TaskId("ended" + key))).isFalse();
        assertThat(cancels.isAsked(new TaskId("just-ended" + key))).isTrue();
        assertThat(cancels.isAsked(new TaskId("waits" + key))).isTrue();
        assertThat(cancels.isAsked(new TaskId("never-came" + key))).isFalse();
    }

    @Test
    void forgetsUniqueKeysWhoseTimeIsOver() {
        unique("over", Instant.now().minusSeconds(1));
        unique("valid", Instant.now().plusSeconds(60));

        tidying.turn();

        assertThat(jdbc.queryForList(
                        "select unique_key from task_unique where prefix = ? and unique_key like ?",
                        String.class,
                        names.prefix(),
                        "%" + key))
                .containsExactly("valid" + key);
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
}
