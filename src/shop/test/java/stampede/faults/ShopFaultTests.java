package stampede.faults;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.alipaysandbox.LocalAlipay;
import stampede.security.PageVisitor;
import stampede.testing.Apart;
import stampede.testing.FaultyLine;

/**
 * Shoppers buy, pay, cancel and let orders expire while one thing goes wrong; then the shop must come to rest by itself, with books
 * that agree and no promise broken. What goes wrong at random, for as long as one likes, is {@code scripts/faults}.
 */
@Apart
@Tag("faults")
class ShopFaultTests {

    private static final long SEED =
            Long.getLong("faults.seed", ThreadLocalRandom.current().nextInt(1_000_000));
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final Duration OUTAGE = Duration.ofSeconds(4);
    private static final int SHOPPERS_AT_ONCE = 8;

    /** Until an offer with a room opens: so long it may take until all are in it. */
    private static final Duration GATHERING = Duration.ofSeconds(25);

    private static final int UNITS = 8;
    private static final int VISITORS = 24;

    private static LocalAlipay alipay;
    private static OwnServers servers;
    private static Fleet fleet;
    private static ShopNode web;
    private static ShopNode worker;

    @BeforeAll
    static void start(@TempDir Path directory) {
        alipay = LocalAlipay.own();
        System.out.println("Shoppers do as -Dfaults.seed=" + SEED + " says");
        servers = OwnServers.empty("stampede_faults", 3);
        fleet = new Fleet(
                servers, alipay, directory, "--stampede.order.payment-time=3s", "--stampede.room.passes-per-second=5");
        web = fleet.add("web-1");
        worker = fleet.add("worker-beat-1");
        fleet.start();
    }

    @AfterAll
    static void stop() {
        fleet.close();
        servers.close();
    }

    /** It dies between the commit and the acknowledgement, comes back, freezes and thaws. */
    @Test
    void aWorkerThatDiesOrFreezesDoesNothingTwice() throws InterruptedException {
        during(() -> {
            worker.process().dieAt(DeathPoint.BEFORE_ACK);
            assertThat(worker.process().awaitDeath(DeathPoint.BEFORE_ACK, PATIENCE))
                    .isTrue();
            worker.process().start();
            worker.process().freeze();
            Thread.sleep(OUTAGE.toMillis());
            worker.process().thaw();
        });
    }

    /** Its bots are threads of the worker. The broker gives the message to the next one, which plays nothing and says so. */
    @Test
    void aRehearsalWhoseWorkerIsKilledIsOverAndThereMayBeAnother() {
        var wish = Map.of("offerId", fleet.onSale(50, 1), "shoppers", 500, "curve", "RAMP", "beside", true);
        var killed = rehearse(wish);
        await("bots press")
                .atMost(PATIENCE)
                .until(() -> rehearsal(killed, "step").equals("PRESS"));

        worker.process().kill();
        worker.process().start();

        await("it is over")
                .atMost(PATIENCE)
                .until(() -> rehearsal(killed, "state").equals("ENDED"));
        assertThat(rehearsal(killed, "verdict")).isEqualTo("STOPPED");
        assertThat(rehearsal(killed, "stopped")).isEqualTo("DIED");
        assertThat(rehearsal(killed, "step")).as("nobody played it on").isEqualTo("PRESS");

        var another = rehearse(wish);
        await("another one begins")
                .atMost(PATIENCE)
                .until(() -> rehearsal(another, "step").equals("PRESS"));
        fleet.operator().post("/api/ops/rehearsals/" + another + "/stop", Map.of());
        await("it stops")
                .atMost(PATIENCE)
                .until(() -> rehearsal(another, "stopped").equals("ASKED"));
    }

