package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.ApplicationListener;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.event.ApplicationEventMulticaster;
import org.springframework.core.Ordered;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.console.ConsoleBrowser;
import stampede.order.OrderPlaced;
import stampede.pulse.PulseBuckets;
import stampede.pulse.PulseCounts;
import stampede.pulse.PulseReader;
import stampede.rehearsal.RehearsalFigure.Name;
import stampede.security.PageCookies;
import stampede.task.admin.TaskQueues;

/**
 * Whole rehearsals on real servers, over HTTP: 200 bots, or 2,000 with {@code -Dproof=full}. Nothing else may run beside them: a sale that a
 * class beside this one opens ends a rehearsal, as it should.
 */
@Isolated
@StampedeTest
class RehearsalTests {

    private static final int BOTS = "full".equals(System.getProperty("proof")) ? 2_000 : 200;

    /** So few that a slow machine answers them in half a second. */
    private static final int FEW = 20;

    private static final String PASSWORD = "a long enough password";
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    private static final int SHOPPERS = 20;
    private static final double SLOW_MILLIS = 50;

    /** What a slow machine needs to be warm. */
    private static final int TRIES = 3;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Rehearsals rehearsals;

    @Autowired
    private BooksCheck books;

    @Autowired
    private ApplicationEventMulticaster events;

    @Autowired
    private PulseReader pulse;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private ReadinessCheck readiness;

    private ApiClient operator;

    @BeforeEach
    void signIn() {
        operator = new ApiClient(port).as(fixture.operator());
    }

    /** All press at once, or its head room would not be known. */
    @Test
    void saysThatTheShopIsReady() {
        var offer = fixture.inSlotOfItsOwn(10_000, 1);

        var end = playUntilReady(RehearsalCurve.AT_ONCE, offer, FEW);

        assertThat(end.end().orElseThrow().verdict()).isEqualTo(RehearsalVerdict.READY);
        var report = end.end().orElseThrow().report().orElseThrow();
        assertThat(report.figures().stream().filter(figure -> figure.grade().isPresent()))
                .hasSize(10);
        assertThat(value(report, Name.HEAD_ROOM)).isGreaterThanOrEqualTo(2);
    }

    /** Presses that are spread say all but how many more there could be. */
    @Test
    void measuresWhatTheBotsCount() {
        var offer = fixture.inSlotOfItsOwn(10_000, 1);
        var before = balance(offer);

        var end = playUntilReady(RehearsalCurve.RAMP, offer, BOTS);

        assertThat(end.end().orElseThrow().verdict()).isEqualTo(RehearsalVerdict.READY);
        var report = end.end().orElseThrow().report().orElseThrow();
        assertThat(value(report, Name.PRESSES)).isEqualTo(BOTS);
        assertThat(value(report, Name.ACCEPTED)).isEqualTo(BOTS);
        assertThat(value(report, Name.ACCEPTED_BY_SHOP)).isCloseTo(BOTS, within(BOTS * 0.05));
        assertThat(value(report, Name.ORDERS)).isEqualTo(BOTS);
        assertThat(value(report, Name.LOST)).isZero();
        assertThat(report.broken()).isEmpty();
        assertThat(report.figures().stream().filter(figure -> figure.grade().isPresent()))
                .hasSize(9);
        assertThat(report.readiness()).extracting(ReadinessFinding::point).containsExactly(ReadinessPoint.values());
        assertThat(report.readiness())
                .allSatisfy(finding -> assertThat(finding.found()).isNotEmpty());
        assertThat(RehearsalPrediction.of(end.plan(), report).orElseThrow().longestQueue())
                .isLessThan(10_000);
        assertThat(balance(offer)).as("the real offer").isEqualTo(before);
        assertThat(books.check(OfferId.of(offer)).always()).allMatch(finding -> finding.ok());
        assertThat(sql.sql("select closes_ms from stock_balance where offer_id = :offer")
                        .param("offer", end.shadow().value())
                        .query(Long.class)
                        .single())
                .as("the ledger has it ended, too, or the audit would open its gate again")
                .isLessThanOrEqualTo(System.currentTimeMillis());
    }

