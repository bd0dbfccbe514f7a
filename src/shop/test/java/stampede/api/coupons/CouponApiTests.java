package stampede.api.coupons;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.api.coupons.CouponFixture.claim;
import static stampede.api.coupons.CouponFixture.claimed;
import static stampede.api.coupons.CouponFixture.onOffer;
import static stampede.api.coupons.CouponFixture.tenOff;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.coupon.CouponCodes;
import stampede.testing.Proof;
import tools.jackson.databind.JsonNode;

/** Coupons as JSON: offered, had, used, stopped, and what is refused by name. */
@StampedeTest
class CouponApiTests {

    private static final String MINE = "/api/v1/seller/coupons";
    private static final String USES = "/api/v1/seller/coupon-uses";

    @LocalServerPort
    private int port;

    @Autowired
    private CouponFixture fixture;

    private ApiClient shop;
    private ApiClient seller;

    @BeforeEach
    void signIn() {
        shop = new ApiClient(port);
        seller = fixture.as(shop, fixture.seller());
    }

    @Test
    void isOfferedHadAndUsed() {
        var published = seller.post(MINE, tenOff(3));
        assertThat(published.status()).as("%s", published.body()).isEqualTo(201);
        var coupon = published.text("couponId");
        assertThat(published.header("Location")).isEqualTo(MINE + "/" + coupon);
        assertThat(published.text("state")).isEqualTo("OPEN");
        assertThat(toBeHad(coupon).path("description").asString()).isEqualTo("For <all> teapots");
        assertThat(toBeHad(coupon).path("faceFen").asInt()).isEqualTo(1000);

        var shopper = fixture.shopper(shop);
        var had = claimed(shopper, coupon);

        assertThat(had.text("code")).matches("\\S{4}-\\S{4}-\\S{4}");
        assertThat(had.text("state")).isEqualTo("UNUSED");
        assertThat(had.header("Location")).startsWith("/api/v1/purchases/");
        assertThat(Duration.between(instant(had, "takenAt"), instant(had, "validUntil")))
                .isEqualTo(Duration.ofDays(30));
        var mine = shopper.get("/api/v1/me/coupons");
        assertThat(mine.body().path("total").asInt()).isEqualTo(1);
        assertThat(mine.body().path("items").path(0)).isEqualTo(had.body());
        assertThat(figures(seller.get(MINE + "/" + coupon).body())).containsExactly(3, 2, 1, 0);

        var used = seller.post(USES, Map.of("code", had.text("code").toLowerCase(Locale.ROOT)));

        assertThat(used.status()).as("%s", used.body()).isEqualTo(200);
        assertThat(used.text("state")).isEqualTo("USED");
        assertThat(used.body().has("code")).isFalse();
        assertRefused(seller.post(USES, Map.of("code", had.text("code"))), 409, "COUPON_USED");
        assertThat(figures(seller.get(MINE).body().path("items").path(0))).containsExactly(3, 2, 1, 1);
        assertThat(shopper.get("/api/v1/me/coupons").body().at("/items/0/state").asString())
                .isEqualTo("USED");
    }

    @Test
    void theSameKeyGivesTheSameCouponAndNobodyHasTwo() {
        var coupon = onOffer(seller, 5);
        var shopper = fixture.shopper(shop);
        var first = claimed(shopper, coupon);

        assertRefused(claim(shopper, coupon, "another"), 409, "ALREADY_BOUGHT");
        assertThat(shopper.get("/api/v1/me/coupons").body().path("total").asInt())
                .isEqualTo(1);

        var other = fixture.shopper(shop);
        claimed(other, coupon);
        var again = fixture.shopper(shop);
        var key = "mine";
        var one = claim(again, coupon, key);
        assertThat(one.status()).isEqualTo(201);
        assertThat(claim(again, coupon, key).text("code"))
                .isEqualTo(one.text("code"))
                .isNotEqualTo(first.text("code"));
    }

    @Test
    void whoMayNotIsToldSo() {
        var coupon = onOffer(seller, 1);

        assertRefused(claim(shop, coupon, "key"), 401, "NOT_SIGNED_IN");
        assertRefused(claim(seller, coupon, "key"), 403, "SHOPPERS_ONLY");
        assertRefused(fixture.shopper(shop).get(MINE), 403, "FORBIDDEN");
        assertRefused(fixture.shopper(shop).post(USES, Map.of("code", "x")), 403, "FORBIDDEN");
        assertRefused(claim(fixture.shopper(shop), "7", "key"), 404, "UNKNOWN_OFFER");
        assertRefused(claim(fixture.shopper(shop), "x", "key"), 404, "UNKNOWN_OFFER");
        assertRefused(
                fixture.shopper(shop).post("/api/v1/coupons/" + coupon + "/claims", Map.of()), 400, "INVALID_REQUEST");
        claimed(fixture.shopper(shop), coupon);
        assertRefused(claim(fixture.shopper(shop), coupon, "key"), 409, "SOLD_OUT");
    }

    @Test
    void anothersCouponsAreNotThere() {
        var coupon = onOffer(seller, 1);
        var code = claimed(fixture.shopper(shop), coupon).text("code");
        var other = fixture.as(shop, fixture.seller());

        assertRefused(other.get(MINE + "/" + coupon), 404, "NO_SUCH_COUPON_OFFER");
        assertRefused(
                other.post(MINE + "/" + coupon + "/stop", Map.of("reason", "not mine")), 404, "NO_SUCH_COUPON_OFFER");
        assertRefused(other.post(USES, Map.of("code", code)), 404, "NO_SUCH_COUPON");
        assertThat(other.get(MINE).body().path("total").asInt()).isZero();
    }