    /** Who takes requests and who lets people in are killed while people come in: the draw stays, and all come in who want to. */
    @Test
    void aRoomGoesOnWhereItWasAfterItsNodesWereKilled() throws InterruptedException {
        var opens = Instant.now().plus(GATHERING);
        var offer = withRoom(UNITS, GATHERING);
        try (var visitors = new RoomVisitors(fleet, web.address(), offer, opens, 910_000, VISITORS)) {
            visitors.join();
            var before = visitors.state();
            assertThat(before.path("serving").asBoolean())
                    .as("it opened before all were there")
                    .isFalse();
            visitors.begin();
            await("people come in").atMost(PATIENCE.multipliedBy(2)).until(() -> visitors.bought() >= 2);

            List.of(worker, web).forEach(node -> node.process().kill());
            var then = visitors.bought();
            List.of(worker, web).forEach(node -> node.process().begin());
            List.of(worker, web).forEach(node -> node.process().awaitOpen());

            assertThat(then).as("some were still waiting").isLessThan(VISITORS);
            await("it is known again")
                    .atMost(PATIENCE)
                    .until(() -> visitors.stateIfAny().isPresent());
            var outside = shopper(7);
            assertThat(await().atMost(PATIENCE)
                            .until(() -> outside.tryToBuy(offer, "no-pass"), answer -> answer.status() != 503)
                            .reason())
                    .isEqualTo("WAITING_ROOM");
            await("all come in, as units come back that nobody pays")
                    .atMost(PATIENCE.multipliedBy(3))
                    .until(() -> visitors.bought() == VISITORS);
            visitors.assertTicketsAreTheSame();
            visitors.assertDrawnAsPromised(before.path("commitment").asString());
            assertThat(visitors.wrong()).isEmpty();
            assertSoldOnce(offer);
        }
    }

    /** The draw waits until it is where it cannot be forgotten, and nobody comes in before; then it is the one that was promised. */
    @Test
    void aDrawThatCannotBeRecordedWaitsForTheDatabase() throws InterruptedException {
        var opens = Instant.now().plus(GATHERING);
        var offer = withRoom(UNITS, GATHERING);
        try (var visitors = new RoomVisitors(fleet, web.address(), offer, opens, 920_000, UNITS)) {
            visitors.join();
            var before = visitors.state();
            visitors.begin();

            without(ShopNode.ServerLines::database, () -> {
                await("the sale opens")
                        .atMost(PATIENCE)
                        .until(() -> Instant.now().isAfter(opens.plus(OUTAGE)));
                await().during(OUTAGE).atMost(OUTAGE.multipliedBy(2)).untilAsserted(() -> {
                    assertThat(visitors.stateIfAny())
                            .as("its draw is not kept")
                            .hasValueSatisfying(state ->
                                    assertThat(state.path("seed").isNull()).isTrue());
                    assertThat(visitors.bought()).isZero();
                });
            });

            await("it is drawn")
                    .atMost(PATIENCE)
                    .until(() -> visitors.state().path("serving").asBoolean());
            await("all come in").atMost(PATIENCE).until(() -> visitors.bought() == UNITS);
            visitors.assertTicketsAreTheSame();
            visitors.assertDrawnAsPromised(before.path("commitment").asString());
            assertThat(visitors.wrong()).isEmpty();
            assertSoldOnce(offer);
        }
    }

    /** An offer whose sale opens then, with a room in which people gather before. */
    private static String withRoom(int units, Duration opensIn) throws InterruptedException {
        var offer = fleet.operator()
                .post(
                        "/api/ops/offers",
                        Map.of(
                                "name",
                                "Celadon teapot",
                                "priceFen",
                                1_990,
                                "units",
                                units,
                                "limitPerShopper",
                                1,
                                "opensInSeconds",
                                opensIn.toSeconds()))
                .path("offerId")
                .asString();
        var page = "/console/offers/" + offer + "/acts/ROOM";
        var desk = new DeskBrowser(fleet.cookie(new AccountId(1), Role.OPERATOR));
        var form = await().atMost(PATIENCE).until(() -> desk.open(web.address(), page, page), Optional::isPresent);
        assertThat(desk.send(web.address(), form.orElseThrow().with("reason", "Many want it")))
                .isEqualTo(DeskBrowser.Answer.YES);
        var room = new ShopClient(web.address());
        await("the room")
                .atMost(PATIENCE)
                .until(() -> room.tryToGet("/api/v1/offers/" + offer + "/queue/state")
                        .isSuccess());
        return offer;
    }

