package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipay.Trade;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.testing.Apart;
import tools.jackson.databind.JsonNode;

/**
 * The shop ends by {@code kill -9} in the middle of four payments, each where that hurts most, and is started again: each yuan
 * and each unit must be where it belongs. It dies once for all of them, because every start costs seconds.
 */
@Apart
class PaymentKillTests {

    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final Duration TOO_LONG = Duration.ofMinutes(2);
    private static final int FEN = 1_990;

    private static final LocalAlipay alipay = LocalAlipay.shared();

    private static OwnServers servers;
    private static ShopProcess shop;
    private static ShopClient shopper;
    private static String offer;

    private static String goingBack;
    private static String closing;
    private static String booked;
    private static String paidMeanwhile;

    @BeforeAll
    static void killAndStartAgain(@TempDir Path directory) {
        servers = OwnServers.empty("stampede_killed", 5);
        shop = new ShopProcess(directory, settings());
        // Or the order that stays closing would be closed by the poller before the shop dies.
        shop.start("--stampede.order.poll-every=1h");
        shopper = as("shopper");
        offer = onSale();

        paidMeanwhile = buys();
        var page = goesToPay(paidMeanwhile);
        closing = buys();
        endsUpBetweenClosingAndClosed();
        booked = buys();
        endsUpBetweenCommitAndSuccess();
        goingBack = buys();
        endsUpBetweenRefundAndRecord();

        shop.kill();
        assertThat(servers.count("refund where order_id = " + goingBack + " and state = 'DUE'"))
                .isEqualTo(1);
        assertThat(servers.count("orders where id = " + closing + " and status = 'CLOSING'"))
                .isEqualTo(1);
        assertThat(isAcknowledged(booked)).isFalse();
        alipay.pay(page);
        await().atMost(PATIENCE).until(() -> wasSent(paidMeanwhile));
        shop.speakAgain();
        shop.start("--stampede.order.poll-every=1s");
    }

    /** Somebody paid for an order that had closed; Alipay has paid it back, and the shop will never hear the answer. */
    private static void endsUpBetweenRefundAndRecord() {
        var page = goesToPay(goingBack);
        cancel(goingBack);
        awaitStatus(goingBack, "CLOSED");
        alipay.switchOn(unanswered("alipay.trade.refund", goingBack));
        alipay.pay(page);
        await().atMost(PATIENCE).until(() -> trade(goingBack).paidBackFen() == FEN);
    }

    /** Alipay has closed the trade, and the shop will never hear the answer. */
    private static void endsUpBetweenClosingAndClosed() {
        alipay.open(goesToPay(closing));
        alipay.switchOn(unanswered("alipay.trade.close", closing));
        var cancelling = CompletableFuture.runAsync(() -> cancel(closing));
        await().atMost(PATIENCE).until(() -> trade(closing).status().equals("TRADE_CLOSED"));
        assertThat(cancelling).isNotDone();
    }

    /** The shop has booked the payment, and Alipay will never hear {@code success}. */
    private static void endsUpBetweenCommitAndSuccess() {
        var page = goesToPay(booked);
        shop.fallSilent();
        alipay.pay(page);
        await().atMost(PATIENCE)
                .until(() -> servers.count("orders where id = " + booked + " and status = 'PAID'") == 1);
    }

    @AfterAll
    static void stop() {
        shop.close();
        servers.close();
    }

    @Test
    void moneyOnItsWayBackWentBackOnce() {
        awaitStatus(goingBack, "REFUNDED");
        assertThat(trade(goingBack).refunds()).hasSize(1);
        assertThat(trade(goingBack).paidBackFen()).isEqualTo(FEN);
        assertThat(order(goingBack).path("refundedFen").asInt()).isEqualTo(FEN);
        assertThat(order(goingBack).path("refunds").size()).isEqualTo(1);
    }

    @Test
    void anOrderThatWasClosingIsClosed() {
        awaitStatus(closing, "CLOSED");
        assertThat(trade(closing).paid()).isFalse();
    }

    @Test
    void aPaymentWhoseSuccessWasNeverSaidIsBookedOnce() {
        await().atMost(PATIENCE).until(() -> isAcknowledged(booked));
        awaitStatus(booked, "PAID");
        assertPaidOnce(booked);
    }

    @Test
    void aPaymentMadeWhileTheShopWasAwayIsBookedOnce() {
        awaitStatus(paidMeanwhile, "PAID");
        assertPaidOnce(paidMeanwhile);
    }

    @Test
    void theUnitsOfTheTwoUnpaidOrdersAreOnSaleAgain() {
        var operator = as("operator");
        await().atMost(PATIENCE).untilAsserted(() -> {
            assertThat(servers.count("orders where offer_id = " + offer + " and holds_units = 1"))
                    .isEqualTo(2);
            var books = operator.get("/api/ops/books/" + offer);
            assertThat(books.path("ok").asBoolean()).as("%s", books).isTrue();
        });
    }

    private static List<String> settings() {
        var settings = new ArrayList<>(servers.settings());
        alipay.settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        settings.addAll(List.of(
                "--spring.profiles.active=demo",
                "--springdoc.api-docs.enabled=false",
                "--springdoc.swagger-ui.enabled=false",
                "--stampede.payment.refund-again=1s",
                "--stampede.payment.refund-ask-after=1s",
                "--stampede.payment.refund-lease=5s"));
        return settings;
    }

    private static ShopClient as(String username) {
        return new ShopClient(shop.address()).as(username);
    }

    private static String onSale() {
        return as("operator")
                .post(
                        "/api/ops/offers",
                        Map.of("name", "Celadon teapot", "priceFen", FEN, "units", 10, "limitPerShopper", 5))
                .path("offerId")
                .asString();
    }

    /** Tries until the offer is in Redis. */
    private static String buys() {
        var key = UUID.randomUUID().toString();
        var purchase = await().ignoreExceptions().atMost(PATIENCE).until(() -> shopper.buy(offer, key), id -> true);
        return await().atMost(PATIENCE)
                .until(
                        () -> shopper.get("/api/v1/purchases/" + purchase)
                                .path("orderId")
                                .asString(""),
                        id -> !id.isEmpty());
    }

    private static URI goesToPay(String order) {
        var payment = shopper.post("/api/v1/orders/" + order + "/payments", Map.of("channel", "PAGE"));
        return URI.create(payment.path("redirectUrl").asString());
    }

    private static void cancel(String order) {
        shopper.post("/api/v1/orders/" + order + "/cancellation", Map.of());
    }

    private static JsonNode order(String order) {
        return shopper.get("/api/v1/orders/" + order);
    }

    private static void awaitStatus(String order, String status) {
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(order(order).path("status").asString()).isEqualTo(status));
    }

    private static void assertPaidOnce(String order) {
        assertThat(servers.count("payment where order_id = " + order)).isEqualTo(1);
        assertThat(servers.count("refund where order_id = " + order)).isZero();
    }

    private static LocalAlipayFault unanswered(String method, String order) {
        return LocalAlipayFault.answerLost(TOO_LONG).of(method).forOrder(order).times(1);
    }

    private static Trade trade(String order) {
        return alipay.trades(order).get(0);
    }

    private static boolean wasSent(String order) {
        return alipay.notifications(order).stream()
                .anyMatch(notification -> !notification.sends().isEmpty());
    }

    private static boolean isAcknowledged(String order) {
        return alipay.notifications(order).stream()
                .anyMatch(notification -> notification.state().equals("ACCEPTED"));
    }
}
