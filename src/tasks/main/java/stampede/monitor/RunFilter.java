package stampede.monitor;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import stampede.history.RunSearch;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.monitor.format.KeysetPage;
import stampede.task.TaskState;

/**
 * What an operator looks for among tasks, as the form says it; what is empty does not matter.
 *
 * @param worker the node that ran it last
 * @param text what its arguments contain
 * @param withoutPeriodic whether ticks of schedules do not matter
 * @param from the earliest time of sending, in the monitor's zone
 * @param to the time of sending before which
 * @param before the number of the task after which the page begins
 */
record RunFilter(
        @Nullable String name,
        @Nullable TaskState state,
        @Nullable String queue,
        @Nullable String worker,
        @Nullable String text,
        @Nullable Boolean withoutPeriodic,

        @Nullable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime from,

        @Nullable @DateTimeFormat(iso = DateTimeFormat.ISO.DATE_TIME)
        LocalDateTime to,

        @Nullable Long before) {

    /**
     * The tasks that are looked for, newest first. Where no more were found, the next page looks at older ones.
     *
     * @param periodic the names of those that schedules send
     */
    RunPage page(TaskHistory history, ZoneId zone, Set<String> periodic) {
        var search = search(zone, Boolean.TRUE.equals(withoutPeriodic) ? periodic : Set.of());
        var page = KeysetPage.of(history.search(search), KeysetPage.SIZE, TaskRun::number);
        var reach = history.reach(search);
        var matching = history.count(search);
        return new RunPage(
                page.items(),
                page.next().or(() -> reach),
                matching,
                matching >= TaskHistory.MOST_COUNTED || reach.isPresent(),
                reach.map(TaskRun::timeOf));
    }

    /** Whether more is asked for than a name and a state. */
    public boolean isNarrow() {
        return Stream.of(given(queue), given(worker), given(text)).anyMatch(Optional::isPresent)
                || from != null
                || to != null;
    }

    private RunSearch search(ZoneId zone, Set<String> except) {
        return new RunSearch(
                given(name),
                Optional.ofNullable(state),
                given(queue),
                given(worker),
                given(text),
                except,
                Optional.ofNullable(from).map(time -> time.atZone(zone).toInstant()),
                Optional.ofNullable(to).map(time -> time.atZone(zone).toInstant()),
                Optional.ofNullable(before),
                KeysetPage.SIZE + 1);
    }

    private static Optional<String> given(@Nullable String field) {
        return Optional.ofNullable(field).map(String::strip).filter(text -> !text.isEmpty());
    }

    /**
     * A page of tasks that were looked for.
     *
     * @param next the number below which the next page begins; empty on the last
     * @param matching how many match on all pages together, as far as was counted
     * @param more whether there may be more than that
     * @param lookedBackTo the time of sending back to which tasks were looked at one by one, if there are older ones
     */
    record RunPage(
            List<TaskRun> items, Optional<Long> next, long matching, boolean more, Optional<Instant> lookedBackTo) {}
}