    @Test
    void isStoppedForGood() {
        var coupon = onOffer(seller, 5);
        var code = claimed(fixture.shopper(shop), coupon).text("code");

        assertRefused(seller.post(MINE + "/" + coupon + "/stop", Map.of("reason", "no")), 422, "BAD_REASON");
        var stopped = seller.post(MINE + "/" + coupon + "/stop", Map.of("reason", "The season is over"));

        assertThat(stopped.status()).as("%s", stopped.body()).isEqualTo(200);
        assertThat(stopped.text("state")).isEqualTo("STOPPED");
        assertRefused(claim(fixture.shopper(shop), coupon, "late"), 409, "ENDED");
        assertThat(seller.post(USES, Map.of("code", code)).status()).isEqualTo(200);
    }

    @Test
    void whatMakesNoSenseIsRefusedByName() {
        assertThat(problem("name", " ")).isEqualTo("BAD_COUPON_NAME");
        assertThat(problem("name", "x".repeat(61))).isEqualTo("BAD_COUPON_NAME");
        assertThat(problem("description", "x".repeat(201))).isEqualTo("BAD_COUPON_DESCRIPTION");
        assertThat(problem("faceFen", 0)).isEqualTo("BAD_FACE_VALUE");
        assertThat(problem("faceFen", -1)).isEqualTo("INVALID_REQUEST");
        assertThat(problem("minimumSpendFen", 100_000_001)).isEqualTo("BAD_MINIMUM_SPEND");
        assertThat(problem("amount", 0)).isEqualTo("BAD_AMOUNT");
        assertThat(problem("until", "2020-01-01T00:00:00Z")).isEqualTo("BAD_COUPON_WINDOW");
        assertThat(problem("until", "tomorrow")).isEqualTo("INVALID_REQUEST");
        assertThat(problem("validDays", 367)).isEqualTo("BAD_VALIDITY");
        assertThat(problem("colour", "red")).isEqualTo("INVALID_REQUEST");
        var taken = tenOff(1);
        assertThat(seller.post(MINE, taken).status()).isEqualTo(201);
        assertRefused(seller.post(MINE, taken), 409, "COUPON_NAME_TAKEN");
    }

    /** At the counter many try the same code. */
    @Test
    void aCodeIsUsedOnceOfAHundredTries() throws Exception {
        var coupon = onOffer(seller, 1);
        var code = claimed(fixture.shopper(shop), coupon).text("code");
        Callable<ApiClient.Answer> till = () -> seller.post(USES, Map.of("code", code));

        var answers = new ArrayList<ApiClient.Answer>();
        var threads = Executors.newFixedThreadPool(100);
        try {
            for (var answer : threads.invokeAll(
                    IntStream.range(0, 100).mapToObj(i -> till).toList())) {
                answers.add(answer.get());
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(answers).filteredOn(answer -> answer.status() == 200).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 200)
                .allMatch(answer -> answer.text("reason").equals("COUPON_USED")
                        || answer.text("reason").equals("TOO_MANY_CODES"));
        assertThat(figures(seller.get(MINE + "/" + coupon).body())).containsExactly(1, 0, 1, 1);
        Proof.print(
                "100 tries of one code: %d used it, %d were told that it was used, %d to wait",
                answers.stream().filter(answer -> answer.status() == 200).count(),
                answers.stream().filter(answer -> answer.status() == 409).count(),
                answers.stream().filter(answer -> answer.status() == 429).count());
    }

    @Test
    void nobodyFindsCodesByTrying() {
        for (var wrong : CouponCodes.random(20)) {
            assertRefused(seller.post(USES, Map.of("code", wrong)), 404, "NO_SUCH_COUPON");
        }

        var limited = seller.post(USES, Map.of("code", "not even a code"));

        assertRefused(limited, 429, "TOO_MANY_CODES");
        assertThat(Integer.parseInt(limited.header("Retry-After"))).isBetween(1, 60);
        assertRefused(seller.post(USES, Map.of("code", "x".repeat(65))), 400, "INVALID_REQUEST");
        assertRefused(
                fixture.as(shop, fixture.seller()).post(USES, Map.of("code", "not a code")), 404, "NO_SUCH_COUPON");
    }

    private String problem(String field, Object value) {
        var wanted = tenOff(1);
        wanted.put(field, value);
        var answer = seller.post(MINE, wanted);
        assertThat(answer.status()).as("%s %s", field, answer.body()).isIn(400, 422);
        assertThat(answer.type()).startsWith("application/problem+json");
        return answer.text("reason");
    }

    private JsonNode toBeHad(String coupon) {
        var all = shop.get("/api/v1/coupons?size=100").body();
        var pages = (all.path("total").asInt() + 99) / 100;
        return IntStream.range(0, pages)
                .mapToObj(page -> shop.get("/api/v1/coupons?size=100&page=" + page))
                .flatMap(answer ->
                        StreamSupport.stream(answer.body().path("items").spliterator(), false))
                .filter(item -> item.path("couponId").asString().equals(coupon))
                .findFirst()
                .orElseThrow();
    }

    private static List<Integer> figures(JsonNode coupon) {
        return List.of(
                coupon.path("amount").asInt(),
                coupon.path("left").asInt(),
                coupon.path("given").asInt(),
                coupon.path("used").asInt());
    }

    private static Instant instant(ApiClient.Answer answer, String field) {
        return Instant.parse(answer.text(field));
    }

    private static void assertRefused(ApiClient.Answer answer, int status, String reason) {
        assertThat(answer.text("reason")).as("%s", answer.body()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(status);
    }
}
