package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.catalog.SaleWindow;

/** Every way in which the buy button says yes once, or no by name. */
@StampedeTest
class PurchaseApiTests {

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private ApiCallers apiCallers;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @Test
    void oneKeySentFiftyTimesAtOnceIsOnePurchase() {
        var offer = fixture.onSale(shop, 10, 5);
        var shopper = shop.as(fixture.shopper());

        var answers = atOnce(IntStream.range(0, 50)
                .mapToObj(click -> shopper.buyLater(offer, 1, "the-same-key"))
                .toList());

        assertThat(answers)
                .extracting(ApiClient.Answer::status)
                .containsOnly(202, 429)
                .contains(202);
        assertThat(purchases(answers)).hasSize(1);
        assertThat(left(offer)).isEqualTo(9);
    }

    @Test
    void fiftyKeysOfOneShopperBuyNoMoreThanTheLimit() {
        var offer = fixture.onSale(shop, 100, 2);
        var shopper = shop.as(fixture.shopper());

        var answers = atOnce(IntStream.range(0, 50)
                .mapToObj(click -> shopper.buyLater(offer, 1, UUID.randomUUID().toString()))
                .toList());

        assertThat(purchases(answers)).hasSizeBetween(1, 2);
        assertThat(answers)
                .filteredOn(answer -> answer.status() == 409)
                .extracting(answer -> answer.text("reason"))
                .allMatch("LIMIT_REACHED"::equals);
        assertThat(left(offer)).isEqualTo(100 - purchases(answers).size());
    }

    @Test
    void sixAttemptsInASecondAreTooMany() {
        var offer = fixture.onSale(shop, 10, 1);
        var shopper = shop.as(fixture.shopper());

        var answers = atOnce(IntStream.range(0, 6)
                .mapToObj(click -> shopper.buyLater(offer, 1, "again"))
                .toList());

        var refused = answers.stream().filter(answer -> answer.status() == 429).toList();
        assertThat(refused).isNotEmpty();
        assertThat(refused).allSatisfy(answer -> {
            assertThat(answer.text("reason")).isEqualTo("TOO_MANY_ATTEMPTS");
            assertThat(Integer.parseInt(answer.header("Retry-After"))).isPositive();
        });
    }

    @Test
    void aForgedForwardedForHeaderChangesNothing() {
        var offer = fixture.onSale(shop, 10, 1);
        var shopper = shop.as(fixture.shopper());

        var answers = atOnce(IntStream.range(0, 20)
                .mapToObj(number -> shopper.with("X-Forwarded-For", "10.0.0." + number)
                        .with("Forwarded", "for=10.0.0." + number)
                        .with("X-Real-IP", "10.0.0." + number)
                        .buyLater(offer, 1, "forged"))
                .toList());

        assertThat(answers).extracting(ApiClient.Answer::status).contains(429);
        assertThat(apiCallers.addresses())
                .as("who called, in the eyes of the shop")
                .containsOnly("127.0.0.1");
    }

