package stampede.mixture;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.task.admin.TaskQueues;

/** What must hold of all that was sent and ran, by what was written down meanwhile. Each check answers how many are wrong. */
final class MixtureChecks {

    static final String SENDER = "sender";
    static final String ROWS = "rows";
    static final String PAUSE = "pause of a queue";
    static final String NODE_RESTART = "stop of a node";
    static final String BROKER_RESTART = "restart of the broker";

    /** What the broker did not hear of before it went comes again when it is back, and so does what it did not confirm. */
    private static final long BEFORE_THE_BROKER_WENT_MILLIS = 5_000;

    private static final long AFTER_IT_CAME_BACK_MILLIS = 30_000;

    /** A cancel reaches each node within half a second, as a pause does; a machine of two cores is given a little more. */
    private static final long UNTIL_NODES_OBEY_MILLIS = 2_000;

    /** A task is run up to half a second too early, because clocks differ. */
    private static final long EARLY_MILLIS = 600;

    /** What waits for a far day is left out, for that is to stay; and so are cancels that are known to have ended, for an hour. */
    private static final Map<String, String> BOUNDED = bounded();

    private final JdbcTemplate jdbc;
    private final TaskQueues queues;
    private final List<Incident> incidents = new CopyOnWriteArrayList<>();
    private long begunMillis;
    private long overMillis;

    MixtureChecks(ConfigurableApplicationContext node) {
        this.jdbc = node.getBean(JdbcTemplate.class);
        this.queues = node.getBean(TaskQueues.class);
    }

    private static Map<String, String> bounded() {
        var soon = "(unix_timestamp() + 3600) * 1000";
        var ours = "prefix = '" + MixtureNode.PREFIX + "'";
        var tables = new LinkedHashMap<String, String>();
        tables.put("task_outbox", ours + " and due_ms < " + soon);
        tables.put("task_run", ours + " and coalesce(due_ms, 0) < " + soon);
        tables.put("task_cancel", ours + " and ended_ms is null");
        tables.put("workflow_gate", "true");
        for (var table : List.of(
                "task_attempt",
                "task_unique",
                "task_once",
                "task_suspect",
                "task_dead",
                "task_node",
                "task_queue",
                "celery_call",
                "workflow",
                "workflow_step")) {
            tables.put(table, ours);
        }
        return tables;
    }

    void begin(String what) {
        incidents.add(new Incident(what, System.currentTimeMillis(), Long.MAX_VALUE));
    }

    void end(String what) {
        var open = incidents.stream()
                .filter(one -> one.what().equals(what) && one.toMillis() == Long.MAX_VALUE)
                .findFirst()
                .orElseThrow();
        incidents.set(incidents.indexOf(open), new Incident(what, open.fromMillis(), System.currentTimeMillis()));
    }

    List<Incident> incidents() {
        return List.copyOf(incidents);
    }

    /** Figures from then on are of no use, for nothing is done any more. */
    void sendingIsOver(long begun, long over) {
        begunMillis = begun;
        overMillis = over;
    }

    long begunMillis() {
        return begunMillis;
    }

    boolean hasSample(String process) {
        return count("select count(*) from mixture_sample where process = ?", process) > 0;
    }

    /** Until the database is closed. */
    void sampleRows() {
        try {
            while (true) {
                BOUNDED.forEach((table, which) -> jdbc.update(
                        "insert into mixture_sample (process, at_ms, what, figure) select ?, ?, ?, count(*) from "
                                + table + " where " + which,
                        ROWS,
                        System.currentTimeMillis(),
                        table));
                LockSupport.parkNanos(MixtureNode.BETWEEN_SAMPLES_NANOS);
            }
        } catch (DataAccessException | IllegalStateException stopping) {
            // The program ends.
        }
    }

    static List<String> tables() {
        return List.copyOf(BOUNDED.keySet());
    }

    boolean isAllDone() {
        return lost() == 0 && notCalledOff() == 0 && waiting() == 0 && inOutbox() == 0 && openWorkflows() == 0;
    }

