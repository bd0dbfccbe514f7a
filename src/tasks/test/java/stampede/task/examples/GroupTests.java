package stampede.task.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.group;
import static stampede.workflow.Workflow.step;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.Task;
import stampede.task.TaskHandlers;
import stampede.task.testing.TaskTest;
import stampede.workflow.Workflows;

/** Tasks side by side; what follows a group waits for all of it. */
@TaskTest
class GroupTests {

    @Autowired
    private Workflows workflows;

    @Autowired
    private FilmTasks films;

    @Test
    void runsSideBySide() {
        workflows.start(chain(
                step(new FetchFilm("tiger")),
                group(new CutFilm("tiger", 480), new CutFilm("tiger", 1080)),
                step(new ShowFilm("tiger"))));

        await().untilAsserted(() -> assertThat(films.log).hasSize(4));
        assertThat(films.log).startsWith("fetch tiger").endsWith("show tiger");
        assertThat(films.log).contains("cut tiger to 480", "cut tiger to 1080");
    }

    record FetchFilm(String title) {}

    record CutFilm(String title, int lines) {}

    record ShowFilm(String title) {}

    @TaskHandlers
    static class FilmTasks {

        final List<String> log = new CopyOnWriteArrayList<>();

        @Task(name = "film.fetch", queue = "films")
        void fetch(FetchFilm task) {
            log.add("fetch " + task.title());
        }

        @Task(name = "film.cut", queue = "films")
        void cut(CutFilm task) {
            log.add("cut " + task.title() + " to " + task.lines());
        }

        @Task(name = "film.show", queue = "films")
        void show(ShowFilm task) {
            log.add("show " + task.title());
        }
    }
}