    /** As a real sale is; what is over can be looked at for a while. */
    @Test
    void isDrawnSecondBySecondForOperatorsAlone() {
        var rehearsal = play(offer(), 20);
        var live = "/console/live/" + rehearsal.shadow();
        var looker = accounts.ensure("rehearsal-follower", "a long enough password", Role.OPERATOR);
        var console = new ConsoleBrowser(port, cookies, looker);

        assertThat(Jsoup.parse(console.read("/console/rehearsals/" + rehearsal.id()))
                        .expectFirst("#live")
                        .attr("href"))
                .isEqualTo(live);
        await().atMost(PATIENCE).untilAsserted(() -> {
            var page = Jsoup.parse(console.read(live + "?lang=en"));
            assertThat(page.select("#live-rehearsal").text()).contains("Bots press here");
            assertThat(page.select("a[href=/console/rehearsals/" + rehearsal.id() + "]"))
                    .isNotEmpty();
            assertThat(page.select("#chart-PRESSES tr[data-series=ACCEPTED] [data-sum]")
                            .text())
                    .isEqualTo("20");
            assertThat(page.select("a[href$=/pause], a[href*=/acts/]")).isEmpty();
        });
        var seller = accounts.ensure("api-seller", "a long enough password", Role.SELLER);
        assertThat(new ConsoleBrowser(port, cookies, seller)
                        .open("/seller/live/" + rehearsal.shadow())
                        .statusCode())
                .isEqualTo(404);
    }

    /** Without a press: orders that nobody takes would only be found missing a minute later. */
    @Test
    void endsWithinSecondsIfNobodyTakesOrders() throws Exception {
        accounts.ensure("script-operator", PASSWORD, Role.OPERATOR);
        var offer = offer();
        queues.pause("orders");
        try {
            var asked = System.nanoTime();
            var end = play(offer, BOTS);

            assertThat(Duration.ofNanos(System.nanoTime() - asked)).isLessThan(Duration.ofSeconds(30));
            assertThat(end.step()).isEqualTo(RehearsalStep.CHECK);
            assertThat(end.end().orElseThrow().verdict()).isEqualTo(RehearsalVerdict.NOT_READY);
            assertThat(end.end().orElseThrow().stop()).isEmpty();
            var report = end.end().orElseThrow().report().orElseThrow();
            assertThat(report.worst().orElseThrow().name()).isEqualTo(Name.READINESS);
            assertThat(report.readiness())
                    .filteredOn(finding -> finding.grade() == RehearsalVerdict.NOT_READY)
                    .extracting(ReadinessFinding::point, ReadinessFinding::found)
                    .containsExactly(tuple(ReadinessPoint.ORDERS_QUEUE, "paused=true, workers=1"));
            assertThat(report.figure(Name.PRESSES)).as("nobody pressed").isEmpty();
            assertThat(end.times().window()).as("no shadow was on sale").isEmpty();

            var played = script("--shoppers", "10", "--beside", offer);
            assertThat(played.status()).as(played.said()).isEqualTo(2);
            assertThat(played.said())
                    .containsPattern("ORDERS_QUEUE +NOT_READY +paused=true, workers=1")
                    .endsWith("NOT_READY, the worst is READINESS\n")
                    .doesNotContain("Predicted");
        } finally {
            queues.resume("orders");
        }
    }

    /** Redis says so itself, and the database, whoever set it. */
    @Test
    void theServersAreAskedHowTheyKeepWhatTheyAreGiven() {
        var offer = OfferId.of(offer());
        var before = redisSetting("maxmemory-policy");
        try {
            setRedis("maxmemory-policy", "allkeys-lru");
            setRedis("appendonly", "no");
            assertThat(readiness.check(offer))
                    .filteredOn(finding -> finding.point().name().startsWith("REDIS"))
                    .extracting(ReadinessFinding::grade, ReadinessFinding::found)
                    .containsExactlyInAnyOrder(
                            tuple(RehearsalVerdict.NOT_READY, "maxmemory-policy=allkeys-lru"),
                            tuple(RehearsalVerdict.WARNING, "appendonly=no"));
        } finally {
            setRedis("maxmemory-policy", before);
            setRedis("appendonly", "yes");
        }
        assertThat(readiness.check(offer))
                .filteredOn(finding -> finding.point().name().matches("REDIS.*|DATABASE.*"))
                .extracting(ReadinessFinding::found)
                .containsExactlyInAnyOrder(
                        "maxmemory-policy=noeviction", "appendonly=yes", "innodb_flush_log_at_trx_commit=1");
    }

