package stampede.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskState;
import stampede.task.spi.ThisNode;

/** Counts by one index, state by state and no further than anybody wants to know, and reads the run times of a few of the newest. */
class TaskStatisticsRepository implements TaskStatistics {

    private static final String COUNT = Arrays.stream(TaskState.values())
            .map(state -> """
                    select '%s' as state, count(*) as runs from (
                      select number from task_run force index (task_run_name_state)
                       where prefix = :prefix and name = :name and state = '%s' and number >= :from limit :most) as some
                    """.formatted(state, state))
            .collect(Collectors.joining(" union all "));

    private static final String RUNTIMES = """
            select runtime_ms from task_run force index (task_run_name_state)
             where prefix = :prefix and name = :name and state = 'SUCCESS' and number >= :from
             order by number desc limit :most
            """;

    private final NamedParameterJdbcTemplate jdbc;
    private final TaskHistory history;
    private final ThisNode node;

    TaskStatisticsRepository(NamedParameterJdbcTemplate jdbc, TaskHistory history, ThisNode node) {
        this.jdbc = jdbc;
        this.history = history;
        this.node = node;
    }

    @Override
    public List<OfName> since(Instant from) {
        return history.names().stream()
                .map(name -> since(from, name))
                .filter(ofName -> ofName.total() > 0)
                .toList();
    }

    @Override
    public OfName since(Instant from, String name) {
        Map<TaskState, Long> runs = new EnumMap<>(TaskState.class);
        jdbc.query(COUNT, values(from, name).addValue("most", MOST_COUNTED), row -> {
            if (row.getLong("runs") > 0) {
                runs.put(TaskState.valueOf(row.getString("state")), row.getLong("runs"));
            }
        });
        var times = runs.containsKey(TaskState.SUCCESS) ? runtimes(from, name) : List.<Long>of();
        return new OfName(name, runs, share(times, 50), share(times, 95), times.size());
    }

    private List<Long> runtimes(Instant from, String name) {
        return jdbc
                .query(
                        RUNTIMES,
                        values(from, name).addValue("most", MOST_SAMPLED),
                        (row, number) -> row.getLong("runtime_ms"))
                .stream()
                .sorted()
                .toList();
    }

    private MapSqlParameterSource values(Instant from, String name) {
        return new MapSqlParameterSource("prefix", node.engine())
                .addValue("name", name)
                .addValue("from", RunChange.numberAt(from));
    }

    /** The time that so many of a hundred do not exceed. */
    private static Optional<Duration> share(List<Long> sorted, int percent) {
        return sorted.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofMillis(sorted.get((sorted.size() * percent + 99) / 100 - 1)));
    }
}
