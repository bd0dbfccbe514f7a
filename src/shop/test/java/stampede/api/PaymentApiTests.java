package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.api.ApiClient.Answer;
import stampede.payment.Refunds;

/** Paying and getting money back, as a client program sees it, at the local Alipay. */
@StampedeTest
class PaymentApiTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "api-operator", Role.OPERATOR);

    private final LocalAlipay alipay = LocalAlipay.shared();

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Refunds refunds;

    private ApiClient shop;
    private ApiClient shopper;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
        shopper = shop.as(fixture.shopper());
    }

    @Test
    void anOrderIsPaidInABrowserAndItsMoneyComesBackInParts() {
        var order = order();
        var begun = pay(order, "PAGE");
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.text("channel")).isEqualTo("PAGE");
        assertThat(begun.body().has("orderString")).isFalse();
        assertThat(begun.text("html")).contains("<form").contains("method=\"post\"");
        assertThat(Instant.parse(begun.text("payBy"))).isAfter(Instant.now());

        alipay.pay(URI.create(begun.text("redirectUrl")));

        var paid = awaitStatus(order, "PAID");
        assertThat(Instant.parse(paid.text("paidAt"))).isBeforeOrEqualTo(Instant.now());
        assertThat(paid.body().path("refunds")).isEmpty();
        assertThat(paid.body().path("refundedFen").asLong()).isZero();
        assertThat(paid.body().path("refundableFen").asLong()).isEqualTo(1990);

        var asked = ask(order, 490, "One cup was broken");
        assertThat(asked.status()).as("%s", asked.body()).isEqualTo(202);
        assertThat(asked.header("Location")).isEqualTo(order);
        assertThat(asked.text("state")).isEqualTo("ASKED");
        assertThat(ask(order, 490, "One cup was broken").text("requestNo"))
                .as("the same, sent again")
                .isEqualTo(asked.text("requestNo"));
        assertThat(ask(order, 1_500, "").text("reason")).isEqualTo("REFUND_OPEN");

        refunds.approve(OPERATOR, asked.text("requestNo"));
        var partly = awaitRefunded(order, 490);
        assertThat(partly.text("status")).isEqualTo("PAID");
        assertThat(partly.body().path("refundableFen").asLong()).isEqualTo(1500);
        assertThat(partly.body().at("/refunds/0/words").asString()).isEqualTo("One cup was broken");
        assertThat(Instant.parse(partly.body().at("/refunds/0/doneAt").asString()))
                .isBeforeOrEqualTo(Instant.now());

        var rest = ask(order, 1_500, "");
        refunds.approve(OPERATOR, rest.text("requestNo"));
        awaitRefunded(order, 1_990);
        assertThat(awaitStatus(order, "REFUNDED").body().path("refundableFen").asLong())
                .isZero();
        assertThat(ask(order, 1, "").text("reason")).isEqualTo("NOT_REFUNDABLE");
    }

    @Test
    void anAppPaysWithAnOrderString() {
        var order = order();
        var begun = pay(order, "APP");
        assertThat(begun.status()).isEqualTo(201);
        assertThat(begun.body().propertyNames()).containsExactlyInAnyOrder("channel", "orderString", "payBy");

        alipay.pay(begun.text("orderString"));

        awaitStatus(order, "PAID");
        assertThat(shopper.get("/api/v1/orders").body().at("/items/0/paidAt").isString())
                .as("told in lists too")
                .isTrue();
    }

    @Test
    void aRefundThatIsDeclinedSaysWhy() {
        var order = paid();
        var asked = ask(order, 1_990, "I do not like green");

        refunds.decline(OPERATOR, asked.text("requestNo"), "It is as the picture shows it");

        var told = shopper.get(order).body();
        assertThat(told.at("/refunds/0/state").asString()).isEqualTo("DECLINED");
        assertThat(told.at("/refunds/0/answer").asString()).isEqualTo("It is as the picture shows it");
        assertThat(told.path("refundableFen").asLong()).isEqualTo(1990);
        assertThat(told.path("status").asString()).isEqualTo("PAID");
    }

    @Test
    void whatIsPaidOrEndingCannotBePaidAgain() {
        var paid = paid();
        var cancelled = order();
        shopper.post(cancelled + "/cancellation", Map.of());

        for (var order : List.of(paid, cancelled)) {
            var refused = pay(order, "PAGE");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("reason")).isEqualTo("NOT_PAYABLE");
        }
    }

    @Test
    void anOrderThatIsNotPaidHasNoMoneyToAskBack() {
        var refused = ask(order(), 1, "");

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("reason")).isEqualTo("NOT_REFUNDABLE");
    }

    @Test
    void noMoreCanBeAskedBackThanWasPaid() {
        var order = paid();

        for (var fen : List.of(1_991L, 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE)) {
            var refused = ask(order, fen, "");
            assertThat(refused.status()).as("%s fen", fen).isEqualTo(422);
            assertThat(refused.text("reason")).isEqualTo("BAD_REFUND_AMOUNT");
        }
        assertThat(shopper.get(order).body().path("refunds")).isEmpty();
    }

    @Test
    void nobodyPaysOrAsksForTheMoneyOfOthers() {
        var order = paid();
        var stranger = shop.as(fixture.shopper());

        assertThat(stranger.post(order + "/payments", Map.of("channel", "PAGE")).status())
                .isEqualTo(404);
        assertThat(stranger.post(order + "/refunds", Map.of("amountFen", 1)).status())
                .isEqualTo(404);
        assertThat(shop.post(order + "/payments", Map.of("channel", "PAGE")).status())
                .isEqualTo(401);
        assertThat(shop.post(order + "/refunds", Map.of("amountFen", 1)).status())
                .isEqualTo(401);
        assertThat(shopper.get(order).body().path("refunds")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "{\"channel\":null}", "{\"channel\":\"CASH\"}", "{\"channel\":\"\"}", "[]", "no"})
    void aWayToPayThatThereIsNotIsABadRequest(String body) {
        var answer = shopper.postText(order() + "/payments", "application/json", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("reason")).isEqualTo("INVALID_REQUEST");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"amountFen\":null}",
                "{\"amountFen\":\"some\"}",
                "{\"amountFen\":99999999999999999999}",
                "{\"amountFen\":1,\"words\":\"a\\u0000b\"}"
            })
    void aRefundThatCannotBeReadIsABadRequest(String body) {
        var answer = shopper.postText(order() + "/refunds", "application/json", body);

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.text("reason")).isEqualTo("INVALID_REQUEST");
        assertThat(answer.body().path("errors")).isNotEmpty();
    }

    private String paid() {
        var order = order();
        alipay.pay(URI.create(pay(order, "PAGE").text("redirectUrl")));
        awaitStatus(order, "PAID");
        return order;
    }

    /** The path of a new order that awaits payment. */
    private String order() {
        var offer = fixture.onSale(shop, 1, 1);
        var place = shopper.buy(offer, 1, UUID.randomUUID().toString()).header("Location");
        return "/api/v1/orders/"
                + await().atMost(Duration.ofSeconds(30))
                        .until(
                                () -> shopper.get(place),
                                progress -> progress.text("status").equals("PLACED"))
                        .text("orderId");
    }

    private Answer pay(String order, String channel) {
        return shopper.post(order + "/payments", Map.of("channel", channel));
    }

    private Answer ask(String order, long fen, String words) {
        return shopper.post(order + "/refunds", Map.of("amountFen", fen, "words", words));
    }

    private Answer awaitStatus(String order, String status) {
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> shopper.get(order), answer -> answer.text("status").equals(status));
    }

    private Answer awaitRefunded(String order, long fen) {
        return await().atMost(Duration.ofSeconds(60))
                .until(
                        () -> shopper.get(order),
                        answer -> answer.body().path("refundedFen").asLong() == fen);
    }
}
