package stampede.task.examples;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static stampede.task.SendOption.expires;
import static stampede.task.SendOption.id;
import static stampede.task.SendOption.in;
import static stampede.task.SendOption.queue;
import static stampede.task.SendOption.unique;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.Job;
import stampede.task.NoRetry;
import stampede.task.Outcomes;
import stampede.task.Retry;
import stampede.task.Task;
import stampede.task.TaskContext;
import stampede.task.TaskHandlers;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;
import stampede.task.Tick;
import stampede.task.UnknownQueue;
import stampede.task.UnknownTask;
import stampede.task.testing.EagerTasks;

/** Testing without servers: tasks run where they are sent, with the same JSON, retries and results. */
class TestEagerlyTests {

    private final EagerTasks tasks = new EagerTasks();
    private final PictureTasks pictures = new PictureTasks(tasks);

    TestEagerlyTests() {
        tasks.handledBy(pictures);
    }

    @Test
    void runsATaskWhereItIsSent() {
        var id = tasks.send(new MeasurePicture("cat.png"));

        assertThat(tasks.state(id)).isEqualTo(TaskState.SUCCESS);
        assertThat(tasks.result(id, Size.class)).contains(new Size(640, 480));
    }

    @Test
    void runsWhatATaskSendsAfterIt() {
        tasks.send(new ImportPicture("dog.png"));

        assertThat(pictures.log).containsExactly("import dog.png", "done importing", "measure dog.png");
    }

    @Test
    void waitsUntilTheClockIsMoved() {
        tasks.send(new MeasurePicture("later.png"), in(ofSeconds(30)));
        assertThat(pictures.log).isEmpty();

        tasks.advance(ofSeconds(30));

        assertThat(pictures.log).containsExactly("measure later.png");
    }

    @Test
    void triesAgainByTheSamePlan() {
        var id = tasks.send(new FetchPicture("slow.example", 2));
        assertThat(tasks.state(id)).isEqualTo(TaskState.RETRY);

        tasks.advance(ofSeconds(10));
        assertThat(tasks.attempts(id)).isEqualTo(2);

        tasks.advance(ofSeconds(60));
        assertThat(tasks.state(id)).isEqualTo(TaskState.SUCCESS);
    }

    @Test
    void givesUpAfterTheRetriesAndTwoLastTries() {
        var id = tasks.send(new FetchPicture("gone.example", 99));

        tasks.runAll();

        assertThat(tasks.state(id)).isEqualTo(TaskState.FAILURE);
        assertThat(tasks.attempts(id)).isEqualTo(1 + 2 + 2);
        assertThat(tasks.error(id))
                .hasValueSatisfying(error -> assertThat(error).contains("gone.example is away"));
    }

    @Test
    void givesUpAtOnceWhatIsHopeless() {
        var id = tasks.send(new FetchPicture("", 1));

        assertThat(tasks.state(id)).isEqualTo(TaskState.FAILURE);
        assertThat(tasks.attempts(id)).isEqualTo(1);
    }

    @Test
    void runsABatchTogetherAndFindsTheBadItem() {
        var ids = new ArrayList<TaskId>();
        tasks.together(() -> IntStream.range(0, 10).forEach(number -> ids.add(tasks.send(new IndexPicture(number)))));

        assertThat(pictures.indexed).containsExactly(0, 1, 2, 3, 4, 5, 6, 8, 9);
        assertThat(tasks.state(ids.get(7))).isEqualTo(TaskState.RETRY);
    }

    @Test
    void knowsTheOptionsOfSending() {
        var first = tasks.send(new MeasurePicture("a.png"), in(ofSeconds(9)), unique("measure", ofSeconds(60)));
        var second = tasks.send(new MeasurePicture("b.png"), unique("measure", ofSeconds(60)));
        var late = tasks.send(new FetchPicture("slow.example", 2), expires(ofSeconds(5)));

        tasks.runAll();

        assertThat(second).isEqualTo(first);
        assertThat(pictures.log).containsExactly("measure a.png");
        assertThat(tasks.state(late)).isEqualTo(TaskState.EXPIRED);
        assertThat(tasks.attempts(late)).isEqualTo(1);
    }

    @Test
    void runsOncePerIdWhatIsToHappenOnce() {
        var same = new TaskId("print:cat.png");
        tasks.send(new PrintPicture("cat.png"), id(same));
        tasks.send(new PrintPicture("cat.png"), id(same));

        assertThat(pictures.log).containsExactly("print cat.png");
        assertThat(tasks.result(same, Integer.class)).contains(1);
    }

    @Test
    void refusesWhatTheEngineRefuses() {
        assertThatExceptionOfType(UnknownQueue.class)
                .isThrownBy(() -> tasks.send(new MeasurePicture("cat.png"), queue("nowhere")));
        assertThatExceptionOfType(UnknownTask.class).isThrownBy(() -> tasks.send(new Size(1, 1)));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> tasks.handledBy(new Forgotten()))
                .withMessageContaining("no @TaskHandlers");
    }

    @Test
    void ticksAsTheClockMovesOn() {
        tasks.advance(Duration.ofHours(3));
        assertThat(pictures.cleanings).hasSize(3);

        tasks.tick("picture.clean");
        assertThat(pictures.cleanings).hasSize(4);
    }

    record Size(int width, int height) {}

    record MeasurePicture(String file) {}

    record ImportPicture(String file) {}

    record FetchPicture(String host, int failures) {}

    record PrintPicture(String file) {}

    record IndexPicture(int number) {}

    static class Forgotten {

        @Task(name = "forgotten")
        void run(Size size) {}
    }

    @TaskHandlers
    static class PictureTasks {

        final List<String> log = new ArrayList<>();
        final List<Integer> indexed = new ArrayList<>();
        final List<Tick> cleanings = new ArrayList<>();
        private final Tasks tasks;

        PictureTasks(Tasks tasks) {
            this.tasks = tasks;
        }

        @Task(name = "picture.measure", queue = "pictures")
        Size measure(MeasurePicture task) {
            log.add("measure " + task.file());
            return new Size(640, 480);
        }

        @Task(name = "picture.import", queue = "pictures")
        void bringIn(ImportPicture task) {
            log.add("import " + task.file());
            tasks.send(new MeasurePicture(task.file()));
            log.add("done importing");
        }

        @Task(name = "picture.fetch", queue = "pictures")
        @Retry(delays = {"10s", "60s"})
        @NoRetry(IllegalArgumentException.class)
        void fetch(FetchPicture task, TaskContext context) {
            if (task.host().isEmpty()) {
                throw new IllegalArgumentException("no host");
            }
            if (context.attempt() <= task.failures()) {
                throw new IllegalStateException(task.host() + " is away");
            }
        }

        @Task(name = "picture.print", queue = "pictures", once = true)
        int print(PrintPicture task) {
            log.add("print " + task.file());
            return log.size();
        }

        @BatchTask(name = "picture.index", queue = "index")
        Outcomes index(List<Job<IndexPicture>> batch) {
            if (batch.stream().anyMatch(job -> job.payload().number() == 7)) {
                throw new IllegalStateException("seven is broken");
            }
            batch.forEach(job -> indexed.add(job.payload().number()));
            return Outcomes.allDone();
        }

        @Beat(name = "picture.clean", cron = "0 0 * * * *")
        void clean(Tick tick) {
            cleanings.add(tick);
        }
    }
}