    /** Never more units than there are were held at a time, or the ledger would be below nothing. */
    private static void assertSoldOnce(String offer) {
        assertThat(servers.count("stock_balance where available < 0 or available > total"))
                .isZero();
        await("books that agree")
                .atMost(PATIENCE)
                .until(() -> fleet.books(offer).path("ok").asBoolean());
    }

    private static String rehearse(Map<String, ?> wish) {
        return fleet.operator().post("/api/ops/rehearsals", wish).path("id").asString();
    }

    /** Empty if it has none. */
    private static String rehearsal(String id, String field) {
        return fleet.operator().get("/api/ops/rehearsals/" + id).path(field).asString("");
    }

    @Test
    void sellingGoesOnAfterRedisForgotEverything() throws InterruptedException {
        during(servers::wipeRedis, true);
    }

    @Test
    void whatWasAcceptedWhileTheBrokerAndThenTheDatabaseWereOutOfReachIsPlacedAfterwards() throws InterruptedException {
        during(() -> {
            withLines(ShopNode.ServerLines::broker, FaultyLine::hold);
            withLines(ShopNode.ServerLines::database, FaultyLine::cut);
        });
    }

    @Test
    void whileRedisIsAwayBuyingIsRefusedInWordsAndPagesAreStillRead() {
        var offer = fleet.onSale(50, 2);
        var visitor = PageVisitor.registered(web.address());
        var page = visitor.open("/offers/" + offer);
        var slot = visitor.open("/").document().expectFirst("a[href^=/slots/]").attr("href");
        visitor.open(slot);

        without(ShopNode.ServerLines::redis, () -> {
            assertBusy(tryToBuy(offer, 1));
            var refused = visitor.submit(page, "/purchases", Map.of("address", "West Lake 1"));
            assertThat(refused.status()).isEqualTo(503);
            assertThat(refused.answer().contentType()).startsWith("text/html");
            assertThat(refused.answer().header("Retry-After")).isNotBlank();
            assertThat(refused.title()).isEqualTo("Very busy right now");
            assertThat(refused.document().select("form[action$=/purchases]"))
                    .as("try again")
                    .hasSize(1);
            for (var path : List.of("/", slot, "/offers/" + offer)) {
                assertThat(visitor.open(path).status()).as(path).isEqualTo(200);
            }
            assertThat(visitor.open("/offers/" + offer).title()).contains("Celadon teapot");
        });

        await().atMost(PATIENCE).until(() -> tryToBuy(offer, 1).status() == 202);
    }

    @Test
    void whileTheBrokerIsAwayPurchasesAreTakenUpToABoundAndPlacedAfterwards() {
        var offer = fleet.onSale(500, 1);
        // Those of other tests may have pressed too often a moment ago.
        var shoppers = new AtomicInteger(1_000);
        var accepted = new HashMap<Integer, String>();

        without(
                ShopNode.ServerLines::broker,
                () -> await().atMost(PATIENCE).pollInterval(ofMillis(100)).until(() -> {
                    var answer = tryToBuy(offer, shoppers.incrementAndGet());
                    if (answer.status() == 202) {
                        accepted.put(
                                shoppers.get(), answer.body().path("purchaseId").asString());
                        return false;
                    }
                    assertBusy(answer);
                    return true;
                }));

        assertThat(accepted).hasSizeGreaterThan(5);
        accepted.forEach(ShopFaultTests::awaitPlaced);
    }

