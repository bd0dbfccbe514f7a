package stampede.task.deadletter;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTask;

/** A search among dead tasks as SQL. */
final class DeadTaskFilter {

    private final List<String> conditions = new ArrayList<>();
    private final MapSqlParameterSource values = new MapSqlParameterSource();

    DeadTaskFilter(String prefix, DeadTask.Status status, DeadSearch search) {
        add("prefix = :prefix", "prefix", prefix);
        add("status = :status", "status", status.name());
        search.name().ifPresent(name -> add("name = :name", "name", name));
        search.queue().ifPresent(queue -> add("queue = :queue", "queue", queue));
        search.from().map(Instant::toEpochMilli).ifPresent(from -> add("died_ms >= :from", "from", from));
        search.to().map(Instant::toEpochMilli).ifPresent(to -> add("died_ms < :to", "to", to));
    }

    private void add(String condition, String name, Object value) {
        conditions.add(condition);
        values.addValue(name, value);
    }

    String where() {
        return String.join(" and ", conditions);
    }

    /** A copy, to add to. */
    MapSqlParameterSource values() {
        return new MapSqlParameterSource(values.getValues());
    }
}
