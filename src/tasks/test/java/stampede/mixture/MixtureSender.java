package stampede.mixture;

import static java.time.Duration.ZERO;
import static java.time.Duration.ofDays;
import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.mixture.MixtureTasks.Endless;
import stampede.mixture.MixtureTasks.Quick;
import stampede.mixture.MixtureTasks.Rested;
import stampede.mixture.MixtureTasks.Second;
import stampede.mixture.MixtureTasks.Slow;
import stampede.mixture.MixtureTasks.Step;
import stampede.mixture.MixtureTasks.Total;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.TaskNotSent;
import stampede.task.Tasks;
import stampede.workflow.Workflow;
import stampede.workflow.Workflows;

/** Sends tasks of all kinds at a steady pace, calls some off, and writes down in the transaction that sends what it has sent. */
final class MixtureSender implements AutoCloseable {

    static final String FAR = "far future";
    static final String RESTED = "in the paused queue";
    static final String LONG = "long";

    private static final int TICKS_A_SECOND = 10;
    private static final Duration LANE = ofSeconds(10);
    private static final Duration UNTIL_CANCEL = ofSeconds(3);
    private static final int SHARED_IDS = 100;
    private static final int CHAIN_RUNS = 100;

    private final Tasks tasks;
    private final Workflows workflows;
    private final JdbcTemplate jdbc;
    private final TransactionTemplate transaction;
    private final int perSecond;
    private final ScheduledExecutorService clockwork = Executors.newScheduledThreadPool(6);
    private final AtomicLong numbers = new AtomicLong();
    private final AtomicInteger refusedCancels = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();
    private volatile boolean over;
    private volatile boolean paused;
    private int turn;

    MixtureSender(ConfigurableApplicationContext node, int perSecond) {
        this.tasks = node.getBean(Tasks.class);
        this.workflows = node.getBean(Workflows.class);
        this.jdbc = node.getBean(JdbcTemplate.class);
        this.transaction = node.getBean(TransactionTemplate.class);
        this.perSecond = perSecond;
    }

    void start() {
        every(ofMillis(1_000 / TICKS_A_SECOND), () -> inTransaction(this::sendQuick));
        every(ofMillis(1_000 / TICKS_A_SECOND), this::sendDirectly);
        every(ofSeconds(1), () -> inTransaction(this::sendOthers));
        every(ofSeconds(5), () -> inTransaction(() -> add("called off while it runs", Endless::new, 0, ZERO)));
        var unused = clockwork.scheduleWithFixedDelay(guarded(this::cancelRunning), 1, 1, TimeUnit.SECONDS);
    }

    /** Sends nothing more. What was to be called off still is. */
    void finish() {
        over = true;
    }

    void paused(boolean is) {
        paused = is;
    }

    /** How many calls to {@code cancel} said that it was too late, though it was not. */
    int refusedCancels() {
        return refusedCancels.get();
    }

    /** How often something was thrown that should not. */
    int failures() {
        return failures.get();
    }

    void sendLong(int count) {
        guarded(() -> inTransaction(() -> IntStream.range(0, count).forEach(any -> add(LONG, Slow::new, 1, ZERO))))
                .run();
    }

    void startChain() {
        guarded(() -> inTransaction(() -> startChain("step of a chain", 1))).run();
    }

    /** One that is called off when a tenth of it is done. */
    void startChainAndCallItOff() {
        guarded(() -> inTransaction(() -> {
                    var before = numbers.get();
                    callOffLater(startChain("step of a chain that is called off", null), before);
                }))
                .run();
    }

    void startChord() {
        guarded(() -> inTransaction(this::sendChord)).run();
    }

    private void sendChord() {
        var rows = new ArrayList<Row>();
        for (int index = 0; index < MixtureTasks.STEPS; index++) {
            rows.add(row("member of a chord", "", 1, ZERO));
        }
        var members = rows.stream().map(row -> new Step(row.number())).toList();
        var last = row("end of a chord", "", 1, ZERO);
        workflows.start(Workflow.chord(members, new Total(last.number())));
        rows.add(last);
        insert(rows, false);
    }

    private TaskId startChain(String kind, @Nullable Integer expected) {
        var rows = IntStream.range(0, MixtureTasks.STEPS)
                .mapToObj(any -> row(kind, "", expected, ZERO))
                .toList();
        var id = workflows.start(
                Workflow.chain(rows.stream().map(row -> new Step(row.number())).toArray(Record[]::new)));
        insert(rows, false);
        return id;
    }

    private void callOffLater(TaskId workflow, long before) {
        later(ofSeconds(1), () -> {
            var done = jdbc.queryForObject(
                    "select count(distinct r.number) from mixture_task t join mixture_run r on r.number = t.number"
                            + " where t.kind = 'step of a chain that is called off' and t.number > ?",
                    Long.class,
                    before);
            if (done == null || done < CHAIN_RUNS) {
                callOffLater(workflow, before);
            } else if (workflows.cancel(workflow)) {
                jdbc.update(
                        "update mixture_task set cancelled_ms = ?"
                                + " where kind = 'step of a chain that is called off' and number > ?",
                        System.currentTimeMillis(),
                        before);
            } else {
                refusedCancels.incrementAndGet();
            }
        });
    }

    private void sendQuick() {
        for (int index = 0; index < Math.max(1, perSecond * 6 / 10 / TICKS_A_SECOND); index++) {
            add("1 ms, in a transaction", Quick::new, 1, ZERO);
        }
    }