    /** A check of its books that comes between finds them whole; then it is tried again. */
    @Test
    void offersOfTheSlotWithWhichSomethingIsWrongAreNamed() {
        var offer = fixture.inSlotOfItsOwn(10, 1);
        sql.sql("""
                update product set picture = '/pictures/quick-offer.svg'
                 where id = (select product_id from offer where id = :offer)
                """).param("offer", offer).update();
        try {
            await().atMost(PATIENCE).untilAsserted(() -> {
                setBrokenRules(offer, 2);
                assertThat(readiness.check(OfferId.of(offer)))
                        .filteredOn(finding ->
                                finding.point() == ReadinessPoint.SLOT || finding.point() == ReadinessPoint.BOOKS)
                        .extracting(ReadinessFinding::grade, ReadinessFinding::found)
                        .containsExactly(
                                tuple(RehearsalVerdict.WARNING, "offers=1, wrong=1: " + offer),
                                tuple(RehearsalVerdict.WARNING, "offers=1, wrong=1: " + offer + " [NO_PICTURE]"));
            });
        } finally {
            setBrokenRules(offer, 0);
        }
    }

    private void setBrokenRules(String offer, int rules) {
        sql.sql("""
                insert into books_verdict (offer_id, next_ms, findings, broken) values (:offer, 0, '', :rules)
                    on duplicate key update broken = :rules
                """).param("offer", offer).param("rules", rules).update();
    }

    private String redisSetting(String name) {
        return redis.execute((RedisCallback<String>)
                connection -> connection.serverCommands().getConfig(name).getProperty(name));
    }

    private void setRedis(String name, String value) {
        redis.execute((RedisCallback<Boolean>) connection -> {
            connection.serverCommands().setConfig(name, value);
            return true;
        });
    }

    /**
     * A batch takes whatever waits, up to 400 orders, so one worker with many messages in hand keeps up although each batch takes long. This
     * one has a message at a time.
     */
    @Test
    void namesTheWorkerThatIsSlow() {
        var slow = new SlowWorker();
        assertThat(queues.scale("orders", Optional.of(1), Optional.of(1))).isTrue();
        events.addApplicationListener(slow);
        try {
            var end = play(offer(), 200);

            assertThat(end.end().orElseThrow().verdict()).as("%s", end.end()).isEqualTo(RehearsalVerdict.NOT_READY);
            assertThat(end.end()
                            .orElseThrow()
                            .report()
                            .orElseThrow()
                            .worst()
                            .orElseThrow()
                            .name())
                    .isEqualTo(Name.ORDER_P99);
            assertThat(slow.batches.get()).as("each batch was slow once").isBetween(50, 200);
        } finally {
            events.removeApplicationListener(slow);
            assertThat(queues.scale("orders", Optional.empty(), Optional.empty()))
                    .isTrue();
        }
    }

    /** In nine minutes, which is long after the rehearsal is over. */
    @Test
    void endsBeforeARealSaleOpens() {
        var rehearsal = ask(offer(), 500);
        await().atMost(PATIENCE).until(() -> find(rehearsal).step() == RehearsalStep.PRESS);

        var opened = System.nanoTime();
        var opens = Instant.now().plus(Duration.ofMinutes(9)).truncatedTo(ChronoUnit.MILLIS);
        fixture.inWindow(new SaleWindow(opens, opens.plus(Duration.ofHours(1))));
        await().atMost(PATIENCE).until(() -> find(rehearsal).isOver());

        var end = find(rehearsal).end().orElseThrow();
        assertThat(end.verdict()).isEqualTo(RehearsalVerdict.STOPPED);
        assertThat(end.stop()).contains(StopReason.SALE_OPENS);
        assertThat(Duration.ofNanos(System.nanoTime() - opened)).isLessThan(Duration.ofSeconds(30));
        assertThat(presses(rehearsal)).as("not all had pressed").isLessThan(500);
    }

