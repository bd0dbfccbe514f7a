package stampede.celery;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** What a real Celery client sends is run in Java, and the client gets what it would get from Celery's own worker. */
@CeleryTest
class ServingCeleryTests {

    @Autowired
    private CeleryEngine.Python python;

    @Autowired
    private JavaTasks tasks;

    @Autowired
    private DeadTasks dead;

    private PythonProcess celery;

    private final String key = UUID.randomUUID().toString();

    @BeforeEach
    void startTheClient() {
        celery = python.client();
    }

    @Test
    void returnsResults() {
        assertThat(celery.eval("java('java.add', 2, 3).delay().get(timeout=8)").intValue())
                .isEqualTo(5);
        assertThat(celery.eval("java('java.echo', name='Mei', age=30).delay().get(timeout=8)")
                        .toString())
                .isEqualTo("{\"name\":\"Mei\",\"age\":30}");
    }

    @Test
    void raisesJavasExceptionUnderItsName() {
        tasks.breakFor(key);

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java('java.sell', '%s').delay().get(timeout=8)", key))
                .withMessage("SoldOut: " + key)
                .matches(raised -> raised.type().equals("SoldOut"));
        var traceback = celery.eval(
                "(r := java('java.sell', '%s').delay()).get(timeout=8, propagate=False) and r.traceback", key);
        assertThat(traceback.stringValue()).contains("JavaTasks.sell");
    }

    @Test
    void showsRetriesAndThenTheResult() {
        var id = celery.eval("java('java.flaky', 2).delay().id").stringValue();

        await().untilAsserted(() ->
                assertThat(celery.eval("result('%s').state", id).stringValue()).isIn("RETRY", "SUCCESS"));
        assertThat(celery.eval("result('%s').get(timeout=8)", id).intValue()).isEqualTo(3);
    }

    @Test
    void waitsForTheCountdown() {
        var late = celery.eval("(lambda start, r: (r.get(timeout=8), r.date_done.timestamp() - start)[1])"
                + "(__import__('time').time(), java('java.add', 1, 1).apply_async(countdown=1.5))");

        assertThat(late.doubleValue()).isGreaterThanOrEqualTo(0.95);
    }

