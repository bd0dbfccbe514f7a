package stampede.storefront.order;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.storefront.PageClient.page;

import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.MessageSource;
import stampede.counter.StockView.Gate;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.Payment;
import stampede.payment.PaymentRefusal;
import stampede.payment.PaymentRefused;
import stampede.purchase.PurchaseProgress;
import stampede.refund.Refund;
import stampede.storefront.PageClient;
import stampede.storefront.StandInMoney;
import stampede.storefront.StandInShop;
import stampede.storefront.StorefrontTest;

/** What the pages answer where money goes in or back. */
@StorefrontTest
class MoneyPagesTests {

    @Autowired
    private StandInShop shop;

    @Autowired
    private StandInMoney money;

    @Autowired
    private MessageSource messages;

    @LocalServerPort
    private int port;

    private PageClient web;

    @BeforeEach
    void connect() {
        web = new PageClient(port);
    }

    @AfterEach
    void refuseNobody() {
        money.refusal = null;
    }

    @Test
    void thePayButtonBeginsThePaymentAndLeadsToAlipay() {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        var button = page(web.get("/orders/" + order)).expectFirst("form.pay");
        assertThat(button.text()).contains("¥19.90").contains("Alipay");

        var answer = web.post(button.attr("action"), Map.of());

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(money.begun).contains(order);
        var leaving = page(web.get(answer.headers().firstValue("Location").orElseThrow()));
        assertThat(leaving.select("meta[http-equiv=refresh]").attr("content"))
                .isEqualTo("0;url=" + StandInMoney.ALIPAY);
        assertThat(leaving.select("a.button[href='" + StandInMoney.ALIPAY + "']"))
                .as("for browsers that follow no refresh")
                .hasSize(1);
    }

    @Test
    void anOrderJustBoughtCanBePaidAtOnce() {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        var purchase = shop.purchase(shop.find(order).orElseThrow().offer());
        shop.progress.put(purchase, new PurchaseProgress.Placed(order));

        assertThat(page(web.get("/purchases/" + purchase)).select("form.pay").attr("action"))
                .isEqualTo("/orders/" + order + "/payment");
    }

    /** Whoever only opens the address, such as by a link from elsewhere, has not begun to pay. */
    @Test
    void lookingAtTheWayToAlipayBeginsNothingAndLeadsToTheOrder() {
        var order = order(OrderStatus.AWAITING_PAYMENT);

        var answer = web.get("/orders/" + order + "/payment");

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/orders/" + order);
        assertThat(money.begun).doesNotContain(order);
    }