    /** Outside of any transaction, one after the other. */
    private void sendDirectly() {
        for (int index = 0; index < Math.max(1, perSecond * 2 / 10 / TICKS_A_SECOND) && !over; index++) {
            var row = row("1 ms, at once", "", 1, ZERO);
            var unsure = false;
            try {
                tasks.send(new Quick(row.number()));
            } catch (TaskNotSent away) {
                unsure = true;
            }
            insert(List.of(row), unsure);
        }
    }

    private void sendOthers() {
        turn++;
        for (int index = 0; index < 5; index++) {
            add("1 ms, in 10 s", Quick::new, 1, LANE);
            add(
                    "1 ms, in some time",
                    Quick::new,
                    1,
                    ofMillis(ThreadLocalRandom.current().nextInt(5_000, 40_000)));
            add(RESTED, Rested::new, 1, ZERO);
        }
        add("1 s", Second::new, 1, ZERO);
        add("1 s", Second::new, 1, ZERO);
        add(FAR, Quick::new, 0, ofDays(30));
        cancelLater(add("called off, far future", Quick::new, 0, ofDays(30)));
        cancelLater(add("called off before, in 10 s", Quick::new, 0, LANE));
        cancelLater(add("called off before, in 10 s", Quick::new, 0, LANE));
        if (paused) {
            cancelLater(add("called off in the paused queue", Rested::new, 0, ZERO));
        }
        reuse();
    }

    /** Two under one id, of which the first still waits; and one under an id that has just been called off. */
    private void reuse() {
        var shared = SendOption.id(new TaskId("shared:" + turn % SHARED_IDS));
        add("one id, first", Quick::new, 1, LANE, shared);
        add("one id, second", Quick::new, 1, ZERO, shared);
        if (turn % 2 == 0) {
            var freed = new TaskId("freed:" + turn % SHARED_IDS);
            var first = add("called off, id used again", Quick::new, 0, LANE, SendOption.id(freed));
            later(UNTIL_CANCEL, () -> {
                cancel(first);
                inTransaction(() -> add("under the id of one called off", Quick::new, 1, ZERO, SendOption.id(freed)));
            });
        }
    }

    /** Whatever has run for a second. */
    private void cancelRunning() {
        jdbc.query(
                        """
                        select distinct t.number, t.task_id from mixture_task t join mixture_run r on r.number = t.number
                         where t.kind = 'called off while it runs' and t.cancelled_ms is null and r.ended_ms is null
                           and r.begun_ms < ?
                        """,
                        (row, index) -> new Row(row.getLong(1), "", row.getString(2), 0, 0, 0),
                        System.currentTimeMillis() - 1_000)
                .forEach(this::cancel);
    }

    private void cancelLater(Row row) {
        later(UNTIL_CANCEL, () -> cancel(row));
    }

    private void cancel(Row row) {
        if (!tasks.cancel(new TaskId(row.id()))) {
            refusedCancels.incrementAndGet();
        }
        jdbc.update(
                "update mixture_task set cancelled_ms = ? where number = ?", System.currentTimeMillis(), row.number());
    }

    /** Calls off all that wait for a far day, and answers how many there were. */
    int cancelFar() {
        var far = jdbc.queryForList("select task_id from mixture_task where kind = ?", String.class, FAR);
        far.forEach(id -> {
            if (!tasks.cancel(new TaskId(id))) {
                refusedCancels.incrementAndGet();
            }
        });
        return far.size();
    }

    private Row add(
            String kind, LongFunction<Record> task, @Nullable Integer expected, Duration wait, SendOption... more) {
        var row = row(kind, "", expected, wait);
        var options = new ArrayList<>(List.of(more));
        if (!wait.isZero()) {
            options.add(wait.equals(LANE) ? SendOption.in(wait) : SendOption.at(Instant.ofEpochMilli(row.dueMillis())));
        }
        var id = tasks.send(task.apply(row.number()), options.toArray(SendOption[]::new));
        var sent = row.under(id);
        insert(List.of(sent), false);
        return sent;
    }

    private Row row(String kind, String id, @Nullable Integer expected, Duration wait) {
        var now = System.currentTimeMillis();
        return new Row(numbers.incrementAndGet(), kind, id, now, now + wait.toMillis(), expected);
    }

    private void insert(List<Row> rows, boolean unsure) {
        jdbc.batchUpdate(
                "insert into mixture_task (number, kind, task_id, sent_ms, due_ms, expected, unsure) values (?, ?, ?, ?, ?, ?, ?)",
                rows.stream()
                        .map(row -> new Object[] {
                            row.number(),
                            row.kind(),
                            row.id(),
                            row.sentMillis(),
                            row.dueMillis(),
                            row.expected(),
                            unsure
                        })
                        .toList());
    }

    private void inTransaction(Runnable sending) {
        transaction.executeWithoutResult(status -> sending.run());
    }

    private void every(Duration pause, Runnable what) {
        var unused = clockwork.scheduleAtFixedRate(
                guarded(() -> {
                    if (!over) {
                        what.run();
                    }
                }),
                0,
                pause.toMillis(),
                TimeUnit.MILLISECONDS);
    }

    private void later(Duration wait, Runnable what) {
        var unused = clockwork.schedule(guarded(what), wait.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Runnable guarded(Runnable what) {
        return () -> {
            try {
                what.run();
            } catch (RuntimeException failure) {
                failures.incrementAndGet();
                failure.printStackTrace();
            }
        };
    }

    @Override
    public void close() {
        clockwork.shutdownNow();
    }

    private record Row(
            long number,
            String kind,
            String id,
            long sentMillis,
            long dueMillis,
            @Nullable Integer expected) {

        Row under(TaskId chosen) {
            return new Row(number, kind, chosen.value(), sentMillis, dueMillis, expected);
        }
    }
}