    @Test
    void revokesWhatHasExpired() {
        var id = celery.eval("raw([[1, 1], {}, None], id='%s', task='java.add', expires='2020-01-01T00:00:00')", key)
                .stringValue();

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("result('%s').get(timeout=8)", id))
                .withMessage("TaskRevokedError: expired");
    }

    @Test
    void keepsToTheLimitsOfTheMessage() {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(
                        () -> celery.eval("java('java.wait', '%s').apply_async(time_limit=0.3).get(timeout=8)", key))
                .matches(raised -> raised.type().equals("TimeLimitExceeded"));
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() ->
                        celery.eval("java('java.wait', '%s').apply_async(soft_time_limit=0.3).get(timeout=8)", key))
                .matches(raised -> raised.type().equals("SoftTimeLimitExceeded"));
    }

    @Test
    void handsLimitsOnToTheNextOfAChain() {
        var chain =
                "chain(java('java.add', 1, 1), java('java.wait', '%s').set(immutable=True, time_limit=0.3)).delay()";

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval(chain + ".get(timeout=8)", key))
                .matches(raised -> raised.type().equals("TimeLimitExceeded"));
    }

    @Test
    void goesOnWithAChain() {
        assertThat(celery.eval(
                                "chain(java('java.add', 2, 2), java('java.add', 4), java('java.add', 8)).delay().get(timeout=8)")
                        .intValue())
                .isEqualTo(16);
        assertThat(celery.eval(
                                "chain(java('java.add', 2, 2), java('java.add', 1, 1).set(immutable=True)).delay().get(timeout=8)")
                        .intValue())
                .isEqualTo(2);
    }

    @Test
    void handsAChainToCelerysWorkerAndBack() {
        python.startWorker();

        var chain = "(r := chain(java('java.add', 1, 2), python('py.add', 10), java('java.add', 100)).delay())";
        assertThat(celery.eval("[%s.get(timeout=8), r.parent.get(timeout=1), r.parent.parent.get(timeout=1)]", chain)
                        .toString())
                .isEqualTo("[113,13,3]");
    }

    @Test
    void failsWhatIsLeftOfAChain() {
        tasks.breakFor(key);

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval(
                        "chain(java('java.sell', '%s'), java('java.echo', 30), java('java.echo', 1)).delay().get(timeout=8)",
                        key))
                .withMessage("SoldOut: " + key);
    }

    @Test
    void runsGroups() {
        assertThat(celery.eval("group(java('java.add', i, i) for i in range(5)).delay().get(timeout=8)")
                        .toString())
                .isEqualTo("[0,2,4,6,8]");
    }

    @Test
    void endsAChainInAGroup() {
        var run = "chain(java('java.add', 1, 1), group(java('java.add', 10), java('java.add', 20))).delay()";

        assertThat(celery.eval("%s.get(timeout=8)", run).toString()).isEqualTo("[12,22]");
    }

    @Test
    void callsBack() {
        var children = celery.eval("(r := java('java.add', 1, 1).apply_async(link=java('java.add', 5))).get(timeout=8)"
                + " and [c.get(timeout=8) for c in r.children]");

        assertThat(children.toString()).isEqualTo("[7]");
    }

    @Test
    void callsBackInVain() {
        tasks.breakFor(key);

        celery.eval(
                "java('java.sell', '%1$s').apply_async(task_id='%1$s', link_error=java('java.echo', 3).set(task_id='back-%1$s'))",
                key);

        assertThat(celery.eval("result('back-%s').get(timeout=8)['name']", key).stringValue())
                .isEqualTo(key);
    }

    @Test
    void countsChordsOfBothLanguages() {
        python.startWorker();

        assertThat(celery.eval("[c.get(timeout=30) for c in ["
                                + "chord([java('java.add', i, i) for i in range(4)])(python('py.total')),"
                                + "chord([java('java.add', i, i) for i in range(4)])(java('java.total')),"
                                + "chord([java('java.add', 1, 1), python('py.add', 2, 2), java('java.add', 3, 3)])(python('py.total')),"
                                + "chord([python('py.add', 1, 1), python('py.add', 2, 2)])(java('java.total'))]]")
                        .toString())
                .isEqualTo("[12,12,12,6]");
    }

    @Test
    void endsAChainInAChord() {
        assertThat(celery.eval(
                                "chain(group(java('java.add', i, i) for i in range(3)), java('java.total')).delay().get(timeout=30)")
                        .intValue())
                .isEqualTo(6);
        assertThat(celery.eval(
                                "chain(java('java.add', 1, 1), group(java('java.add', i) for i in range(3)), java('java.total')).delay().get(timeout=30)")
                        .intValue())
                .isEqualTo(9);
    }

    @Test
    void failsTheBodyOfAChordWithItsHeader() {
        tasks.breakFor(key);

        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval(
                        "result(chord([java('java.add', 1, 1), java('java.sell', '%s')])(java('java.total')).id).get(timeout=30)",
                        key))
                .withMessageContaining("ChordError")
                .withMessageContaining("SoldOut('" + key + "')");
    }

    @Test
    void keepsTheOrderOfALargeChord() {
        assertThat(celery.eval("chord(java('java.add', i, 0) for i in range(60))(java('java.list')).get(timeout=60)")
                        .toString())
                .isEqualTo(IntStream.range(0, 60).boxed().toList().toString().replace(" ", ""));
    }

    @Test
    void showsThatATaskRuns() {
        celery.eval("java('java.wait', '%1$s').apply_async(task_id='%1$s').id", key);

        await().untilAsserted(() ->
                assertThat(celery.eval("result('%s').state", key).stringValue()).isEqualTo("STARTED"));
        tasks.release(key);
        assertThat(celery.eval("result('%s').get(timeout=30)", key).stringValue())
                .isEqualTo("released");
    }

    /**
     * With quorum queues Celery delays by the first of 28 exchanges, with the seconds in binary digits before the key. It does since 5.5;
     * where an older one is installed its message is made by hand.
     */
    @Test
    void servesDelaysThatTheBrokerKeeps() {
        await().atMost(ofSeconds(60))
                .until(() -> celery.eval("delays_are_declared()").booleanValue());

        var answer = celery.eval("late('java.flaky', 3, 1)");

        assertThat(answer.get(0).intValue()).as("attempts").isEqualTo(2);
        assertThat(answer.get(1).doubleValue()).as("seconds until it ended").isGreaterThanOrEqualTo(2.45);
        assertThat(answer.get(2).toString()).as("went by").isEqualTo("[\"celery_delayed_27\"]");
    }

    @Test
    void refusesPickle() {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java('java.add', 1, 1).apply_async(serializer='pickle').get(timeout=8)"))
                .withMessageContaining("only JSON");
    }

    @Test
    void refusesUnknownCompression() {
        assertThatExceptionOfType(PythonProcess.Raised.class)
                .isThrownBy(() -> celery.eval("java('java.add', 1, 1).apply_async(compression='bzip2').get(timeout=8)"))
                .withMessageContaining("bz2");
    }

    @Test
    void readsWhatIsCompressed() {
        assertThat(celery.eval("java('java.add', 20, 22).apply_async(compression='gzip').get(timeout=8)")
                        .intValue())
                .isEqualTo(42);
    }

    @Test
    void keepsNoResultThatNobodyWants() {
        celery.eval("java('java.wait', '%1$s').apply_async(task_id='%1$s', ignore_result=True).id", key);
        await().until(() -> tasks.hasBegun(key));
        tasks.release(key);

        celery.eval("java('java.add', 1, 1).delay().get(timeout=8)");
        assertThat(celery.eval("result('%s').state", key).stringValue()).isEqualTo("PENDING");
    }

    @Test
    void bringsADeadOneBackWithItsResult() {
        tasks.breakFor(key);
        celery.eval("java('java.sell', '%1$s').apply_async(task_id='%1$s').get(timeout=8, propagate=False)", key);
        await().untilAsserted(() -> assertThat(deaths()).isPositive());

        tasks.mend(key);
        dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                .filter(death -> death.taskId().value().equals(key))
                .forEach(death -> assertThat(dead.replay(death.id())).isTrue());

        await().untilAsserted(() ->
                assertThat(celery.eval("result('%s').state", key).stringValue()).isEqualTo("SUCCESS"));
    }

    private long deaths() {
        return dead.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 1000).stream()
                .filter(death -> death.taskId().value().equals(key))
                .count();
    }
}