    @ParameterizedTest
    @EnumSource(
            value = OrderStatus.class,
            names = {"AWAITING_PAYMENT", "REJECTED", "ABANDONED"},
            mode = EnumSource.Mode.EXCLUDE)
    void whatIsNotToBePaidHasNoPayButtonAndLeadsNowhere(OrderStatus status) {
        var order = order(status);

        assertThat(page(web.get("/orders/" + order)).select("form.pay")).isEmpty();
        assertThat(web.get("/orders/" + order + "/payment")
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("/orders/" + order);
        var pressed = web.post("/orders/" + order + "/payment", Map.of());
        assertThat(pressed.statusCode()).isEqualTo(409);
        assertThat(page(pressed).select("[role=alert]").text()).startsWith("This order can no longer be paid");
        assertThat(page(pressed).select(".status").attr("data-status")).isEqualTo(status.name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"payment", "refunds"})
    void nobodyPaysOrAsksForTheMoneyOfOthers(String what) {
        var order = order(OrderStatus.AWAITING_PAYMENT);

        assertThat(web.post("/orders/" + order + "/" + what, Map.of("amount", "1"), "Cookie", "as=8")
                        .statusCode())
                .isEqualTo(404);
        assertThat(web.get("/orders/" + order + "/payment", "Cookie", "as=8").statusCode())
                .isEqualTo(404);
        assertThat(web.get(returned(order), "Cookie", "as=8").statusCode()).isEqualTo(404);
        assertThat(money.begun).doesNotContain(order);
        assertThat(money.asked).doesNotContain(order);
    }

    @Test
    void whoComesBackBeforeTheNotificationIsPaidBecauseAlipayIsAsked() {
        var order = order(OrderStatus.AWAITING_PAYMENT);
        money.paidAtAlipay.add(order);

        var back = page(web.get(returned(order) + "&total_amount=0.01&sign=forged&trade_no=1"));

        assertThat(back.select("#returned").attr("data-status")).isEqualTo("PAID");
        assertThat(back.select("h1").text()).isEqualTo("Paid");
        assertThat(back.select("#returned[data-poll]")).isEmpty();
        assertThat(back.select("a[href='/orders/" + order + "']")).hasSize(1);
    }

    @Test
    void whoWalkedAwayCanTryAgainAndThePageKeepsLooking() {
        var order = order(OrderStatus.AWAITING_PAYMENT);

        var back = page(web.get(returned(order)));

        assertThat(back.select("h1").text()).isEqualTo("No payment has arrived yet");
        assertThat(back.select("form.pay").attr("action")).isEqualTo("/orders/" + order + "/payment");
        assertThat(back.select("noscript").outerHtml()).contains("http-equiv=\"refresh\"");
        var ask = back.select("#returned").attr("hx-get");
        assertThat(web.get(ask, "HX-Request", "true").statusCode()).isEqualTo(204);

        money.paidAtAlipay.add(order);
        var piece = web.get(ask, "HX-Request", "true");
        assertThat(piece.statusCode()).isEqualTo(200);
        assertThat(page(piece).select("h1").text()).isEqualTo("Paid");
        assertThat(page(piece).select("header.top")).isEmpty();
        assertThat(money.asked).filteredOn(order::equals).hasSize(3);
    }

    @Test
    void whatCameBackProvesNothing() {
        var order = order(OrderStatus.AWAITING_PAYMENT);

        web.get(returned(order) + "&trade_status=TRADE_SUCCESS&total_amount=19.90&trade_no=1&sign=AAAA");

        assertThat(shop.find(order).orElseThrow().status()).isEqualTo(OrderStatus.AWAITING_PAYMENT);
    }

    @Test
    void strangersSignInAndBringAlongNothingButTheNumber() {
        var order = order(OrderStatus.AWAITING_PAYMENT);

        var answer = web.send(web.request(returned(order) + "&sign=secret").GET());

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location").orElseThrow())
                .endsWith("/sign-in?continue=/payments/alipay/return?out_trade_no=" + order);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?out_trade_no=",
                "?out_trade_no=abc",
                "?out_trade_no=0",
                "?out_trade_no=1",
                "?out_trade_no=1&out_trade_no=2",
                "?out_trade_no=99999999999999999999",
                "?out_trade_no=<script>"
            })
    void aWayBackToNoOrderIsNotFound(String query) {
        var answer = web.get("/payments/alipay/return" + query);

        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(page(answer).select("h1").text()).isEqualTo("There is no such page");
    }

    @Test
    void aPaidOrderTellsWhenAndUnderWhichNumber() {
        var order = paid();
        var trade = money.of(order).payments().get(0).tradeNo();

        var facts = page(web.get("/orders/" + order)).select(".facts");

        assertThat(facts.text()).contains("Paid").contains(trade);
        assertThat(facts.select("time")).hasSize(2);
    }

    @Test
    void moneyIsAskedBackWithAnAmountAndWords() {
        var order = paid();
        var form = page(web.get("/orders/" + order)).expectFirst("form[action$=/refunds]");
        assertThat(form.select("[name=amount]").val()).as("all of it").isEqualTo("19.90");

        var answer = web.post(form.attr("action"), Map.of("amount", " 5.5 ", "words", "One cup was\r\nbroken <b>"));

        assertThat(answer.statusCode()).isEqualTo(303);
        var page = page(web.get("/orders/" + order));
        assertThat(refund(page(web.get("/orders/" + order)).body()).text())
                .contains("¥5.50", "Asked for", "You asked for it.", "broken <b>");
        assertThat(page.select("form[action$=/refunds]")).as("one at a time").isEmpty();
        assertThat(page(web.get("/orders"))
                        .select(".row-card:has(a[href$='" + order + "'])")
                        .text())
                .contains("¥5.50")
                .contains("Asked for");
    }

    @ParameterizedTest
    @CsvSource({"'', amount", "0, amount", "abc, amount", "-1, amount", "1.999, amount", "19.91, amount", "1e3, amount"
    })
    void anAmountThatCannotBePaidBackIsMarkedAndNothingTypedIsLost(String amount, String field) {
        var order = paid();

        var answer = web.post("/orders/" + order + "/refunds", Map.of("amount", amount, "words", "Too slow"));

        assertThat(answer.statusCode()).isEqualTo(422);
        var form = page(answer).expectFirst("details[open] form");
        assertThat(form.select("#" + field).attr("aria-invalid")).isEqualTo("true");
        assertThat(form.select("#amount").val()).isEqualTo(amount);
        assertThat(form.select("#words").text()).isEqualTo("Too slow");
        assertThat(money.of(order).refunds()).isEmpty();
    }

