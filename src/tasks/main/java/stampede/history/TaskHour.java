package stampede.history;

import java.time.Duration;
import stampede.task.TaskState;

/**
 * How often something became of attempts of a task within some hours.
 *
 * @param task the task's name
 * @param outcome {@code RETRY} for attempts that failed, otherwise how tasks ended
 * @param tries which attempt it was, from 1; {@link TaskHours#MOST_TRIES} stands for all from there on
 * @param count how often
 * @param time how long those attempts took together; of a batch each counts whole
 */
public record TaskHour(String task, TaskState outcome, int tries, long count, Duration time) {}
