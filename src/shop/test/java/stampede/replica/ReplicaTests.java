package stampede.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.health.contributor.Status;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.jdbc.datasource.DriverManagerDataSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.transaction.support.TransactionTemplate;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.ServletRequestAttributes;
import stampede.testing.FaultyLine;

/** Who answers, the replica or the primary, on two schemas of a server and a line to one of them on which things go wrong. */
class ReplicaTests {

    private static final String ENGINE = "stampede";
    private static final Duration MOST = Duration.ofSeconds(10);
    private static final Duration AT_ONCE = Duration.ofSeconds(4);

    private static final ReplicaSchema PRIMARY = ReplicaSchema.empty("stampede_replica_first");
    private static final ReplicaSchema REPLICA = ReplicaSchema.empty("stampede_replica_second");

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final MockHttpServletResponse response = new MockHttpServletResponse();
    private final FaultyLine line =
            FaultyLine.to(URI.create(ReplicaSchema.env("STAMPEDE_DB_URL").substring("jdbc:".length()))
                    .getPort());
    private final DriverManagerDataSource primary =
            new DriverManagerDataSource(PRIMARY.url(""), ReplicaSchema.user(), ReplicaSchema.password());
    private final ReplicaDatabase database = new ReplicaDatabase(new ReplicaProperties(
            REPLICA.url("?socketTimeout=60000").replaceFirst(":\\d+/", ":" + line.port() + "/"),
            ReplicaSchema.user(),
            ReplicaSchema.password(),
            MOST,
            2));
    private final ReplicaAge age = new ReplicaAge(Clock.systemUTC(), MOST);
    private final ReplicaAgeJob job =
            new ReplicaAgeJob(new ReplicaAgeRepository(database.looks(), ENGINE), age, database, meters);
    private final ReplicaHealth health = new ReplicaHealth(age);
    private final Replica replica = new Replica(Optional.of(database), Optional.of(age), Clock.systemUTC(), meters);
    private final JdbcClient sql = new ReplicaJdbcClient(database, JdbcClient.create(primary));
    private final ReplicaInterceptor interceptor = new ReplicaInterceptor(MOST);

    @BeforeAll
    static void makeTables() {
        for (var schema : new ReplicaSchema[] {PRIMARY, REPLICA}) {
            schema.sql().sql("create table place (name varchar(20))").update();
            schema.sql().sql("""
                    create table task_node (prefix varchar(20), name varchar(20), roles varchar(20), started_ms bigint, seen_ms bigint,
                                            stopping int, running text, queues text)
                    """).update();
        }
        PRIMARY.sql().sql("insert into place values ('primary')").update();
        REPLICA.sql().sql("insert into place values ('replica')").update();
    }

    @AfterAll
    static void drop() {
        PRIMARY.drop();
        REPLICA.drop();
    }

    @BeforeEach
    void ask() throws Exception {
        request("GET", "/console/orders");
        isBehind(4);
    }

    @AfterEach
    void close() {
        RequestContextHolder.resetRequestAttributes();
        database.close();
        line.close();
    }

    @Test
    void aPageIsReadFromTheReplicaAndSaysHowOldThatIs() {
        assertThat(replica.read(this::place)).isEqualTo("replica");

        assertThat(replica.age())
                .hasValueSatisfying(seconds -> assertThat(seconds).isBetween(4L, 8L));
        assertThat(response.getHeader("Stampede-Data-Age")).isIn("4", "5", "6", "7", "8");
        assertThat(meters.get("stampede.replica.age").gauge().value()).isBetween(4.0, 8.0);
        assertThat(meters.get("stampede.replica.reads")
                        .tag("server", "replica")
                        .counter()
                        .count())
                .isEqualTo(1);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
    }

    @Test
    void whatIsNotReadAsAReportIsThePrimarys() {
        assertThat(place()).isEqualTo("primary");
        assertThat(replica.age()).isEmpty();
    }

    @Test
    void aReplicaThatIsTooOldIsNotAsked() {
        isBehind(60);

        assertThat(replica.read(this::place)).isEqualTo("primary");
        assertThat(replica.age()).isEmpty();
        assertThat(response.getHeaderNames()).isEmpty();
        assertThat(meters.get("stampede.replica.age").gauge().value()).isBetween(60.0, 64.0);
        assertThat(health.health().getStatus().getCode()).isEqualTo("OLD");
    }

    @Test
    void neitherIsOneInWhichNoNodeOfThisEngineIsHeardOf() {
        REPLICA.isBehind("another", 0);
        job.turn();

        assertThat(replica.read(this::place)).isEqualTo("primary");
        assertThat(health.health().getStatus().getCode()).isEqualTo("SILENT");
    }

    /** Whoever looks how old it is may hang. */
    @Test
    void norOneThatNobodyHasLookedAtForSeconds() {
        assertThat(replica.read(this::place)).isEqualTo("replica");

        await().atMost(Duration.ofSeconds(6))
                .untilAsserted(
                        () -> assertThat(health.health().getStatus().getCode()).isEqualTo("SILENT"));
        assertThat(replica.read(this::place)).isEqualTo("primary");
    }

