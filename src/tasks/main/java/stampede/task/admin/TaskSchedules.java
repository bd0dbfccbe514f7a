package stampede.task.admin;

import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;

/** What happens by the calendar. */
public interface TaskSchedules {

    /** All schedules by name. */
    List<TaskSchedule> list();

    Optional<TaskSchedule> find(String schedule);

    /** Sends one tick now, beside the calendar's. Empty if there is no such schedule. */
    Optional<TaskId> runNow(String schedule);
}
