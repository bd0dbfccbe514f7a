package stampede.console;

import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import stampede.task.DeadTask;

/**
 * Which dead tasks an operator wants to see, as the form says it; what is empty does not matter.
 *
 * @param status those to decide about, unless it says otherwise
 * @param from the earliest time of death, by the shop's clock
 * @param to the time of death before which
 * @param before the number of the dead task after which the page begins
 */
record DeadFilter(
        DeadTask.@Nullable Status status,
        @Nullable String name,
        @Nullable String queue,

        @Nullable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime from,

        @Nullable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime to,

        @Nullable Long before) {

    /** What to show. */
    DeadTask.Status wanted() {
        return status == null ? DeadTask.Status.DEAD : status;
    }
}
