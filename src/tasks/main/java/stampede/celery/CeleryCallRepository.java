package stampede.celery;

import com.google.common.base.Ascii;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import org.springframework.jdbc.core.namedparam.SqlParameterSource;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.admin.ForeignCalls;
import stampede.task.spi.ThisNode;

/** The table {@code celery_call}: tasks that were sent to Celery's workers and have not ended, as far as we know. */
class CeleryCallRepository {

    private static final long SHORTEST_PAUSE = 500;
    private static final long LONGEST_PAUSE = Duration.ofMinutes(1).toMillis();

    /** A task is looked at again after a tenth of its age: what is quick is seen quickly, and what takes hours costs little. */
    private static final long SHARE_OF_AGE = 10;

    private final NamedParameterJdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final CeleryProperties properties;
    private final ThisNode node;
    private final Clock clock;

    CeleryCallRepository(
            NamedParameterJdbcTemplate jdbc,
            TransactionTemplate transaction,
            CeleryProperties properties,
            ThisNode node,
            Clock clock) {
        this.properties = properties;
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.node = node;
        this.clock = clock;
    }

    /**
     * Notes a task that is sent, in the caller's transaction if there is one.
     *
     * @param queue at the broker
     * @param due when it may run; empty: at once
     */
    void add(TaskId id, String name, String queue, Optional<Instant> due) {
        if (isServedHere(queue)) {
            return;
        }
        var from =
                due.map(time -> Math.max(time.toEpochMilli(), clock.millis())).orElseGet(clock::millis);
        jdbc.update(
                """
                insert into celery_call (prefix, task_id, name, queue, sent_ms, next_ms)
                values (:prefix, :id, :name, :queue, :sent, :next)
                on duplicate key update name = :name, queue = :queue, sent_ms = :sent, next_ms = :next, told_ms = null
                """,
                Map.of(
                        "prefix", node.engine(),
                        "id", id.value(),
                        "name", Ascii.truncate(name, 128, ""),
                        "queue", Ascii.truncate(queue, 255, ""),
                        "sent", from,
                        "next", from + SHORTEST_PAUSE));
    }

    /** What our own workers run, they write down themselves. */
    private boolean isServedHere(String queue) {
        return properties.queues().stream().anyMatch(served -> served.name().equals(queue));
    }

    /** Those that it is time to look at. Nobody else gets them before they are due again. */
    List<Call> claim(int most) {
        var now = clock.millis();
        var claimed = transaction.execute(status -> {
            var due = new ArrayList<>(jdbc.query(
                    """
                    select task_id, name, queue, sent_ms, told_ms is not null as told from celery_call
                     where prefix = :prefix and next_ms <= :now order by next_ms limit :most for update skip locked
                    """,
                    Map.of("prefix", node.engine(), "now", now, "most", most),
                    (row, number) -> new Call(
                            new TaskId(row.getString("task_id")),
                            row.getString("name"),
                            row.getString("queue"),
                            row.getLong("sent_ms"),
                            row.getBoolean("told"))));
            if (!due.isEmpty()) {
                putOff(due, now);
            }
            return due;
        });
        return claimed == null ? List.of() : claimed;
    }

    /** Whether there may be any to claim; costs one read without a lock. */
    boolean isAnyDue() {
        return !jdbc.queryForList(
                        "select 1 from celery_call where prefix = :prefix and next_ms <= :now limit 1",
                        Map.of("prefix", node.engine(), "now", clock.millis()),
                        Integer.class)
                .isEmpty();
    }

    private void putOff(List<Call> calls, long now) {
        jdbc.batchUpdate(
                "update celery_call set next_ms = :next where prefix = :prefix and task_id = :id",
                calls.stream()
                        .map(call -> new MapSqlParameterSource()
                                .addValue("prefix", node.engine())
                                .addValue("id", call.id().value())
                                .addValue("next", now + pause(now - call.sentMs())))
                        .toArray(SqlParameterSource[]::new));
    }

    private static long pause(long age) {
        return Math.max(SHORTEST_PAUSE, Math.min(age / SHARE_OF_AGE, LONGEST_PAUSE));
    }

    /** It was said that their queue is missing. */
    void markTold(Collection<TaskId> ids) {
        if (!ids.isEmpty()) {
            jdbc.update(
                    "update celery_call set told_ms = :now where prefix = :prefix and task_id in (:ids)",
                    of(ids).addValue("now", clock.millis()));
        }
    }

    void remove(Collection<TaskId> ids) {
        if (!ids.isEmpty()) {
            jdbc.update("delete from celery_call where prefix = :prefix and task_id in (:ids)", of(ids));
        }
    }

    private MapSqlParameterSource of(Collection<TaskId> ids) {
        return new MapSqlParameterSource("prefix", node.engine())
                .addValue("ids", ids.stream().map(TaskId::value).toList());
    }

    /** How many wait for a queue that was not there when it was looked for. */
    long withoutQueue() {
        var count = jdbc.queryForObject(
                "select count(*) from celery_call where prefix = :prefix and told_ms is not null",
                Map.of("prefix", node.engine()),
                Long.class);
        return count == null ? 0 : count;
    }

    /** What waits, by queue, without what only the broker knows. */
    List<ForeignCalls.OfQueue> byQueue() {
        return jdbc.query(
                """
                select queue, count(*) as waiting, min(sent_ms) as oldest, min(told_ms) as told
                  from (select queue, sent_ms, told_ms from celery_call where prefix = :prefix limit :most) as some
                 group by queue order by queue
                """,
                Map.of("prefix", node.engine(), "most", ForeignCalls.MOST_COUNTED),
                (row, number) -> new ForeignCalls.OfQueue(
                        row.getString("queue"),
                        row.getLong("waiting"),
                        Instant.ofEpochMilli(row.getLong("oldest")),
                        Optional.ofNullable(row.getObject("told", Long.class)).map(Instant::ofEpochMilli),
                        Optional.empty(),
                        Optional.empty()));
    }

    /**
     * @param queue at the broker
     * @param sentMs when it could be run at first
     * @param told whether it was said that there is no such queue
     */
    record Call(TaskId id, String name, String queue, long sentMs, boolean told) {}
}