    /** Of each kind: how many were sent, how many of these perhaps not, begun, done, and interrupted. */
    List<Map<String, Object>> kinds() {
        return jdbc.queryForList("""
                select t.kind as kind, count(distinct t.number) as sent, count(distinct case when t.unsure then t.number end) as unsure, count(r.id) as begun,
                       coalesce(sum(r.outcome = ?), 0) as done, coalesce(sum(r.outcome = ?), 0) as interrupted,
                       coalesce(sum(r.id is not null and r.outcome is null), 0) as torn
                  from mixture_task t left join mixture_run r on r.number = t.number
                 group by t.kind order by min(t.number)
                """, MixtureRunRepository.DONE, MixtureRunRepository.INTERRUPTED);
    }

    long lost() {
        return count("""
                select count(*) from mixture_task t
                 where t.expected = 1 and not t.unsure
                   and not exists (select 1 from mixture_run r where r.number = t.number and r.outcome = ?)
                """, MixtureRunRepository.DONE);
    }

    private long notCalledOff() {
        return count(
                "select count(*) from mixture_task where kind = 'called off while it runs' and cancelled_ms is null");
    }

    long notCalledOffWhilePaused() {
        return count(
                "select count(*) from mixture_task where kind = 'called off in the paused queue' and cancelled_ms is null");
    }

    long doneThoughCalledOff() {
        return count("select count(*) from mixture_task t join mixture_run r on r.number = t.number"
                + " where t.expected = 0 and r.outcome = 'done'");
    }

    long begunAfterCancel() {
        return count(
                "select count(*) from mixture_task t join mixture_run r on r.number = t.number where r.begun_ms > t.cancelled_ms + ?",
                UNTIL_NODES_OBEY_MILLIS);
    }

    long tooEarly() {
        return count(
                "select count(*) from mixture_task t join mixture_run r on r.number = t.number where r.begun_ms < t.due_ms - ?",
                EARLY_MILLIS);
    }

    long whilePaused() {
        var pause = incidents.stream()
                .filter(one -> one.what().equals(PAUSE))
                .findFirst()
                .orElseThrow();
        return count(
                "select count(*) from mixture_task t join mixture_run r on r.number = t.number"
                        + " where t.kind like '%paused queue' and r.begun_ms between ? and ?",
                pause.fromMillis() + UNTIL_NODES_OBEY_MILLIS, pause.toMillis() - 1);
    }

    /** How many ran twice or more, of those that may have been in somebody's hands when the broker went, and of all others. */
    Repeated repeated() {
        var numbers = jdbc.queryForList(
                "select number from mixture_run where outcome = ? group by number having count(*) > 1",
                Long.class,
                MixtureRunRepository.DONE);
        var others =
                numbers.stream().filter(number -> !mayHaveComeAgain(number)).toList();
        return new Repeated(
                numbers.size() - others.size(),
                others.size(),
                others.stream().limit(20).toList());
    }

    private boolean mayHaveComeAgain(long number) {
        return incidents.stream()
                .filter(one -> one.what().equals(BROKER_RESTART))
                .anyMatch(restart -> count(
                                """
                                select (select count(*) from mixture_run
                                         where number = ? and begun_ms <= ? and coalesce(ended_ms, ?) >= ?)
                                     + (select count(*) from mixture_task where number = ? and sent_ms between ? and ?)
                                """,
                                number,
                                restart.toMillis() + AFTER_IT_CAME_BACK_MILLIS,
                                Long.MAX_VALUE,
                                restart.fromMillis() - BEFORE_THE_BROKER_WENT_MILLIS,
                                number,
                                restart.fromMillis() - BEFORE_THE_BROKER_WENT_MILLIS,
                                restart.toMillis() + AFTER_IT_CAME_BACK_MILLIS)
                        > 0);
    }

