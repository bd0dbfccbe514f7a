package stampede.monitor;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.format.annotation.DateTimeFormat;
import stampede.monitor.format.KeysetPage;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/**
 * Which dead tasks an operator looks for, as the form says it; what is empty does not matter.
 *
 * @param status those to decide about, unless it says otherwise
 * @param from the earliest time of death, in the monitor's zone
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

    DeadTask.Status wanted() {
        return status == null ? DeadTask.Status.DEAD : status;
    }

    /** The tasks that are looked for, newest first. */
    KeysetPage<DeadTask> page(DeadTasks dead, ZoneId zone) {
        var before = this.before == null ? Long.MAX_VALUE : this.before;
        return KeysetPage.of(
                dead.search(wanted(), search(zone), before, KeysetPage.SIZE + 1), KeysetPage.SIZE, DeadTask::id);
    }

    DeadSearch search(ZoneId zone) {
        return new DeadSearch(given(name), given(queue), at(from, zone), at(to, zone));
    }

    /** The same without those that died after the operator looked: he decides about what he saw. */
    DeadSearch search(ZoneId zone, Instant seen) {
        var wide = search(zone);
        var until = wide.to().filter(seen::isAfter).orElse(seen);
        return new DeadSearch(wide.name(), wide.queue(), wide.from(), Optional.of(until));
    }

    /** What is looked for, by the names of the form's fields. */
    public Map<String, String> entries() {
        return Stream.of(entry("name", name), entry("queue", queue), entry("from", from), entry("to", to))
                .flatMap(Optional::stream)
                .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /** Whether more is asked for than a name and a state. */
    public boolean isNarrow() {
        return given(queue).isPresent() || from != null || to != null;
    }

    private static Optional<Map.Entry<String, String>> entry(String field, @Nullable Object value) {
        return Optional.ofNullable(value).map(given -> Map.entry(field, given.toString()));
    }

    private static Optional<String> given(@Nullable String text) {
        return Optional.ofNullable(text).map(String::strip).filter(word -> !word.isEmpty());
    }

    private static Optional<Instant> at(@Nullable LocalDateTime time, ZoneId zone) {
        return Optional.ofNullable(time).map(local -> local.atZone(zone).toInstant());
    }
}
