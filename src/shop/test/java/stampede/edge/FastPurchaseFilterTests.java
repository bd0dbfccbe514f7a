package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.edge.BothWays.said;
import static stampede.edge.BothWays.thatGoesTheLongWay;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.SaleWindow;
import stampede.ids.Ids;

/** The express way answers as the long way does, and only what it is meant for. */
@StampedeTest
class FastPurchaseFilterTests {

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private Ids ids;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en", "zh-CN", "de"})
    void refusesInTheSameWords(String language) {
        var now = Instant.now();
        var soldOut = fixture.onSale(shop, 1, 1);
        shop.as(fixture.shopper()).buy(soldOut, 1, "the-only-one");
        var early = fixture.inWindow(new SaleWindow(now.plus(Duration.ofHours(2)), now.plus(Duration.ofHours(3))));

        for (var offer : List.of(soldOut, early, "999999999")) {
            assertSame(shop.with("Accept-Language", language), offer, 1);
        }
        assertSame(shop.with("Accept-Language", language), soldOut, 100);
    }

    @Test
    void refusesWhoTriesTooOftenInTheSameWords() {
        var offer = fixture.onSale(shop, 10, 1);
        var hasty = shop.as(fixture.shopper());

        assertThat(said(onceTooOften(hasty, offer))).isEqualTo(said(onceTooOften(thatGoesTheLongWay(hasty), offer)));
    }

    @Test
    void refusesSellersInTheSameWords() {
        var offer = fixture.onSale(shop, 10, 1);
        var seller = shop.as(fixture.seller());

        var express = seller.buy(offer, 1, "not-for-me");

        assertThat(express.text("reason")).isEqualTo("SHOPPERS_ONLY");
        assertThat(said(express)).isEqualTo(said(thatGoesTheLongWay(seller).buy(offer, 1, "not-for-me")));
    }

    @Test
    void acceptsInTheSameWords() {
        var offer = fixture.onSale(shop, 10, 5);
        var shopper = shop.as(fixture.shopper());

        var express = shopper.buy(offer, 1, "mine");
        var longWay = thatGoesTheLongWay(shopper).buy(offer, 1, "mine");

        assertThat(express.status()).isEqualTo(202);
        assertThat(said(express)).isEqualTo(said(longWay));
    }

    @Test
    void tellsHowAPurchaseStandsInTheSameWords() {
        var offer = fixture.onSale(shop, 10, 5);
        var shopper = shop.as(fixture.shopper());
        var place = shopper.buy(offer, 1, "mine").header("Location");
        await().atMost(Duration.ofSeconds(30))
                .until(() -> shopper.get(place).text("status").equals("PLACED"));

        assertThat(said(shopper.get(place)))
                .isEqualTo(said(thatGoesTheLongWay(shopper).get(place)));
    }

    @Test
    void tellsNobodyElseHowAPurchaseStands() {
        var offer = fixture.onSale(shop, 10, 5);
        var place = shop.as(fixture.shopper()).buy(offer, 1, "mine").header("Location");

        assertThat(shop.as(fixture.shopper()).get(place).status()).isEqualTo(404);
        assertThat(shop.get(place).status()).isEqualTo(401);
        assertThat(shop.as("forged").get(place).status()).isEqualTo(401);
    }

    @Test
    void knowsNothingOfAPurchaseThatSomebodyInventedInTheSameWords() {
        var invented = "/api/v1/purchases/" + ids.next() + "-" + fixture.onSale(shop, 1, 1);
        var shopper = shop.as(fixture.shopper());

        var express = shopper.get(invented);

        assertThat(express.status()).isEqualTo(404);
        assertThat(said(express)).isEqualTo(said(thatGoesTheLongWay(shopper).get(invented)));
        assertThat(shopper.get(invented + "-0123456789abcdef").status()).isEqualTo(404);
    }

    @Test
    void limitsWhoLooksForPurchasesThatAreNotTheirsInTheSameWords() {
        var guesser = shop.as(fixture.shopper());
        var offer = fixture.onSale(shop, 1, 1);

        var express = guessUntilItIsTooMuch(guesser, offer);
        var longWay = guessUntilItIsTooMuch(thatGoesTheLongWay(guesser), offer);

        assertThat(express.text("reason")).isEqualTo("TOO_MANY_ATTEMPTS");
        assertThat(express.header("Retry-After")).isNotBlank();
        assertThat(longWay.text("reason")).isEqualTo("TOO_MANY_ATTEMPTS");
    }

    /** Some guesses come free again meanwhile, however slowly this runs. */
    private ApiClient.Answer guessUntilItIsTooMuch(ApiClient guesser, String offer) {
        return await().atMost(Duration.ofSeconds(60))
                .until(() -> guesser.get("/api/v1/purchases/" + ids.next() + "-" + offer), no -> no.status() == 429);
    }