    /** Redis does little else as long as orders of the shadow are placed: bots press, and shoppers wait. */
    @Test
    void stopsWhenShoppersSufferByItAndThenTheySufferNoMore() throws InterruptedException {
        var sold = OfferId.of(offer());
        var slow = new SlowRedis(redis);
        var crowd = Executors.newScheduledThreadPool(SHOPPERS);
        try {
            press(sold, crowd);
            events.addApplicationListener(slow);
            var rehearsal = playBeside(sold);
            for (var tried = 1; tried < TRIES && presses(rehearsal) == 0; tried++) {
                rehearsal = playBeside(sold);
            }

            assertThat(presses(rehearsal)).as("some had pressed, and not all").isBetween(1L, 999L);
            await("shoppers are served quickly again").atMost(PATIENCE).until(() -> decided(sold) < SLOW_MILLIS);
        } finally {
            crowd.shutdownNow();
            assertThat(crowd.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
            events.removeApplicationListener(slow);
        }
    }

    /** A machine that is slow by itself stops it before the first bot presses. */
    private long playBeside(OfferId sold) {
        await("shoppers are served quickly").atMost(PATIENCE).until(() -> decided(sold) < SLOW_MILLIS);
        var rehearsal = ask(offer(), 1_000);
        await().atMost(PATIENCE).until(() -> find(rehearsal).isOver());
        assertThat(find(rehearsal).end().orElseThrow().stop()).contains(StopReason.REAL_SLOW);
        return rehearsal;
    }

    /** Each of them presses twice a second. */
    private void press(OfferId offer, ScheduledExecutorService crowd) {
        var presses = new AtomicLong();
        fixture.shoppers(SHOPPERS).forEach(token -> {
            var shopper = new ApiClient(port).as(token);
            var unused = crowd.scheduleAtFixedRate(
                    () -> shopper.buy(offer.toString(), 1, "press-" + presses.incrementAndGet()),
                    presses.incrementAndGet() % 10 * 50,
                    500,
                    TimeUnit.MILLISECONDS);
        });
    }

    /** How long 99 of 100 presses of the last whole seconds took at most, in milliseconds; for ever if they were too few to say so. */
    private double decided(OfferId offer) {
        var now = Instant.now().getEpochSecond();
        var sum = new PulseCounts();
        for (var second = now - 3; second < now; second++) {
            pulse.second(List.of(offer), second).values().forEach(moment -> sum.addAll(moment.counts()));
        }
        return Arrays.stream(sum.decide()).sum() < SHOPPERS
                ? Double.MAX_VALUE
                : PulseBuckets.percentile(sum.decide(), 0.99).orElseThrow();
    }

    @Test
    void endsWhenSomebodyWantsItAndThereIsOneAtATime() {
        var offer = offer();
        var rehearsal = ask(offer, 500);
        assertThat(operator.post("/api/ops/rehearsals", wish(offer, 10)).text("reason"))
                .isEqualTo("REHEARSAL_RUNS");

        assertThat(operator.post("/api/ops/rehearsals/" + rehearsal + "/stop", Map.of())
                        .status())
                .isEqualTo(202);
        await().atMost(PATIENCE).until(() -> find(rehearsal).isOver());

        assertThat(find(rehearsal).end().orElseThrow().stop()).contains(StopReason.ASKED);
        assertThat(operator.post("/api/ops/rehearsals/" + rehearsal + "/stop", Map.of())
                        .text("reason"))
                .isEqualTo("REHEARSAL_OVER");
    }

    @Test
    void doesNotBeginBesideASaleUnlessToldTo() {
        var offer = offer();
        var shy = new HashMap<>(wish(offer, 10));
        shy.put("beside", false);

        assertThat(operator.post("/api/ops/rehearsals", shy).text("reason")).isEqualTo("SALE_TOO_NEAR");
        for (var wrong : List.of(9, 5_001)) {
            assertThat(operator.post("/api/ops/rehearsals", wish(offer, wrong)).status())
                    .isEqualTo(400);
        }
        assertThat(operator.post("/api/ops/rehearsals", wish("4611686018427387905", 10))
                        .text("reason"))
                .isEqualTo("NOTHING_TO_REHEARSE");
    }

    /** For a pipeline: 0 if the shop is ready, 1 with a warning, 2 if it is not, or there was none. */
    @Test
    void theScriptEndsByTheVerdict() throws Exception {
        accounts.ensure("script-operator", PASSWORD, Role.OPERATOR);
        var offer = offer();

        var played = script("--shoppers", "10", "--ramp", "--seconds", "120", "--beside", offer);

        var newest = rehearsals.newest().get(0);
        assertThat(newest.plan().offer()).hasToString(offer);
        var verdict = newest.end().orElseThrow().verdict();
        assertThat(played.said())
                .contains("PRESS", "ORDER_P99", "READINESS", "Predicted for 1 presses a second", verdict.name());
        assertThat(played.status())
                .as(played.said())
                .isEqualTo(
                        switch (verdict) {
                            case READY -> 0;
                            case WARNING -> 1;
                            case NOT_READY, STOPPED -> 2;
                        });
        assertThat(script(offer).status()).as("a sale is too near").isEqualTo(2);
        assertThat(script("--shoppers", "none", offer).status()).isEqualTo(2);
    }

    private Ran script(String... arguments) throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("scripts/rehearse"));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).redirectErrorStream(true);
        builder.environment()
                .putAll(Map.of(
                        "REHEARSE_SHOP",
                        "http://127.0.0.1:" + port,
                        "REHEARSE_OPERATOR",
                        "script-operator",
                        "REHEARSE_PASSWORD",
                        PASSWORD));
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ran(process.waitFor(), said);
    }

    private record Ran(int status, String said) {}

    private String offer() {
        return fixture.onSale(new ApiClient(port), 10_000, 1);
    }

    /** A slow machine has to be warm first. */
    private Rehearsal playUntilReady(RehearsalCurve curve, String offer, int shoppers) {
        return await().atMost(PATIENCE)
                .until(
                        () -> play(curve, offer, shoppers),
                        end -> end.end()
                                .flatMap(Rehearsal.End::report)
                                .filter(report -> report.worst().isEmpty())
                                .isPresent());
    }

    private Rehearsal play(String offer, int shoppers) {
        return play(RehearsalCurve.RAMP, offer, shoppers);
    }

    private Rehearsal play(RehearsalCurve curve, String offer, int shoppers) {
        var rehearsal = ask(curve, offer, shoppers);
        await().atMost(PATIENCE).until(() -> find(rehearsal).isOver());
        return find(rehearsal);
    }

    private long ask(String offer, int shoppers) {
        return ask(RehearsalCurve.RAMP, offer, shoppers);
    }

    private long ask(RehearsalCurve curve, String offer, int shoppers) {
        var id = new AtomicLong();
        await().atMost(PATIENCE).untilAsserted(() -> {
            var asked = operator.post("/api/ops/rehearsals", wish(curve, offer, shoppers));
            assertThat(asked.status()).as("%s", asked.body()).isEqualTo(202);
            id.set(Long.parseLong(asked.text("id")));
        });
        return id.get();
    }

    private static Map<String, Object> wish(String offer, int shoppers) {
        return wish(RehearsalCurve.RAMP, offer, shoppers);
    }

    private static Map<String, Object> wish(RehearsalCurve curve, String offer, int shoppers) {
        return Map.of("offerId", offer, "shoppers", shoppers, "curve", curve, "sellOutSeconds", 60, "beside", true);
    }

    private Rehearsal find(long id) {
        return rehearsals.find(id).orElseThrow();
    }

    private long presses(long rehearsal) {
        return sql.sql("select count(*) from orders where offer_id = :offer")
                .param("offer", find(rehearsal).shadow().value())
                .query(Long.class)
                .single();
    }

    /** What the ledger and the counter's rebuilds left of it. */
    private String balance(String offer) {
        return sql.sql(
                        "select concat_ws('/', total, available, total_version) from stock_balance where offer_id = :offer")
                .param("offer", Long.parseLong(offer))
                .query(String.class)
                .single();
    }

    private static double value(RehearsalReport report, Name name) {
        return report.figure(name).orElseThrow().value();
    }

    /** A worker that needs 200 ms for each batch with orders of a shadow, before anybody counts them. */
    private static final class SlowWorker
            implements ApplicationListener<PayloadApplicationEvent<OrderPlaced>>, Ordered {

        /** The orders of a batch are told one right after the other; before the next batch there is a transaction. */
        private static final long OF_ONE_BATCH_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

        private final AtomicLong lastNanos = new AtomicLong(System.nanoTime());
        private final AtomicInteger batches = new AtomicInteger();

        @Override
        public void onApplicationEvent(PayloadApplicationEvent<OrderPlaced> placed) {
            if (placed.getPayload().reservation().offer().isShadow()) {
                if (System.nanoTime() - lastNanos.get() > OF_ONE_BATCH_NANOS) {
                    batches.incrementAndGet();
                    rest();
                }
                lastNanos.set(System.nanoTime());
            }
        }

        private static void rest() {
            try {
                TimeUnit.MILLISECONDS.sleep(200);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public int getOrder() {
            return HIGHEST_PRECEDENCE;
        }
    }

    /** As long as orders of a shadow are placed, Redis answers nobody for 80 ms of each tenth of a second. */
    private static final class SlowRedis implements ApplicationListener<PayloadApplicationEvent<OrderPlaced>> {

        private final StringRedisTemplate redis;
        private final AtomicLong tenth = new AtomicLong();

        SlowRedis(StringRedisTemplate redis) {
            this.redis = redis;
        }

        @Override
        public void onApplicationEvent(PayloadApplicationEvent<OrderPlaced> placed) {
            var now = System.currentTimeMillis() / 100;
            if (placed.getPayload().reservation().offer().isShadow() && tenth.getAndSet(now) != now) {
                redis.execute((RedisCallback<String>) connection -> String.valueOf(connection.execute(
                        "CLIENT", "PAUSE".getBytes(StandardCharsets.UTF_8), "80".getBytes(StandardCharsets.UTF_8))));
            }
        }
    }
}
