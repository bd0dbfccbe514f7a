package stampede.task.deadletter;

import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.event.TaskEvents;
import stampede.task.event.TaskMetrics;
import stampede.task.message.AmqpMessages;
import stampede.task.message.Envelope;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskStep;

/** Stores a dead letter: a row among the dead tasks and an alarm. */
class DeadLetterRecorder {

    private static final Logger log = LoggerFactory.getLogger(DeadLetterRecorder.class);

    /** Together some minutes; what cannot be stored as it is by then is stored in part. */
    private static final int MOST_TIMES_UNSTORED = 4;

    private static final int MOST_OF_A_BODY = 64 * 1024;
    private static final int MOST_TOLD = 300;
    private static final String UNTOLD =
            "Stored without telling those who wait for its end, because that was refused. ";

    private final DeadTaskRepository table;
    private final TaskEvents taskEvents;
    private final TransactionTemplate transaction;
    private final TaskMetrics metrics;
    private final Clock clock;

    DeadLetterRecorder(
            DeadTaskRepository table,
            TaskEvents taskEvents,
            TransactionTemplate transaction,
            TaskMetrics metrics,
            Clock clock) {
        this.table = table;
        this.taskEvents = taskEvents;
        this.transaction = transaction;
        this.metrics = metrics;
        this.clock = clock;
    }

    /** @param queue where it waited, without the prefix */
    void bury(Envelope letter, TaskId id, String queue) {
        transaction.executeWithoutResult(status -> write(letter, id, queue));
    }

    /** One that was refused to the last is stored without telling those who refuse, and without most of a body that may be the reason. */
    private void write(Envelope letter, TaskId id, String queue) {
        var refused = letter.timesUnstored() >= MOST_TIMES_UNSTORED;
        var whole = AmqpMessages.stripped(letter);
        var error = letter.text(TaskHeaders.ERROR)
                .orElse(
                        whole.task().isPresent()
                                ? "Delivered too often without an answer"
                                : "It names no task, so nobody can read it");
        var body = refused ? whole.withBody(beginning(whole.body())) : whole;
        var name = body.task().orElse("");
        var number = table.bury(body, id, queue, refused ? UNTOLD + error : error);
        log.atError()
                .addKeyValue("task", id)
                .log(
                        "Dead task {} {} after {} attempts, number {}: {}",
                        firstOf(name),
                        id,
                        letter.retries(),
                        number,
                        firstLine(error));
        metrics.countDeath(name);
        if (!refused) {
            taskEvents.concludeHere(List.of(new TaskStep(
                    TaskState.FAILURE, body.message(id, queue), clock.instant(), Optional.of(endOf(error)))));
        }
    }

    private static byte[] beginning(byte[] body) {
        return body.length <= MOST_OF_A_BODY ? body : Arrays.copyOf(body, MOST_OF_A_BODY);
    }

    private static AttemptEnd endOf(String error) {
        return new AttemptEnd(
                Optional.empty(), Optional.of(error), Optional.empty(), Duration.ZERO, Optional.empty(), true);
    }

    private static String firstLine(String text) {
        return text.lines().findFirst().map(DeadLetterRecorder::firstOf).orElse("");
    }

    /** For the log, where nobody reads all of what strangers may call a task. */
    private static String firstOf(String text) {
        return text.substring(0, Math.min(text.length(), MOST_TOLD));
    }
}
