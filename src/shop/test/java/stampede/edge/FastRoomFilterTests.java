package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.edge.BothWays.said;
import static stampede.edge.BothWays.thatGoesTheLongWay;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.room.RoomOpening;
import stampede.room.WaitingRooms;
import stampede.sale.SaleStop;

/** Those who wait are answered on the express way as on the long one. */
@StampedeTest
class FastRoomFilterTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String TICKET = "Waiting-Room-Ticket";

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private WaitingRooms rooms;

    @Autowired
    private SaleStop stop;

    @Autowired
    private MeterRegistry meters;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @Test
    void saysTheSameToWhoTakesPartInTheDraw() {
        var queue = queue(open(Instant.now().plusSeconds(3_600)));
        var shopper = shop.as(fixture.shopper());

        var joined = post(shopper, queue);
        assertThat(joined.status()).as("%s", joined.body()).isEqualTo(200);
        // The ticket has the second in it at which it was written.
        var again = await().atMost(PATIENCE)
                .until(
                        () -> post(thatGoesTheLongWay(shopper), queue),
                        answer -> said(answer).equals(said(post(shopper, queue))));
        assertThat(again.text("ticket")).isNotBlank();

        var waiting = shopper.with(TICKET, joined.text("ticket"));
        var express = waiting.get(queue);
        assertThat(express.text("stage")).isEqualTo("GATHERING");
        assertThat(express.header("Retry-After")).isNotBlank();
        assertThat(said(express)).isEqualTo(said(thatGoesTheLongWay(waiting).get(queue)));
        assertSameRefusal(waiting, queue + "/pass", "ROOM_NOT_YET");
        assertSameRefusal(shopper.with(TICKET, "t.1.2.3"), queue, "ROOM_FORGED");
        var stranger = shop.as(fixture.shopper()).with(TICKET, joined.text("ticket"));
        assertSameRefusal(stranger, queue, "ROOM_OTHER_ACCOUNT");
        assertSameRefusal(stranger.with("Accept-Language", "zh-CN"), queue, "ROOM_OTHER_ACCOUNT");
    }

    @Test
    void saysTheSameToWhoseTurnItIs() {
        var offer = open(Instant.now().plusSeconds(5));
        var queue = queue(offer);
        var shopper = shop.as(fixture.shopper());
        var waiting = shopper.with(TICKET, post(shopper, queue).text("ticket"));
        await().atMost(PATIENCE).until(() -> waiting.get(queue).text("stage").equals("YOUR_TURN"));

        assertThat(said(waiting.get(queue)))
                .isEqualTo(said(thatGoesTheLongWay(waiting).get(queue)));
        var express =
                await().atMost(PATIENCE).until(() -> post(waiting, queue + "/pass"), pass -> pass.status() == 200);
        assertThat(express.text("pass")).isNotBlank();
        var longWay = await().atMost(PATIENCE)
                .until(() -> post(thatGoesTheLongWay(waiting), queue + "/pass"), pass -> pass.status() == 200);
        assertThat(said(express)).as("the same pass, as it is good").isEqualTo(said(longWay));
    }

    @Test
    void saysTheSameOnceItIsOver() {
        var offer = open(Instant.now().plusSeconds(5));
        var queue = queue(offer);
        var shopper = shop.as(fixture.shopper());
        var ticket = post(shopper, queue);
        var waiting = shopper.with(TICKET, ticket.text("ticket"));
        await().atMost(PATIENCE).until(() -> waiting.get(queue).text("stage").equals("YOUR_TURN"));

        stop.stop(OPERATOR, OfferId.of(offer), "The lot is spoiled");
        var express = await().atMost(PATIENCE)
                .until(() -> waiting.get(queue), place -> place.text("stage").equals("OVER"));

        assertThat(express.body().path("number").asInt())
                .isEqualTo(ticket.body().path("number").asInt());
        var longWay = thatGoesTheLongWay(waiting).get(queue);
        assertThat(said(express)).isEqualTo(said(longWay));
        assertThat(List.of(express.header("Retry-After"), longWay.header("Retry-After")))
                .as("nothing to ask for again")
                .containsOnly("");
        assertSameRefusal(waiting, queue + "/pass", "ROOM_OVER");
        assertSameRefusal(shop.as(fixture.shopper()), queue, "ROOM_OVER");
    }

    @Test
    void saysTheSameWhereThereIsNoRoom() {
        var shopper = shop.as(fixture.shopper());

        assertSameRefusal(shopper, queue(fixture.onSale(shop, 5, 1)), "NO_ROOM");
    }

    @Test
    void isTakenByThePlainRequestsOfShoppersOnly() {
        var queue = queue(open(Instant.now().plusSeconds(3_600)));
        var shopper = shop.as(fixture.shopper());
        var waiting = shopper.with(TICKET, post(shopper, queue).text("ticket"));
        await().until(() -> waiting.get(queue).status() == 200);
        var before = measuredBySpring();

        for (var look = 0; look < 10; look++) {
            assertThat(waiting.get(queue).status()).isEqualTo(200);
        }
        assertThat(shopper.get(queue).status()).as("without a ticket").isEqualTo(400);
        assertThat(waiting.get(queue + "?lang=zh").status()).isEqualTo(200);
        assertThat(shop.get(queue).status()).as("nobody").isEqualTo(401);
        assertThat(shop.as(fixture.seller()).with(TICKET, "t").get(queue).status())
                .as("a seller")
                .isEqualTo(403);

        await("all but the ten").until(() -> measuredBySpring() == before + 4);
    }

    /** Each may ask once in a second. */
    private static void assertSameRefusal(ApiClient client, String path, String reason) {
        var express = refusal(client, path, reason);

        assertThat(said(express)).isEqualTo(said(refusal(thatGoesTheLongWay(client), path, reason)));
    }

    private static ApiClient.Answer refusal(ApiClient client, String path, String reason) {
        return await().atMost(PATIENCE)
                .until(() -> post(client, path), no -> no.text("reason").equals(reason));
    }

    private static ApiClient.Answer post(ApiClient client, String path) {
        return client.send("POST", path, BodyPublishers.noBody());
    }

    private String open(Instant opens) {
        var offer = fixture.inWindow(new SaleWindow(opens, opens.plusSeconds(3_600)));
        await().atMost(PATIENCE).until(() -> shop.get("/api/v1/offers/" + offer).status() == 200);
        opening.open(OPERATOR, OfferId.of(offer), "");
        await().atMost(PATIENCE).until(() -> rooms.of(OfferId.of(offer)).isPresent());
        await().atMost(PATIENCE)
                .until(() -> post(shop.as(fixture.shopper()), queue(offer)).status() == 200);
        return offer;
    }

    private static String queue(String offer) {
        return "/api/v1/offers/" + offer + "/queue";
    }

    private long measuredBySpring() {
        return meters.find("http.server.requests").tag("uri", "/api/v1/offers/{offerId}/queue").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }
}