    @Test
    void countsThoseWhoBuyWithoutBeingSignedIn() {
        var offer = fixture.onSale(shop, 1, 1);
        var before =
                meters.counter("stampede.purchases", "outcome", "not_signed_in").count();

        assertThat(shop.buy(offer, 1, "nobody").status()).isEqualTo(401);

        await().until(() ->
                meters.counter("stampede.purchases", "outcome", "not_signed_in").count() > before);
    }

    @Test
    void isTakenByThePlainRequestsOnly() {
        var offer = fixture.onSale(shop, 10, 5);
        var address = "/api/v1/offers/" + offer + "/purchases";
        var before = measuredWhenAllAreThrough();

        shop.as(fixture.shopper()).buy(offer, 1, "plain");
        assertThat(measuredBySpring()).as("after a plain one").isEqualTo(before);

        thatGoesTheLongWay(shop.as(fixture.shopper())).buy(offer, 1, "unusual");
        shop.as(fixture.shopper()).with("Idempotency-Key", "\"quoted\"").post(address, wanted(1, "West Lake 1"));
        shop.as(fixture.shopper())
                .with("Idempotency-Key", "charset")
                .postText(address, "application/json;charset=UTF-8", "{\"units\":1,\"address\":\"West Lake 1\"}");
        await("after three that are not").until(() -> measuredBySpring() == before + 3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"units\":1}",
                "{\"units\":1.5,\"address\":\"West Lake 1\"}",
                "{\"units\":\"1\",\"address\":\"West Lake 1\"}",
                "{\"units\":1,\"address\":\" \"}",
                "{\"units\":1,\"address\":\"two\\nlines\"}",
                "null",
                "{",
                "[]"
            })
    void leavesABodyThatIsNotOneToTheLongWay(String body) {
        var address = "/api/v1/offers/" + fixture.onSale(shop, 10, 5) + "/purchases";
        var shopper = shop.as(fixture.shopper()).with("Idempotency-Key", "bad-body");

        var plain = shopper.postText(address, "application/json", body);

        assertThat(plain.status()).isEqualTo(400);
        assertThat(plain.text("reason")).isEqualTo("INVALID_REQUEST");
        assertThat(said(plain))
                .isEqualTo(said(thatGoesTheLongWay(shopper).postText(address, "application/json", body)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "*/*|application/json|{",
                "*/*|application/json|{\"units\":1,\"address\":\"two\\nlines\"}",
                "*/*|application/json;charset=UTF-8|{",
                "application/json;q=0.9|application/json|[]",
                "*/*|text/plain|units=1"
            })
    void countsABodyThatIsNotOneAsAnAttempt(String accept, String type, String body) {
        var address = "/api/v1/offers/" + fixture.onSale(shop, 10, 5) + "/purchases";
        var hasty =
                shop.as(fixture.shopper()).with("Idempotency-Key", "bad-body").with("Accept", accept);

        var answers = await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> IntStream.range(0, 20)
                                .mapToObj(press -> hasty.postText(address, type, body))
                                .toList(),
                        some -> some.stream().anyMatch(answer -> answer.status() == 429));

        var late = answers.stream().filter(answer -> answer.status() == 429).findFirst();
        assertThat(late.orElseThrow().text("reason")).isEqualTo("TOO_MANY_ATTEMPTS");
        assertThat(answers).extracting(ApiClient.Answer::status).contains(429).isSubsetOf(400, 415, 429);
    }

    @ParameterizedTest
    @ValueSource(strings = {"…, 西湖区 1", "\uD83C\uDFE0", "-"})
    void deliversToUnusualAddressesAllTheSame(String place) {
        var offer = fixture.onSale(shop, 10, 5);

        var answer = shop.as(fixture.shopper())
                .with("Idempotency-Key", "unusual-address")
                .post("/api/v1/offers/" + offer + "/purchases", wanted(1, place));

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(202);
    }

    private void assertSame(ApiClient client, String offer, int units) {
        var key = UUID.randomUUID().toString();
        var express = client.as(fixture.shopper()).buy(offer, units, key);
        var longWay = thatGoesTheLongWay(client.as(fixture.shopper())).buy(offer, units, key);

        assertThat(express.status()).isBetween(400, 499);
        assertThat(said(express)).isEqualTo(said(longWay));
    }

    private static ApiClient.Answer onceTooOften(ApiClient client, String offer) {
        return await().atMost(Duration.ofSeconds(10))
                .until(() -> client.buy(offer, 1, "again"), answer -> answer.status() == 429);
    }

    private static Map<String, Object> wanted(int units, String address) {
        return Map.of("units", units, "address", address);
    }

    /** A request is measured after its answer is out: those of the test before may still be under way. */
    private long measuredWhenAllAreThrough() {
        var seen = new AtomicLong(-1);
        await().pollInterval(Duration.ofMillis(300)).until(() -> {
            var now = measuredBySpring();
            return seen.getAndSet(now) == now;
        });
        return seen.get();
    }

    private long measuredBySpring() {
        return meters.find("http.server.requests").tag("uri", "/api/v1/offers/{offerId}/purchases").timers().stream()
                .mapToLong(Timer::count)
                .sum();
    }
}
