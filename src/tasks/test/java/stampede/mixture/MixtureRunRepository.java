package stampede.mixture;

import java.sql.Statement;
import java.util.Objects;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.GeneratedKeyHolder;

/** What was sent, when it ran and on which node, and what each process took meanwhile: all that the checks go by. */
final class MixtureRunRepository {

    static final String DONE = "done";
    static final String INTERRUPTED = "interrupted";

    private final JdbcTemplate jdbc;
    private final String node;

    MixtureRunRepository(JdbcTemplate jdbc, String node) {
        this.jdbc = jdbc;
        this.node = node;
    }

    static void make(JdbcTemplate jdbc) {
        jdbc.execute("drop table if exists mixture_task, mixture_run, mixture_sample");
        jdbc.execute("""
                create table mixture_task (
                  number       bigint      not null primary key,
                  kind         varchar(64) not null,
                  task_id      varchar(64) not null,
                  sent_ms      bigint      not null,
                  due_ms       bigint      not null,  -- before which it may not begin
                  expected     int         null,      -- how often it shall be done; null: at most once
                  unsure       boolean     not null default false,  -- whether send threw, so that it may have been sent or not
                  cancelled_ms bigint      null,
                  key (kind)
                )""");
        jdbc.execute("""
                create table mixture_run (
                  id       bigint      not null auto_increment primary key,
                  number   bigint      not null,
                  node     varchar(32) not null,
                  begun_ms bigint      not null,
                  ended_ms bigint      null,
                  outcome  varchar(16) null,
                  key (number)
                )""");
        jdbc.execute("""
                create table mixture_sample (
                  process varchar(32) not null,
                  at_ms   bigint      not null,
                  what    varchar(64) not null,
                  figure  double      not null,
                  key (process, what)
                )""");
    }

    void ran(long number, long begunMillis) {
        jdbc.update(
                "insert into mixture_run (number, node, begun_ms, ended_ms, outcome) values (?, ?, ?, ?, ?)",
                number,
                node,
                begunMillis,
                System.currentTimeMillis(),
                DONE);
    }

    /** Answers the number of the run. */
    long begin(long number) {
        var key = new GeneratedKeyHolder();
        jdbc.update(
                connection -> {
                    var insert = connection.prepareStatement(
                            "insert into mixture_run (number, node, begun_ms) values (?, ?, ?)",
                            Statement.RETURN_GENERATED_KEYS);
                    insert.setLong(1, number);
                    insert.setString(2, node);
                    insert.setLong(3, System.currentTimeMillis());
                    return insert;
                },
                key);
        return Objects.requireNonNull(key.getKey()).longValue();
    }

    void end(long run, String outcome) {
        jdbc.update(
                "update mixture_run set ended_ms = ?, outcome = ? where id = ?",
                System.currentTimeMillis(),
                outcome,
                run);
    }
}
