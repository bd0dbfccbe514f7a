package stampede.history;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.dao.support.DataAccessUtils;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.ThisNode;

/** Reads the history. Every question follows an index from the newest row on. */
class TaskHistoryRepository implements TaskHistory {

    private static final String ALL = "select * from task_run";

    /** Lists carry no long texts. */
    private static final String SHORT = """
            select number, task_id, name, queue, state, attempts, root_id, parent_id, worker, left(payload, 500) as payload,
                   left(result, 500) as result, error, sent_ms, due_ms, started_ms, ended_ms, runtime_ms
              from task_run
            """;

    private static final int MOST_OF_FAMILY = 500;

    private final NamedParameterJdbcTemplate jdbc;
    private final ThisNode node;

    TaskHistoryRepository(NamedParameterJdbcTemplate jdbc, ThisNode node) {
        this.jdbc = jdbc;
        this.node = node;
    }

    @Override
    public Optional<TaskRun> find(TaskId id) {
        return row(id).map(TaskRunRow::run);
    }

    @Override
    public List<TaskRun> search(RunSearch search) {
        return jdbc.query(
                query(search), values(search).addValue("reach", reach(search).orElse(0L)), TaskRunRow::read);
    }

    static String query(RunSearch search) {
        return SHORT + matching(search) + " order by number desc limit :most";
    }

    @Override
    public long count(RunSearch search) {
        var all = new RunSearch(
                search.name(),
                search.state(),
                search.queue(),
                search.worker(),
                search.text(),
                search.except(),
                search.from(),
                search.to(),
                Optional.empty(),
                MOST_COUNTED);
        var count = jdbc.queryForObject(
                "select count(*) from (select number from task_run " + matching(all) + " limit :most) as some",
                values(all).addValue("reach", reach(all).orElse(0L)),
                Long.class);
        return count == null ? 0 : count;
    }

    /** Rows are not read for that, only entries of the index that is then followed. */
    @Override
    public Optional<Long> reach(RunSearch search) {
        if (!search.isByLooking()) {
            return Optional.empty();
        }
        return DataAccessUtils.optionalResult(jdbc.queryForList(
                "select number from task_run force index (" + index(search) + ")" + indexed(search)
                        + " order by number desc limit 1 offset " + MOST_LOOKED_AT,
                values(search),
                Long.class));
    }

    /** Each kind of question has an index that answers it in order; optimizers have been seen to merge two and sort instead. */
    private static String matching(RunSearch search) {
        var all = " force index (" + index(search) + ")" + indexed(search);
        return search.isByLooking()
                ? all + " and number > :reach"
                        + search.queue().map(any -> " and queue = :queue").orElse("")
                        + search.worker().map(any -> " and worker = :worker").orElse("")
                        + search.text()
                                .map(any -> " and payload like :text escape '|'")
                                .orElse("")
                        + (search.except().isEmpty() ? "" : " and name not in (:except)")
                : all;
    }

    private static String indexed(RunSearch search) {
        return " where prefix = :prefix"
                + search.name().map(any -> " and name = :name").orElse("")
                + search.state().map(any -> " and state = :state").orElse("")
                + search.from().map(any -> " and number >= :from").orElse("")
                + search.to().map(any -> " and number < :to").orElse("")
                + search.before().map(any -> " and number < :before").orElse("");
    }

    private static String index(RunSearch search) {
        if (search.name().isPresent()) {
            return search.state().isPresent() ? "task_run_name_state" : "task_run_name";
        }
        return search.state().isPresent() ? "task_run_state" : "task_run_number";
    }

    MapSqlParameterSource values(RunSearch search) {
        return new MapSqlParameterSource("prefix", node.engine())
                .addValue("name", search.name().orElse(""))
                .addValue("state", search.state().map(TaskState::name).orElse(""))
                .addValue("queue", search.queue().orElse(""))
                .addValue("worker", search.worker().orElse(""))
                .addValue("text", "%" + search.text().orElse("").replaceAll("[|%_]", "|$0") + "%")
                .addValue("except", search.except())
                .addValue("from", search.from().map(RunChange::numberAt).orElse(0L))
                .addValue("to", search.to().map(RunChange::numberAt).orElse(0L))
                .addValue("before", search.before().orElse(0L))
                .addValue("most", search.most());
    }

