package stampede.paymentadmin;

import static stampede.task.SendOption.unique;

import java.time.Duration;
import java.time.LocalDate;
import org.springframework.stereotype.Component;
import stampede.history.TaskResults;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.Tasks;

/** Has days compared with the bill, each day once at a time, whoever asks for it and however many nodes there are. */
@Component
class ReconciliationSender {

    /** Longer than all attempts of one comparison together. */
    private static final Duration AT_MOST = Duration.ofDays(1);

    private final Tasks tasks;
    private final TaskResults results;

    ReconciliationSender(Tasks tasks, TaskResults results) {
        this.tasks = tasks;
        this.results = results;
    }

    /** Answers the task that compares the day: a new one, or the one that is at it. */
    TaskId send(LocalDate day, String who) {
        return tasks.send(new CompareBill(day, who, false), unique("payment.compare-bill:" + day, AT_MOST));
    }

    /** The same, in the caller's transaction, but takes the place of one that waits, perhaps for hours, until it may ask for the bill again. */
    TaskId sendNow(LocalDate day, String who) {
        var id = send(day, who);
        if (results.state(id) != TaskState.RETRY) {
            return id;
        }
        tasks.cancel(id);
        return send(day, who);
    }
}
