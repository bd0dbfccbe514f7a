package stampede.monitor;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import stampede.history.RunSearch;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.TaskState;

/**
 * What an operator looks for among tasks, as the form says it; what is empty does not matter.
 *
 * @param from the earliest time of sending, in the monitor's zone
 * @param to the time of sending before which
 * @param before the number of the task after which the page begins
 */
record RunFilter(
        @Nullable String name,
        @Nullable TaskState state,

        @Nullable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime from,

        @Nullable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime to,

        @Nullable Long before) {

    /** The tasks that are looked for, newest first. */
    KeysetPage<TaskRun> page(TaskHistory history, ZoneId zone) {
        return KeysetPage.of(history.search(search(zone, KeysetPage.SIZE + 1)), KeysetPage.SIZE, TaskRun::number);
    }

    private RunSearch search(ZoneId zone, int most) {
        return new RunSearch(
                Optional.ofNullable(name).filter(text -> !text.isBlank()),
                Optional.ofNullable(state),
                Optional.ofNullable(from).map(time -> time.atZone(zone).toInstant()),
                Optional.ofNullable(to).map(time -> time.atZone(zone).toInstant()),
                Optional.ofNullable(before),
                most);
    }
}