    @Test
    void whileTheDatabaseIsAwayPlacesInTheQueueAreShownAndAtMostOneAttemptIsUsedUp() {
        var offer = fleet.onSale(50, 2);
        var visitor = PageVisitor.registered(web.address());
        var page = visitor.open("/offers/" + offer);
        var places = new ArrayList<PageVisitor.View>();

        without(ShopNode.ServerLines::database, () -> {
            var place = visitor.submit(page, "/purchases", Map.of("address", "West Lake 1"));
            places.add(place);
            assertThat(place.path()).startsWith("/purchases/");
            await().during(OUTAGE).atMost(OUTAGE.multipliedBy(2)).untilAsserted(() -> {
                var now = visitor.open(place.path());
                assertThat(now.status()).isEqualTo(200);
                assertThat(now.document().select("noscript meta[http-equiv=refresh]"))
                        .as("still in the queue")
                        .isNotEmpty();
            });
        });

        var place = places.get(0).path();
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(visitor.open(place).document().select("#purchase a[href^=/orders/]"))
                        .as("the way to the order")
                        .isNotEmpty());
        var task = place.replaceAll("/purchases/(\\d+)-.*", "$1");
        assertThat(servers.count("task_run where attempts > 2 and task_id = '" + task + "'"))
                .as("failed more than once")
                .isZero();
        assertThat(servers.count("task_dead")).isZero();
    }

    private static void without(Function<ShopNode.ServerLines, FaultyLine> which, Runnable test) {
        var lines = Stream.of(web, worker).map(ShopNode::lines).map(which).toList();
        lines.forEach(FaultyLine::cut);
        try {
            test.run();
        } finally {
            lines.forEach(FaultyLine::mend);
        }
    }

    private static ShopClient shopper(int number) {
        var account = new AccountId(900_000L + number);
        return new ShopClient(web.address()).with(fleet.token(account, Role.SHOPPER));
    }

    private static ShopClient.Answer tryToBuy(String offer, int number) {
        try {
            return shopper(number).tryToBuy(offer, "key-" + number);
        } catch (IOException | InterruptedException noAnswer) {
            throw new AssertionError(noAnswer);
        }
    }

    private static void assertBusy(ShopClient.Answer answer) {
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(503);
        assertThat(answer.reason()).isEqualTo("BUSY");
        assertThat(answer.header("Content-Type")).startsWith("application/problem+json");
        assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
    }

    private static void awaitPlaced(int number, String purchase) {
        await().atMost(PATIENCE)
                .until(() -> shopper(number)
                        .get("/api/v1/purchases/" + purchase)
                        .path("status")
                        .asString()
                        .equals("PLACED"));
    }

    private static void withLines(Function<ShopNode.ServerLines, FaultyLine> which, Consumer<FaultyLine> fault)
            throws InterruptedException {
        Stream.of(web, worker).map(ShopNode::lines).map(which).forEach(fault);
        Thread.sleep(OUTAGE.toMillis());
        Stream.of(web, worker).map(ShopNode::lines).map(which).forEach(FaultyLine::mend);
    }

    private static void during(Trouble trouble) throws InterruptedException {
        during(trouble, false);
    }

    private static void during(Trouble trouble, boolean redisForgets) throws InterruptedException {
        var offers = List.of(fleet.onSale(5, 1), fleet.onSale(500, 2));
        try (var faultCrowd = new FaultCrowd(fleet, alipay, offers, SEED, SHOPPERS_AT_ONCE)) {
            faultCrowd.awaitMore(10, PATIENCE);
            trouble.happens();
            faultCrowd.awaitMore(10, PATIENCE);
            faultCrowd.endIn(PATIENCE);
            var result = new FaultRunCheck(fleet, servers, alipay, offers, faultCrowd.wishes(), redisForgets)
                    .settle(PATIENCE);
            assertThat(result.broken()).as("%s", result).isEmpty();
            assertThat(result.oversold()).isZero();
        }
    }

    private interface Trouble {

        void happens() throws InterruptedException;
    }
}