    /** Runs that came to no end, though neither their node was stopped nor somebody had called them off. */
    long brokenOff() {
        var stops = incidents.stream()
                .filter(one -> one.what().equals(NODE_RESTART))
                .toList();
        return jdbc.queryForList("""
                        select r.begun_ms, coalesce(r.ended_ms, 0) as ended from mixture_task t join mixture_run r on r.number = t.number
                         where coalesce(r.outcome, '') <> 'done' and t.cancelled_ms is null
                        """).stream()
                .filter(run ->
                        stops.stream().noneMatch(stop -> stop.cuts(millis(run, "begun_ms"), millis(run, "ended"))))
                .count();
    }

    private static long millis(Map<String, Object> row, String column) {
        return ((Number) row.get(column)).longValue();
    }

    long dead() {
        return count("select count(*) from task_dead where prefix = ?", MixtureNode.PREFIX);
    }

    /** Without those that wait for a far day. */
    long inOutbox() {
        return count("select count(*) from task_outbox where " + BOUNDED.get("task_outbox"));
    }

    /** With them. */
    long inOutboxAtLast() {
        return count("select count(*) from task_outbox where prefix = ?", MixtureNode.PREFIX);
    }

    long openWorkflows() {
        return count(
                "select count(*) from workflow where prefix = ? and state not in ('SUCCESS', 'CANCELLED')",
                MixtureNode.PREFIX);
    }

    /** In all queues and lanes, and in hands; one, if the broker does not say. */
    long waiting() {
        return queues.list().stream()
                .mapToLong(queue -> queue.ready().orElse(1L) + queue.unacked().orElse(1L))
                .sum();
    }

    /** The middle of what was measured in the first third, and in the last, after the start of the process was over. */
    Optional<Thirds> thirds(String process, String what) {
        var samples = jdbc.queryForList(
                "select at_ms, figure from mixture_sample where process = ? and what = ? and at_ms between ? and ? order by at_ms",
                process,
                what,
                begunMillis,
                overMillis);
        var usable = warm(samples);
        var third = usable.size() / 3;
        return third == 0
                ? Optional.empty()
                : Optional.of(new Thirds(
                        median(usable.subList(0, third)),
                        median(usable.subList(usable.size() - third, usable.size()))));
    }

    /**
     * What is kept for a minute and tidied away each minute has as many rows as it ever will after two; processes take less. What
     * waits while the broker is away is no sign that anything grows.
     */
    private List<Map<String, Object>> warm(List<Map<String, Object>> samples) {
        if (samples.isEmpty()) {
            return samples;
        }
        var first = millis(samples.get(0), "at_ms");
        var share = (overMillis - first) / 3;
        var from = first + Math.min(TimeUnit.SECONDS.toMillis(130), share);
        return samples.stream()
                .filter(sample -> millis(sample, "at_ms") >= from)
                .filter(sample -> incidents.stream()
                        .noneMatch(one -> one.what().equals(BROKER_RESTART)
                                && millis(sample, "at_ms") >= one.fromMillis()
                                && millis(sample, "at_ms") <= one.toMillis() + AFTER_IT_CAME_BACK_MILLIS))
                .toList();
    }

    private static double median(List<Map<String, Object>> samples) {
        var figures = new ArrayList<>(samples.stream()
                .map(sample -> ((Number) sample.get("figure")).doubleValue())
                .sorted()
                .toList());
        return figures.get(figures.size() / 2);
    }

    private long count(String query, Object... values) {
        var count = jdbc.queryForObject(query, Long.class, values);
        return count == null ? 0 : count;
    }

    record Incident(String what, long fromMillis, long toMillis) {

        /** Whether it may have ended a run; one that never said how it ended has 0. */
        boolean cuts(long begun, long ended) {
            return begun <= toMillis && (ended == 0 || (ended >= fromMillis && ended <= toMillis));
        }
    }

    record Repeated(long byTheBroker, long otherwise, List<Long> some) {}

    record Thirds(double first, double last) {}
}