    @Test
    void whoIsTooLateIsToldSoldOut() {
        var offer = fixture.onSale(shop, 1, 1);

        assertThat(shop.as(fixture.shopper()).buy(offer, 1, "first").status()).isEqualTo(202);

        assertRefused(shop.as(fixture.shopper()).buy(offer, 1, "second"), 409, "SOLD_OUT");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> shop.get("/api/v1/offers/" + offer).text("status").equals("SOLD_OUT"));
    }

    @Test
    void theSameKeyIsAnsweredTheSameEvenWhenAllIsSold() {
        var offer = fixture.onSale(shop, 1, 1);
        var shopper = shop.as(fixture.shopper());
        var first = shopper.buy(offer, 1, "mine");

        var again = shopper.buy(offer, 1, "mine");

        assertThat(again.status()).isEqualTo(202);
        assertThat(again.text("purchaseId")).isEqualTo(first.text("purchaseId"));
    }

    @Test
    void oneUnpaidOrderIsEnoughAtALimitOfOne() {
        var offer = fixture.onSale(shop, 5, 1);
        var shopper = shop.as(fixture.shopper());
        var place = shopper.buy(offer, 1, "first").header("Location");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> shopper.get(place).text("status").equals("PLACED"));

        assertRefused(shopper.buy(offer, 1, "second"), 409, "HAS_UNPAID_ORDER");
    }

    @Test
    void unitsAreFromOneToTheLimit() {
        var offer = fixture.onSale(shop, 5, 2);

        assertRefused(shop.as(fixture.shopper()).buy(offer, 0, "none"), 422, "BAD_UNITS");
        assertRefused(shop.as(fixture.shopper()).buy(offer, -1, "fewer"), 422, "BAD_UNITS");
        assertRefused(shop.as(fixture.shopper()).buy(offer, 3, "more"), 422, "BAD_UNITS");
        assertThat(shop.as(fixture.shopper()).buy(offer, 2, "two").status()).isEqualTo(202);
        assertThat(left(offer)).isEqualTo(3);
    }

    @Test
    void thereIsATimeToBuy() {
        var hour = Duration.ofHours(1);
        var soon = new SaleWindow(Instant.now().plus(hour), Instant.now().plus(hour.multipliedBy(2)));
        var early = fixture.inWindow(soon);

        assertRefused(shop.as(fixture.shopper()).buy(early, 1, "early"), 409, "NOT_OPEN_YET");
        assertThat(shop.get("/api/v1/offers/" + early).text("status")).isEqualTo("UPCOMING");
    }

    @Test
    void thereIsATimeAfterWhichNothingIsSold() {
        var now = Instant.now();
        var offer = fixture.inWindow(new SaleWindow(now.minusSeconds(60), now.plusSeconds(2)));
        await().atMost(Duration.ofSeconds(20))
                .until(() -> shop.get("/api/v1/offers/" + offer).text("status").equals("ENDED"));

        assertRefused(shop.as(fixture.shopper()).buy(offer, 1, "late"), 409, "ENDED");
    }

    @Test
    void anAddressArrivesAsItWasWritten() {
        var offer = fixture.onSale(shop, 1, 1);
        var shopper = shop.as(fixture.shopper());
        var address = "西湖路 1 号 | \"左\" 边, c/o O'Neill \\ 🏮";

        var place = shopper.with("Idempotency-Key", "key")
                .post("/api/v1/offers/" + offer + "/purchases", Map.of("units", 1, "address", " " + address + " "))
                .header("Location");
        var order = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> shopper.get(place),
                        progress -> progress.text("status").equals("PLACED"))
                .text("orderId");

        assertThat(shopper.get("/api/v1/orders/" + order).text("address")).isEqualTo(address);
    }

    @Test
    void aPausedOfferIsNotSoldUntilItGoesOn() {
        var offer = fixture.onSale(shop, 5, 1);
        var operator = shop.as(fixture.operator());
        var path = "/api/ops/offers/" + offer;

        assertThat(operator.post(path + "/pause", Map.of()).status()).isEqualTo(204);
        assertRefused(shop.as(fixture.shopper()).buy(offer, 1, "paused"), 409, "PAUSED");
        await().atMost(Duration.ofSeconds(10))
                .until(() -> shop.get("/api/v1/offers/" + offer).text("status").equals("PAUSED"));

        assertThat(operator.post(path + "/resume", Map.of()).status()).isEqualTo(204);
        await().atMost(Duration.ofSeconds(10))
                .until(() -> shop.as(fixture.shopper()).buy(offer, 1, "resumed").status() == 202);
    }

    @Test
    void whoIsNoShopperCannotBuy() {
        var offer = fixture.onSale(shop, 1, 1);

        assertRefused(shop.buy(offer, 1, "stranger"), 401, "NOT_SIGNED_IN");
        assertRefused(shop.as("no.such.token").buy(offer, 1, "forger"), 401, "NOT_SIGNED_IN");
        assertRefused(shop.as(fixture.seller()).buy(offer, 1, "seller"), 403, "SHOPPERS_ONLY");
        assertRefused(shop.as(fixture.operator()).buy(offer, 1, "operator"), 403, "SHOPPERS_ONLY");
    }

    @Test
    void anOfferThatIsNoneIsUnknown() {
        for (var none : List.of("999999999999", "abc", "-1", "99999999999999999999999")) {
            assertRefused(shop.as(fixture.shopper()).buy(none, 1, "none"), 404, "UNKNOWN_OFFER");
        }
        assertRefused(shop.get("/api/v1/offers/0"), 404, "UNKNOWN_OFFER");
    }

    private int left(String offer) {
        await().pollDelay(Duration.ofSeconds(1)).until(() -> true);
        return shop.get("/api/v1/offers/" + offer).body().path("unitsLeft").asInt();
    }

    private static List<String> purchases(List<ApiClient.Answer> answers) {
        return answers.stream()
                .filter(answer -> answer.status() == 202)
                .map(answer -> answer.text("purchaseId"))
                .distinct()
                .toList();
    }

    private static List<ApiClient.Answer> atOnce(List<CompletableFuture<ApiClient.Answer>> clicks) {
        return clicks.stream().map(CompletableFuture::join).toList();
    }

    private static void assertRefused(ApiClient.Answer answer, int status, String reason) {
        assertThat(answer.text("reason")).as("%s", answer.body()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.type()).startsWith("application/problem+json");
    }
}
