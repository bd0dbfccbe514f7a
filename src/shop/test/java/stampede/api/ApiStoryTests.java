package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import tools.jackson.databind.JsonNode;

/** A purchase from the first request to the last, as a client program sees it. */
@StampedeTest
class ApiStoryTests {

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @Test
    void aStrangerBecomesAShopperBuysAndTakesItBack() {
        var offer = fixture.onSale(shop, 3, 1);
        var shopper = shop.as(register());

        var seen = shop.get("/api/v1/offers/" + offer);
        assertThat(seen.status()).isEqualTo(200);
        assertThat(seen.text("status")).isEqualTo("ON_SALE");
        assertThat(seen.body().path("priceFen").asLong()).isEqualTo(1990);
        assertThat(seen.body().path("unitsTotal").asInt()).isEqualTo(3);
        assertThat(seen.body().path("id").isString()).as("ids are text").isTrue();
        assertThat(Instant.parse(seen.text("opensAt"))).isBefore(Instant.now());
        assertThat(offersOf(seen.text("slotId")))
                .anyMatch(one -> one.path("id").asString().equals(offer));

        var accepted = shopper.buy(offer, 1, UUID.randomUUID().toString());
        assertThat(accepted.status()).as("%s", accepted.body()).isEqualTo(202);
        assertThat(accepted.text("status")).isEqualTo("QUEUED");
        assertThat(accepted.header("Location")).isEqualTo("/api/v1/purchases/" + accepted.text("purchaseId"));

        var orderId = awaitOrder(shopper, accepted.header("Location"));
        var order = shopper.get("/api/v1/orders/" + orderId);
        assertThat(order.text("status")).isEqualTo("AWAITING_PAYMENT");
        assertThat(order.text("offerId")).isEqualTo(offer);
        assertThat(order.body().path("units").asInt()).isEqualTo(1);
        assertThat(order.body().path("totalFen").asLong()).isEqualTo(1990);
        assertThat(order.text("address")).isEqualTo("West Lake 1");
        assertThat(Instant.parse(order.text("payBy"))).isAfter(Instant.parse(order.text("reservedAt")));
        assertThat(order.body().has("closedAt")).isFalse();

        var listed = shopper.get("/api/v1/orders?size=5").body();
        assertThat(listed.path("total").asInt()).isEqualTo(1);
        assertThat(listed.path("items").path(0).path("id").asString()).isEqualTo(orderId);

        var cancelled = shopper.post("/api/v1/orders/" + orderId + "/cancellation", Map.of());
        assertThat(cancelled.status()).isEqualTo(200);
        assertThat(cancelled.text("status")).isIn("CLOSING", "CLOSED");
        awaitStatus(shopper, orderId, "CLOSED");
        assertThat(shopper.post("/api/v1/orders/" + orderId + "/cancellation", Map.of())
                        .text("status"))
                .as("the same, sent again")
                .isEqualTo("CLOSED");
        await().atMost(Duration.ofSeconds(20))
                .until(() -> shop.get("/api/v1/offers/" + offer)
                                .body()
                                .path("unitsLeft")
                                .asInt()
                        == 3);
    }

    @Test
    void whatIsSomebodyElsesIsNotThere() {
        var offer = fixture.onSale(shop, 1, 1);
        var buyer = shop.as(fixture.shopper());
        var stranger = shop.as(fixture.shopper());
        var place = buyer.buy(offer, 1, "mine").header("Location");
        var order = "/api/v1/orders/" + awaitOrder(buyer, place);

        assertThat(stranger.get(place).status()).isEqualTo(404);
        assertThat(stranger.get(order).status()).isEqualTo(404);
        assertThat(stranger.post(order + "/cancellation", Map.of()).status()).isEqualTo(404);
        assertThat(buyer.get(order).text("status")).isEqualTo("AWAITING_PAYMENT");
        assertThat(stranger.get("/api/v1/orders").body().path("total").asInt()).isZero();
    }

    @Test
    void theDaysSlotsComeWithTheirTimesAPageAtATime() {
        fixture.onSale(shop, 1, 1);

        var today = shop.get("/api/v1/slots?size=1").body();

        assertThat(today.path("items")).hasSize(1);
        assertThat(today.path("total").asInt()).isPositive();
        var slot = today.path("items").path(0);
        assertThat(Instant.parse(slot.path("closesAt").asString()))
                .isAfter(Instant.parse(slot.path("opensAt").asString()));
        assertThat(slot.path("status").asString()).isIn("UPCOMING", "OPEN", "ENDED");
        assertThat(shop.get("/api/v1/slots?date=2001-01-01")
                        .body()
                        .path("total")
                        .asInt())
                .isZero();
    }

    private String register() {
        var name = "story-" + Long.toString(System.nanoTime(), 36);
        var who = Map.of("username", name, "password", "a long password");
        assertThat(shop.post("/api/v1/accounts", who).status()).isEqualTo(201);
        return shop.post("/api/v1/tokens", who).text("accessToken");
    }

    private JsonNode offersOf(String slot) {
        return shop.get("/api/v1/slots/" + slot + "/offers?size=100").body().path("items");
    }

    private static String awaitOrder(ApiClient shopper, String place) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> shopper.get(place),
                        progress -> progress.text("status").equals("PLACED"))
                .text("orderId");
    }

    private static void awaitStatus(ApiClient shopper, String order, String status) {
        await().atMost(Duration.ofSeconds(30))
                .until(() ->
                        shopper.get("/api/v1/orders/" + order).text("status").equals(status));
    }
}
