package stampede.monitor;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.TaskState;

/** Many tasks in the history, as a busy week would leave them: six days, twenty names, one in fifty failed for good. */
final class SeededHistory {

    static final String NAMES = "seed.";

    private static final long SPAN_MILLIS = 6L * 24 * 3600 * 1000;
    private static final int TOGETHER = 2_000;

    private final JdbcTemplate sql;
    private final String prefix;

    SeededHistory(JdbcTemplate sql, String prefix) {
        this.sql = sql;
        this.prefix = prefix;
    }

    /** Adds so many; every tenth hangs under the one before, and those that died have two failed attempts. */
    void add(int runs, long now) {
        var random = new Random(7);
        for (int from = 0; from < runs; from += TOGETHER) {
            var rows = new ArrayList<Object[]>();
            var attempts = new ArrayList<Object[]>();
            for (int index = from; index < Math.min(runs, from + TOGETHER); index++) {
                var sent = now - SPAN_MILLIS + SPAN_MILLIS * index / runs;
                var state = state(random.nextInt(1000));
                rows.add(run(index, sent, state, random));
                if (state == TaskState.FAILURE) {
                    attempts.add(attempt(index, 1, sent + 20));
                    attempts.add(attempt(index, 2, sent + 10_020));
                }
            }
            insert(rows, attempts);
        }
    }

    /** Answers their numbers. */
    List<Long> addDead(int tasks, long now) {
        var random = new Random(13);
        for (int from = 0; from < tasks; from += TOGETHER) {
            var rows = new ArrayList<Object[]>();
            for (int index = from; index < Math.min(tasks, from + TOGETHER); index++) {
                var died = now - SPAN_MILLIS + SPAN_MILLIS * index / tasks;
                rows.add(new Object[] {
                    prefix,
                    id(index),
                    NAMES + "task-" + random.nextInt(20),
                    "queue-" + random.nextInt(6),
                    "{\"x-task\":\"%s\"}".formatted(id(index)),
                    payload(index).getBytes(StandardCharsets.UTF_8),
                    error(),
                    died,
                    died
                });
            }
            sql.batchUpdate("""
                    insert into task_dead (prefix, task_id, name, replays, queue, headers, body, error, attempts, status, died_ms, changed_ms)
                    values (?, ?, ?, 0, ?, ?, ?, ?, 3, 'DEAD', ?, ?)
                    """, rows);
        }
        return sql.query(
                "select id from task_dead where prefix = ? and name like 'seed.%'",
                (row, index) -> row.getLong("id"), prefix);
    }

    void remove() {
        sql.update("delete from task_dead where prefix = ? and name like 'seed.%'", prefix);
        var removed = 1;
        while (removed > 0) {
            removed = sql.update("delete from task_run where prefix = ? and name like 'seed.%' limit 20000", prefix);
        }
        sql.update("delete from task_attempt where prefix = ? and worker = 'seed'", prefix);
    }

    static String id(int index) {
        return "seed-%08d".formatted(index);
    }

    private void insert(List<Object[]> rows, List<Object[]> attempts) {
        sql.batchUpdate("""
                insert into task_run (number, prefix, task_id, name, queue, state, progress, attempts, root_id, parent_id,
                                      worker, payload, error, sent_ms, started_ms, ended_ms, runtime_ms, changed_ms)
                values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'seed', ?, ?, ?, ?, ?, ?, ?)
                """, rows);
        sql.batchUpdate("""
                insert into task_attempt (prefix, task_id, attempt, state, worker, runtime_ms, error, ended_ms)
                values (?, ?, ?, 'RETRY', 'seed', 12, ?, ?)
                """, attempts);
    }

    private Object[] run(int index, long sent, TaskState state, Random random) {
        var child = index % 10 == 1;
        var ended = state.isFinal() ? sent + 5 + random.nextInt(200) : null;
        var failed = state == TaskState.FAILURE;
        return new Object[] {
            (sent << 20) + index % (1 << 20),
            prefix,
            id(index),
            NAMES + "task-" + random.nextInt(20),
            "queue-" + random.nextInt(6),
            state.name(),
            Long.MAX_VALUE / 2,
            failed ? 3 : 1,
            child ? id(index - 1) : id(index),
            child ? id(index - 1) : null,
            payload(index),
            failed ? "java.io.IOException: no route to host" : null,
            sent,
            sent + 3,
            ended,
            12L,
            sent + 200
        };
    }

    private Object[] attempt(int index, int number, long ended) {
        return new Object[] {prefix, id(index), number, error(), ended};
    }

    private static String payload(int index) {
        return "{\"order\":\"7085400213%05d\",\"units\":1,\"note\":\"%s\"}".formatted(index % 100_000, "x".repeat(120));
    }

    private static String error() {
        return "java.io.IOException: no route to host\n"
                + "\tat stampede.Somewhere.call(Somewhere.java:42)\n".repeat(30);
    }

    private static TaskState state(int permille) {
        if (permille < 940) {
            return TaskState.SUCCESS;
        }
        if (permille < 960) {
            return TaskState.FAILURE;
        }
        if (permille < 970) {
            return TaskState.CANCELLED;
        }
        return permille < 980 ? TaskState.EXPIRED : TaskState.RETRY;
    }
}