    @Test
    void tasksAndTheApiAndShoppersReadThePrimary() throws Exception {
        RequestContextHolder.resetRequestAttributes();
        assertThat(replica.read(this::place)).as("a task").isEqualTo("primary");

        var unmarked = new MockHttpServletRequest("GET", "/api/ops/orders");
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(unmarked, response));
        assertThat(replica.read(this::place)).as("the API").isEqualTo("primary");
    }

    @Test
    void whoeverChangesSomethingReadsThePrimaryThenAndForAsLongAsTheReplicaMayBeOld() throws Exception {
        request("POST", "/console/orders/1/refunds");
        assertThat(replica.read(this::place)).as("the act").isEqualTo("primary");
        var cookie = Objects.requireNonNull(response.getCookie(ReplicaInterceptor.COOKIE));
        assertThat(cookie.getMaxAge()).isEqualTo(15);
        assertThat(cookie.getPath()).isEqualTo("/console");

        var next = new MockHttpServletRequest("GET", "/console/orders");
        next.setCookies(cookie);
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(next, response));
        interceptor.preHandle(next, response, this);
        assertThat(replica.read(this::place)).as("afterwards").isEqualTo("primary");
    }

    @Test
    void inATransactionThePrimaryAnswersAndTheTransactionSeesWhatItHasWritten() {
        new TransactionTemplate(new DataSourceTransactionManager(primary)).executeWithoutResult(status -> {
            sql.sql("update place set name = 'written'").update();
            assertThat(replica.read(this::place)).isEqualTo("written");
            status.setRollbackOnly();
        });
        assertThat(replica.read(this::place)).isEqualTo("replica");
    }

    @Test
    void aPageIsOfOneMoment() {
        var places = replica.read(() -> {
            var before = count();
            REPLICA.sql().sql("insert into place values ('later')").update();
            return before + " " + count();
        });

        assertThat(places).isEqualTo("1 1");
        assertThat(replica.read(this::count)).isEqualTo(2L);
        REPLICA.sql().sql("delete from place where name = 'later'").update();
    }

    @Test
    void aReplicaThatLacksATableIsNotMissed() {
        REPLICA.sql().sql("rename table place to away").update();
        try {
            assertThat(replica.read(this::place)).isEqualTo("primary");
            assertThat(replica.age()).isEmpty();
        } finally {
            REPLICA.sql().sql("rename table away to place").update();
        }
        assertThat(replica.read(this::place)).as("the rest of the page").isEqualTo("primary");
    }

    @Test
    void whatIsWrongWithTheWorkIsNotTheReplicas() {
        assertThatThrownBy(() -> replica.read(() -> {
                    throw new NoSuchElementException("not there");
                }))
                .isInstanceOf(NoSuchElementException.class);
        assertThat(replica.read(this::place)).isEqualTo("replica");
    }

    @Test
    void aReplicaThatIsGoneHoldsNobodyUpAndIsBackByItself() throws Exception {
        assertThat(replica.read(this::place)).isEqualTo("replica");
        line.cut();

        var before = System.nanoTime();
        assertThat(replica.read(this::place)).isEqualTo("primary");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(AT_ONCE);

        request("GET", "/console/orders");
        before = System.nanoTime();
        assertThat(replica.read(this::place)).isEqualTo("primary");
        assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofMillis(500));
        assertThat(health.health().getStatus().getCode()).isEqualTo("SILENT");

        line.mend();
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            isBehind(0);
            request("GET", "/console/orders");
            assertThat(replica.read(this::place)).isEqualTo("replica");
        });
    }

    @Test
    void aStartDoesNotWaitForIt() {
        line.cut();
        var before = System.nanoTime();
        try (var away = new ReplicaDatabase(new ReplicaProperties(
                "jdbc:mysql://127.0.0.1:" + line.port() + "/nothing", "nobody", "nothing", MOST, 2))) {
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(AT_ONCE);
            assertThat(away.isReading()).isFalse();
        }
    }

    @Test
    void aReplicaThatFreezesInTheMiddleOfAReadIsLeft() throws Exception {
        assertThat(replica.read(this::place)).isEqualTo("replica");
        line.hold();
        var threads = Executors.newSingleThreadScheduledExecutor();
        try {
            var unused = threads.scheduleWithFixedDelay(job::turn, 1, 1, TimeUnit.SECONDS);
            var before = System.nanoTime();
            assertThat(replica.read(this::place)).isEqualTo("primary");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(8));
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aFullPoolIsNotWaitedForLongerThanASecond() throws Exception {
        var both = new CompletableFuture<Integer>();
        var reading = new CountDownLatch(2);
        var threads = Executors.newFixedThreadPool(2);
        try {
            for (int reader = 0; reader < 2; reader++) {
                var unused = threads.submit(() -> database.read(() -> {
                    reading.countDown();
                    return both.join();
                }));
            }
            assertThat(reading.await(20, TimeUnit.SECONDS)).isTrue();
            var before = System.nanoTime();
            assertThat(replica.read(this::place)).isEqualTo("primary");
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(2));
        } finally {
            both.complete(1);
            threads.shutdownNow();
        }
    }

    private void isBehind(long seconds) {
        REPLICA.isBehind(ENGINE, seconds);
        job.turn();
    }

    private void request(String method, String path) throws Exception {
        var request = new MockHttpServletRequest(method, path);
        RequestContextHolder.setRequestAttributes(new ServletRequestAttributes(request, response));
        interceptor.preHandle(request, response, this);
    }

    private String place() {
        return sql.sql("select name from place").query(String.class).list().get(0);
    }

    private long count() {
        return sql.sql("select count(*) from place").query(Long.class).single();
    }
}