    @Override
    public List<TaskAttempt> attempts(TaskId id) {
        var last = row(id);
        var failed = jdbc.query(
                """
                select * from task_attempt where prefix = :prefix and task_id = :id and life = :life
                 order by ended_ms, attempt
                """,
                Map.of(
                        "prefix", node.engine(),
                        "id", id.value(),
                        "life", last.map(TaskRunRow::life).orElse(0L)),
                TaskRunRow::attempt);
        return last.map(run -> withTheLast(failed, run)).orElse(failed);
    }

    /** How a task ended is in its own row. One that died did so with its last failed attempt. */
    private static List<TaskAttempt> withTheLast(List<TaskAttempt> failed, TaskRunRow row) {
        var run = row.run();
        var all = new ArrayList<>(failed);
        if (run.state() == TaskState.FAILURE && !failed.isEmpty()) {
            var last = all.remove(all.size() - 1);
            all.add(new TaskAttempt(
                    last.number(),
                    TaskState.FAILURE,
                    last.worker(),
                    last.endedAt(),
                    last.runtime(),
                    last.error(),
                    Optional.empty()));
        } else if (run.state().isFinal() && (run.state() == TaskState.FAILURE || row.hasRun())) {
            all.add(new TaskAttempt(
                    Math.max(1, run.attempts()),
                    run.state(),
                    run.worker().orElse(""),
                    run.endedAt().orElse(run.sentAt()),
                    row.runtime().orElse(Duration.ZERO),
                    run.error(),
                    Optional.empty()));
        }
        return all;
    }

    /** Of several tasks that were sent under one id, the last. */
    private Optional<TaskRunRow> row(TaskId id) {
        return DataAccessUtils.optionalResult(jdbc.query(
                ALL + " where prefix = :prefix and task_id = :id order by life desc limit 1",
                key(id),
                (row, number) -> TaskRunRow.of(row)));
    }

    @Override
    public List<TaskRun> family(TaskId root) {
        return jdbc.query(
                SHORT + " where prefix = :prefix and root_id = :id order by number limit " + MOST_OF_FAMILY,
                key(root),
                TaskRunRow::read);
    }

    @Override
    public List<TaskRun> list(Collection<TaskId> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        var found = jdbc.query(
                SHORT + " where prefix = :prefix and task_id in (:ids) order by life",
                Map.of(
                        "prefix", node.engine(),
                        "ids", ids.stream().map(TaskId::value).toList()),
                TaskRunRow::read);
        return List.copyOf(found.stream()
                .collect(Collectors.toMap(TaskRun::id, Function.identity(), (one, later) -> later, LinkedHashMap::new))
                .values());
    }

    /** All that run together get the very same beginning, and nothing else tells. The next call of the same handler may get it, too. */
    @Override
    public List<TaskRun> batch(TaskRun run) {
        if (run.startedAt().isEmpty() || run.worker().isEmpty()) {
            return List.of();
        }
        return jdbc.query(
                SHORT + """
                         force index (task_run_name)
                         where prefix = :prefix and name = :name and worker = :worker and started_ms = :started
                           and number >= coalesce((select number from task_run force index (task_run_name)
                                                    where prefix = :prefix and name = :name and number <= :number
                                                    order by number desc limit 1 offset :most), 0)
                           and number <= coalesce((select number from task_run force index (task_run_name)
                                                    where prefix = :prefix and name = :name and number > :number
                                                    order by number limit 1 offset :most), :highest)
                         order by number limit 500
                        """,
                Map.of(
                        "prefix",
                        node.engine(),
                        "name",
                        run.name(),
                        "worker",
                        run.worker().get(),
                        "started",
                        run.startedAt().get().toEpochMilli(),
                        "number",
                        run.number(),
                        "most",
                        MOST_OF_NAME,
                        "highest",
                        Long.MAX_VALUE),
                TaskRunRow::read);
    }

    /** From each name to the next: there are few, and a distinct would read every row of the index. */
    @Override
    public List<String> names() {
        var names = new ArrayList<String>();
        for (var next = nameAfter(""); next.isPresent(); next = nameAfter(next.get())) {
            names.add(next.get());
        }
        return names;
    }

    private Optional<String> nameAfter(String name) {
        return DataAccessUtils.optionalResult(
                jdbc.queryForList("""
                select name from task_run force index (task_run_name)
                 where prefix = :prefix and name > :name order by name limit 1
                """, Map.of("prefix", node.engine(), "name", name), String.class));
    }

    private Map<String, Object> key(TaskId id) {
        return Map.of("prefix", node.engine(), "id", id.value());
    }
}
