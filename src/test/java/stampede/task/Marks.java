package stampede.task;

import java.util.List;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.context.TestComponent;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** Tasks whose only effect is a row, in a table that takes the same row twice. Also a program: a node that a test can kill. */
@TestComponent
@TaskHandlers
class Marks {

    private final JdbcTemplate jdbc;

    Marks(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    public static void main(String[] arguments) {
        start(arguments);
    }

    static ConfigurableApplicationContext start(String... arguments) {
        return new SpringApplicationBuilder(TaskEngine.class, Marks.class)
                .web(WebApplicationType.NONE)
                .registerShutdownHook(false)
                .run(arguments);
    }

    void makeTable() {
        dropTable();
        jdbc.execute(
                "create table test_mark (id bigint auto_increment primary key, number int not null, key (number))");
    }

    void dropTable() {
        jdbc.execute("drop table if exists test_mark");
    }

    List<Integer> marked() {
        return jdbc.query("select distinct number from test_mark", (row, index) -> row.getInt("number"));
    }

    List<Integer> markedTwice() {
        return jdbc.query(
                "select number from test_mark group by number having count(*) > 1",
                (row, index) -> row.getInt("number"));
    }

    @Task(name = "mark.leave", queue = "marks", once = true)
    @Retry(delays = "300ms")
    void leave(Mark mark, TaskContext context) {
        jdbc.update("insert into test_mark (number) values (?)", mark.number());
        if (mark.isHopeless() || (mark.isHard() && context.attempt() == 1)) {
            throw new IllegalStateException("not this time");
        }
    }

    record Mark(int number) {

        /** Fails at its first attempt, after it has written its row. */
        boolean isHard() {
            return number % 10 == 3;
        }

        /** Fails at every attempt. */
        boolean isHopeless() {
            return number % 500 == 7;
        }
    }
}
