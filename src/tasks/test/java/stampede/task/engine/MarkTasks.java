package stampede.task.engine;

import java.time.Clock;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.BatchTask;
import stampede.task.Job;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;

/** Tasks whose only effect is a row, in tables that take the same row twice. Also a program: a node that a test can kill. */
@TestComponent
@TaskHandlers
public class MarkTasks {

    private final JdbcTemplate jdbc;
    private final Clock clock;

    MarkTasks(JdbcTemplate jdbc, Clock clock) {
        this.jdbc = jdbc;
        this.clock = clock;
    }

    public static void main(String[] arguments) {
        start(arguments);
    }

    public static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(TaskEngine.class, MarkTasks.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(arguments);
    }

    public void makeTable() {
        dropTable();
        jdbc.execute(
                "create table test_mark (id bigint auto_increment primary key, number int not null, marked_ms bigint not null, key (number))");
        jdbc.execute("create table test_tally (id bigint auto_increment primary key, number int not null)");
    }

    public void dropTable() {
        jdbc.execute("drop table if exists test_mark, test_tally");
    }

    /** What was marked or tallied. */
    public Set<Integer> numbers() {
        return Set.copyOf(jdbc.query(
                "select distinct number from test_mark union select distinct number from test_tally",
                (row, index) -> row.getInt("number")));
    }

    public List<Integer> markedTwice() {
        return jdbc.query(
                "select number from test_mark group by number having count(*) > 1",
                (row, index) -> row.getInt("number"));
    }

    /** When each was marked first. */
    public Map<Integer, Instant> marked() {
        return jdbc.query("select number, min(marked_ms) from test_mark group by number", row -> {
            var marked = new HashMap<Integer, Instant>();
            while (row.next()) {
                marked.put(row.getInt(1), Instant.ofEpochMilli(row.getLong(2)));
            }
            return marked;
        });
    }

    @Task(name = "mark.leave", queue = "marks", once = true)
    @Retry(delays = "300ms")
    void leave(Mark mark, TaskContext context) {
        jdbc.update("insert into test_mark (number, marked_ms) values (?, ?)", mark.number(), clock.millis());
        if (mark.isHopeless() || (mark.isHard() && context.attempt() == 1)) {
            throw new IllegalStateException("not this time");
        }
    }

    /** Comes to its row at its second attempt, ten seconds after the first. */
    @Task(name = "mark.late", queue = "marks", once = true)
    @Retry(delays = "10s", jitter = 0)
    void leaveLate(Late mark, TaskContext context) {
        if (context.attempt() == 1) {
            throw new IllegalStateException("not this time");
        }
        jdbc.update("insert into test_mark (number, marked_ms) values (?, ?)", mark.number(), clock.millis());
    }

    /** Many together, which is why a thousand a second leave the machine time to start nodes again. May happen twice. */
    @BatchTask(name = "mark.tally", queue = "tallies", maxSize = 200, linger = "20ms", transaction = true)
    Outcomes tally(List<Job<Tally>> batch) {
        jdbc.batchUpdate(
                "insert into test_tally (number) values (?)",
                batch.stream().map(job -> new Object[] {job.payload().number()}).toList());
        return Outcomes.allDone();
    }

    public record Tally(int number) {}

    public record Late(int number) {}

    public record Mark(int number) {

        /** Fails at its first attempt, after it has written its row. */
        boolean isHard() {
            return number % 50 == 5;
        }

        /** Fails at every attempt. */
        public boolean isHopeless() {
            return number % 1000 == 15;
        }
    }
}
