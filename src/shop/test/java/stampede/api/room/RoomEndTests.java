package stampede.api.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.room.RoomOpening;
import stampede.sale.SaleStop;
import stampede.sale.SaleUnits;
import stampede.sale.SaleWithdrawal;
import stampede.testing.Apart;

/** How a waiting room ends: not while a unit may come back, and then for everybody. */
@Apart
@StampedeTest
class RoomEndTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String WHY = "As the shop wants it";

    private final LocalAlipay alipay = LocalAlipay.shared();

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private SaleUnits units;

    @Autowired
    private SaleStop stopping;

    @Autowired
    private SaleWithdrawal withdrawal;

    private ApiClient shop;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
    }

    @Test
    void isOverOnceAllIsPaidAndGoesOnIfUnitsAreAdded() {
        var offer = open(Duration.ofSeconds(6), Duration.ofHours(1));
        var buyers = fixture.shoppers(3).stream().map(shop::as).toList();
        var late = joined(shop.as(fixture.shopper()), offer);
        var waiting = buyers.stream().map(buyer -> joined(buyer, offer)).toList();
        assertThat(state(offer).text("mode")).isEqualTo("GATHERING");
        var two = bought(waiting.get(0), offer, 2);
        var twoMore = bought(waiting.get(1), offer, 2);
        var one = bought(waiting.get(2), offer, 1);
        await("all are reserved").atMost(PATIENCE).until(() -> unpaid(offer) == 5);
        assertThat(state(offer).text("mode")).isEqualTo("SERVING");
        assertThat(state(offer).body().path("left").asInt(-1)).isZero();
        assertThat(state(offer).body().path("epoch").asInt()).isPositive();
        assertThat(late.get(queue(offer)).text("stage")).isNotEqualTo("OVER");

        pay(buyers.get(0), two);
        pay(buyers.get(1), twoMore);
        await().atMost(PATIENCE).until(() -> unpaid(offer) == 1);
        assertThat(state(offer).text("mode")).as("one may come back").isEqualTo("SERVING");
        assertThat(buyers.get(2)
                        .send("POST", one + "/cancellation", BodyPublishers.noBody())
                        .status())
                .isEqualTo(200);
        await("it came back")
                .atMost(PATIENCE)
                .until(() -> state(offer).body().path("left").asInt(-1) == 1);
        assertThat(state(offer).body().path("unpaid").isNull()).isTrue();

        pay(buyers.get(2), bought(waiting.get(2), offer, 1));
        await().atMost(PATIENCE).until(() -> state(offer).text("mode").equals("OVER"));
        assertThat(unpaid(offer)).isZero();
        assertThat(state(offer).body().path("serving").asBoolean()).isFalse();
        var told = late.get(queue(offer));
        assertThat(told.text("stage")).isEqualTo("OVER");
        assertThat(told.body().path("place").asInt()).as("as it was drawn").isPositive();
        assertThat(told.header("Retry-After")).isEmpty();
        assertRefused(late.post(queue(offer) + "/pass", ""), "ROOM_OVER");
        assertRefused(shop.as(fixture.shopper()).post(queue(offer), ""), "ROOM_OVER");
        assertRefused(shop.as(fixture.shopper()).buy(offer, 1, "without"), "SOLD_OUT");

        var id = OfferId.of(offer);
        units.add(OPERATOR, id, 1, units.look(id).orElseThrow().version(), WHY);
        await("it goes on")
                .atMost(PATIENCE)
                .until(() -> late.get(queue(offer)).text("stage").equals("YOUR_TURN"));
        assertThat(bought(late, offer, 1)).isNotBlank();
    }

    @Test
    void isOverWhenTheSaleIsStoppedThoughUnitsAreLeft() {
        var offer = open(Duration.ofSeconds(6), Duration.ofHours(1));
        var shopper = joined(shop.as(fixture.shopper()), offer);
        await().atMost(PATIENCE).until(() -> state(offer).body().path("serving").asBoolean());

        stopping.stop(OPERATOR, OfferId.of(offer), WHY);

        await().atMost(PATIENCE)
                .until(() -> shopper.get(queue(offer)).text("stage").equals("OVER"));
        assertThat(state(offer).text("mode")).isEqualTo("OVER");
        assertThat(state(offer).body().path("left").asInt()).isEqualTo(5);
        assertRefused(shop.as(fixture.shopper()).buy(offer, 1, "without"), "ENDED");
    }

    @Test
    void isOverBeforeTheDrawWhenTheOfferIsWithdrawn() {
        var offer = open(Duration.ofHours(1), Duration.ofHours(2));
        var shopper = joined(shop.as(fixture.shopper()), offer);

        withdrawal.withdraw(OPERATOR, OfferId.of(offer), WHY);

        var told = await().atMost(PATIENCE)
                .until(
                        () -> shopper.get(queue(offer)),
                        place -> place.text("stage").equals("OVER"));
        assertThat(told.body().path("place").isNull()).isTrue();
        assertThat(state(offer).body().path("seed").isNull())
                .as("nothing was drawn")
                .isTrue();
    }

    @Test
    void tellsWhoWaitedThatTheSaleEndedByItself() {
        var offer = open(Duration.ofSeconds(6), Duration.ofSeconds(12));
        var shopper = joined(shop.as(fixture.shopper()), offer);

        await().atMost(PATIENCE)
                .until(() -> shopper.get(queue(offer)).text("stage").equals("OVER"));
        assertRefused(shop.as(fixture.shopper()).buy(offer, 1, "without"), "ENDED");
    }

    private String open(Duration opensIn, Duration closesIn) {
        var now = Instant.now();
        var offer = fixture.inWindow(new SaleWindow(now.plus(opensIn), now.plus(closesIn)));
        await().atMost(PATIENCE).until(() -> shop.get("/api/v1/offers/" + offer).status() == 200);
        opening.open(OPERATOR, OfferId.of(offer), "");
        await().atMost(PATIENCE).until(() -> state(offer).status() == 200);
        return offer;
    }

    private static ApiClient joined(ApiClient shopper, String offer) {
        var ticket =
                await().atMost(PATIENCE).until(() -> shopper.post(queue(offer), ""), answer -> answer.status() == 200);
        return shopper.with("Waiting-Room-Ticket", ticket.text("ticket"));
    }

    /** The path of the order. */
    private static String bought(ApiClient shopper, String offer, int units) {
        var pass = await().atMost(PATIENCE)
                .until(() -> shopper.post(queue(offer) + "/pass", ""), turn -> turn.status() == 200);
        var with = shopper.with("Waiting-Room-Pass", pass.text("pass"));
        var key = UUID.randomUUID().toString();
        var purchase =
                await().atMost(PATIENCE).until(() -> with.buy(offer, units, key), answer -> answer.status() == 202);
        return "/api/v1/orders/"
                + await().atMost(PATIENCE)
                        .until(
                                () -> shopper.get(purchase.header("Location")),
                                progress -> progress.text("status").equals("PLACED"))
                        .text("orderId");
    }

    private void pay(ApiClient shopper, String order) {
        alipay.pay(shopper.post(order + "/payments", Map.of("channel", "APP")).text("orderString"));
        await().atMost(PATIENCE).until(() -> shopper.get(order).text("status").equals("PAID"));
    }

    private int unpaid(String offer) {
        return state(offer).body().path("unpaid").asInt(-1);
    }

    private ApiClient.Answer state(String offer) {
        return shop.get(queue(offer) + "/state");
    }

    private static String queue(String offer) {
        return "/api/v1/offers/" + offer + "/queue";
    }

    private static void assertRefused(ApiClient.Answer answer, String reason) {
        assertThat(answer.text("reason")).as("%s", answer.body()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(409);
    }
}
