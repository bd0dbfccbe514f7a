package stampede.archive;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.support.GeneratedKeyHolder;
import org.springframework.stereotype.Repository;

/** The tables of runs and their tasks. */
@Repository
class ArchiveRunRepository {

    private static final int MOST_FAILED = 10_000;

    private final JdbcClient sql;

    ArchiveRunRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** Begins one without tasks and answers its number. */
    long add(String who, String reason, String filter, int perSecond, Instant now) {
        var key = new GeneratedKeyHolder();
        sql.sql("""
                insert into archive_run
                  (who, reason, filter, per_second, total, retried, decided, state, step, began_ms, changed_ms)
                values (:who, :reason, :filter, :perSecond, 0, 0, 0, 'RUNNING', 0, :now, :now)
                """)
                .param("who", who)
                .param("reason", reason)
                .param("filter", filter)
                .param("perSecond", perSecond)
                .param("now", now.toEpochMilli())
                .update(key, "id");
        return Objects.requireNonNull(key.getKey()).longValue();
    }

    /** Adds tasks to it, at most a thousand at once. */
    void addTasks(long run, List<Long> dead) {
        sql.sql("insert into archive_run_task (run_id, dead_id) select :run, id from task_dead where id in (:dead)")
                .param("run", run)
                .param("dead", dead)
                .update();
    }

    void setTotal(long run, int total) {
        sql.sql("update archive_run set total = :total where id = :run")
                .param("total", total)
                .param("run", run)
                .update();
    }

    Optional<ArchiveRun> find(long id) {
        return sql.sql("select * from archive_run where id = :id")
                .param("id", id)
                .query(ArchiveRunRepository::read)
                .optional();
    }

    /** The same; nobody else moves it before the caller's transaction ends. */
    Optional<ArchiveRun> lock(long id) {
        return sql.sql("select * from archive_run where id = :id for update")
                .param("id", id)
                .query(ArchiveRunRepository::read)
                .optional();
    }

    /** The newest. */
    List<ArchiveRun> newest(int most) {
        return sql.sql("select * from archive_run order by id desc limit :most")
                .param("most", most)
                .query(ArchiveRunRepository::read)
                .list();
    }

    /** Those that ought to go on and have not for a while. */
    List<ArchiveRun> idle(Instant before, int most) {
        return sql.sql(
                        "select * from archive_run where state = 'RUNNING' and changed_ms < :before order by changed_ms limit :most")
                .param("before", before.toEpochMilli())
                .param("most", most)
                .query(ArchiveRunRepository::read)
                .list();
    }

    /** The tasks whose turn is next. */
    List<Long> next(long run, int most) {
        return sql.sql("""
                select dead_id from archive_run_task where run_id = :run and outcome is null order by dead_id limit :most
                """)
                .param("run", run)
                .param("most", most)
                .query(Long.class)
                .list();
    }

    /** These have had their turn: those that were sent again, and those that somebody had decided about. */
    void take(ArchiveRun run, List<Long> tasks, List<Long> retried, ArchiveRun.State state, Instant now) {
        sql.sql("""
                update archive_run_task set outcome = if(dead_id in (:retried), 'RETRIED', 'DECIDED')
                 where run_id = :run and dead_id in (:tasks)
                """)
                .param("retried", orNone(retried))
                .param("run", run.id())
                .param("tasks", orNone(tasks))
                .update();
        sql.sql("""
                update archive_run
                   set retried = retried + :retried, decided = decided + :decided, step = step + 1, state = :state,
                       changed_ms = :now
                 where id = :run
                """)
                .param("retried", retried.size())
                .param("decided", tasks.size() - retried.size())
                .param("state", state.name())
                .param("now", now.toEpochMilli())
                .param("run", run.id())
                .update();
    }

    void stop(long run, Instant now) {
        sql.sql("update archive_run set state = 'STOPPED', changed_ms = :now where id = :run")
                .param("now", now.toEpochMilli())
                .param("run", run)
                .update();
    }

    /** How many of those that it sent again have died again since, counted as far as 10,000. */
    int failedAgain(ArchiveRun run) {
        return sql.sql("""
                select count(*) from (
                  select 1 from archive_run_task part
                    join task_dead was on was.id = part.dead_id
                   where part.run_id = :run and part.outcome = 'RETRIED'
                     and exists (select 1 from task_dead again
                                  where again.prefix = was.prefix and again.task_id = was.task_id
                                    and again.name = was.name and again.id > was.id and again.died_ms >= :began)
                   limit :most) failed
                """)
                .param("run", run.id())
                .param("began", run.beganAt().toEpochMilli())
                .param("most", MOST_FAILED)
                .query(Integer.class)
                .single();
    }

    /** Those that ended before that. */
    List<Long> endedBefore(Instant before, int most) {
        return sql.sql("""
                select id from archive_run where changed_ms < :before and state <> 'RUNNING' order by changed_ms limit :most
                """)
                .param("before", before.toEpochMilli())
                .param("most", most)
                .query(Long.class)
                .list();
    }

    /** Deletes some of its tasks, or it, if it has none; answers whether it is gone. */
    boolean delete(long run, int most) {
        var deleted = sql.sql("delete from archive_run_task where run_id = :run limit :most")
                .param("run", run)
                .param("most", most)
                .update();
        return deleted == 0
                && sql.sql("delete from archive_run where id = :run")
                                .param("run", run)
                                .update()
                        == 1;
    }

    private static List<Long> orNone(List<Long> ids) {
        return ids.isEmpty() ? List.of(0L) : ids;
    }

    private static ArchiveRun read(ResultSet row, int number) throws SQLException {
        return new ArchiveRun(
                row.getLong("id"),
                row.getString("who"),
                row.getString("reason"),
                row.getString("filter"),
                row.getInt("per_second"),
                row.getInt("total"),
                row.getInt("retried"),
                row.getInt("decided"),
                ArchiveRun.State.valueOf(row.getString("state")),
                row.getInt("step"),
                Instant.ofEpochMilli(row.getLong("began_ms")),
                Instant.ofEpochMilli(row.getLong("changed_ms")));
    }
}