    @Test
    void wordsHaveAtMostTwoHundredCharactersHoweverLinesEnd() {
        var order = paid();
        var path = "/orders/" + order + "/refunds";

        assertThat(web.post(path, Map.of("amount", "1", "words", "x".repeat(201)))
                        .statusCode())
                .isEqualTo(422);
        assertThat(web.post(path, Map.of("amount", "1", "words", "a\u0000b")).statusCode())
                .isEqualTo(422);
        assertThat(web.post(path, Map.of("amount", "1", "words", "x".repeat(99) + "\r\n" + "x".repeat(100)))
                        .statusCode())
                .isEqualTo(303);
    }

    @ParameterizedTest
    @EnumSource(
            value = PaymentRefusal.class,
            names = {"NOT_REFUNDABLE", "REFUND_OPEN", "REFUND_DECIDED"})
    void everyRefusalIsToldInBothLanguages(PaymentRefusal reason) {
        var order = paid();
        money.refusal = new PaymentRefused(reason);

        Stream.of(Locale.ENGLISH, Locale.SIMPLIFIED_CHINESE).forEach(language -> {
            var answer = web.post(
                    "/orders/" + order + "/refunds",
                    Map.of("amount", "1"),
                    "Accept-Language",
                    language.toLanguageTag());

            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(page(answer).select("[role=alert]").text())
                    .isEqualTo(messages.getMessage("payment.refusal." + reason + ".text", null, language));
        });
    }

    @ParameterizedTest
    @EnumSource(Refund.State.class)
    void howFarARefundIsStandsOnTheOrder(Refund.State state) {
        var order = paid();
        money.refund(order, 500, Refund.Reason.OPERATOR, state, "");

        var page = page(web.get("/orders/" + order));

        assertThat(refund(page.body()).text())
                .contains("¥5.00", words("refund.state." + state), words("refund.state." + state + ".text"));
        assertThat(page.select(".facts").text().contains("Paid back ¥5.00")).isEqualTo(state == Refund.State.DONE);
        assertThat(page.select("#order[data-poll]"))
                .as("it may be sent, or decided about")
                .isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "LATE, LATE_PAYMENT, REFUNDING, Your payment came after the order had closed",
        "SURPLUS, SECOND_PAYMENT, PAID, The order had been paid already"
    })
    void moneyThatGoesBackByItselfIsExplained(
            Payment.State state, Refund.Reason reason, OrderStatus status, String words) {
        var order = order(status);
        money.came(order, state);
        money.refund(order, 1_990, reason, Refund.State.DUE, "");
        var page = page(web.get("/orders/" + order));
        var ask = page.select("#order").attr("hx-get");

        assertThat(refund(page.body()).text()).contains(words);
        assertThat(page.select("form[action$=/refunds]")).isEmpty();
        assertThat(web.get(ask, "HX-Request", "true").statusCode()).isEqualTo(204);

        shop.move(order, OrderStatus.REFUNDED);
        assertThat(web.get(ask, "HX-Request", "true").statusCode()).isEqualTo(200);
    }

    @Test
    void whatWentBackInPartCanBeAskedForOnceMore() {
        var order = paid();
        money.refund(order, 500, Refund.Reason.SHOPPER, Refund.State.DONE, "");
        money.refund(order, 990, Refund.Reason.SHOPPER, Refund.State.DECLINED, "");

        var form = page(web.get("/orders/" + order)).expectFirst("form[action$=/refunds]");

        assertThat(form.select("[name=amount]").val()).isEqualTo("14.90");
        assertThat(form.text()).contains("¥14.90");
    }

    @Test
    void whyARefundWasDeclinedIsToldAndWhatAlipayAnswersIsNot() {
        var order = paid();
        money.refund(order, 990, Refund.Reason.SHOPPER, Refund.State.DECLINED, "It is green");
        money.refund(order, 500, Refund.Reason.OPERATOR, Refund.State.DUE, "");

        var told = page(web.get("/orders/" + order)).select(".refunds li");

        assertThat(told.get(0).text()).contains("“It is green”", "“It is as the picture shows it”");
        assertThat(told.get(1).text()).doesNotContain("10000");
    }

    @Test
    void aReloadAfterAskingLeadsToTheOrder() {
        var order = paid();

        assertThat(web.get("/orders/" + order + "/refunds")
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("/orders/" + order);
    }

    private OrderId paid() {
        var order = order(OrderStatus.PAID);
        money.came(order, Payment.State.APPLIED);
        return order;
    }

    private OrderId order(OrderStatus status) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        return shop.order(offer, status, Instant.now().plusSeconds(60));
    }

    private String words(String key) {
        return messages.getMessage(key, null, Locale.ENGLISH);
    }

    private static String returned(OrderId order) {
        return "/payments/alipay/return?out_trade_no=" + order;
    }

    private static Element refund(Element page) {
        return page.expectFirst(".refunds li:last-child");
    }
}
