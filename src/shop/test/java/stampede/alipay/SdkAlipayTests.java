package stampede.alipay;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.alipay.OddGateway.signed;
import static stampede.alipay.OddGateway.unsigned;
import static stampede.alipay.TestKeys.ALIPAY;
import static stampede.alipay.TestKeys.STRANGER;

import java.net.URI;
import java.net.URLDecoder;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import stampede.money.Money;

class SdkAlipayTests {

    private static final String PAID = """
            {"code":"10000","msg":"Success","out_trade_no":"42","trade_no":"T1","trade_status":"TRADE_SUCCESS",\
            "total_amount":"19.90","send_pay_date":"2026-11-11 20:00:05"}""";
    private static final RefundRequest REFUND = new RefundRequest("T1", "42", "R-42-1", new Money(1990));

    private final OddGateway gateway = new OddGateway();
    private final Alipay alipay = gateway.asked();

    @AfterEach
    void close() {
        gateway.close();
    }

    @Test
    void readsWhatAlipaySigned() {
        gateway.answering(200, signed("alipay_trade_query", PAID, ALIPAY));

        var trade = (QueryAnswer.Trade) alipay.query("42");

        assertThat(trade.tradeNo()).isEqualTo("T1");
        assertThat(trade.status()).isEqualTo(TradeStatus.TRADE_SUCCESS);
        assertThat(trade.amount()).isEqualTo(new Money(1990));
        assertThat(trade.paidAt()).contains(Instant.parse("2026-11-11T12:00:05Z"));
        assertThat(alipay.queryTrade("T1")).isEqualTo(trade);
    }

    @Test
    void isTakenToBeAwayAfterThreeRequestsInARowWithoutAnAnswerAndNotForANo() {
        for (var request = 0; request < 3; request++) {
            assertThat(gateway.answers.isAnswering()).isTrue();
            gateway.answering(500, "");
            assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);
        }
        assertThat(gateway.answers.isAnswering()).isFalse();

        gateway.answering(
                200, signed("alipay_trade_query", "{\"code\":\"40004\",\"sub_code\":\"ACQ.TRADE_NOT_EXIST\"}", ALIPAY));
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.NotExist.class);
        assertThat(gateway.answers.isAnswering()).isTrue();
    }

    @Test
    void takesNoAnswerThatAnotherSigned() {
        gateway.answering(200, signed("alipay_trade_query", PAID, STRANGER));
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);

        gateway.answering(200, signed("alipay_trade_query", PAID, ALIPAY).replace("19.90", "1.90"));
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);

        gateway.answering(200, unsigned("alipay_trade_query", PAID));
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);

        gateway.answering(200, "{\"alipay_trade_query_response\":" + PAID + ",\"sign\":\"%%%\"}");
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);
    }

    @Test
    void takesNoAnswerAboutSomethingElse() {
        gateway.answering(200, signed("alipay_trade_query", PAID, ALIPAY));
        assertThat(alipay.query("43")).isInstanceOf(QueryAnswer.Unknown.class);
        assertThat(alipay.queryTrade("T2")).isInstanceOf(QueryAnswer.Unknown.class);

        gateway.answering(200, signed("alipay_trade_close", "{\"code\":\"10000\",\"out_trade_no\":\"41\"}", ALIPAY));
        assertThat(alipay.close("42")).isEqualTo(CloseAnswer.UNKNOWN);

        gateway.answering(
                200,
                signed(
                        "alipay_trade_refund",
                        "{\"code\":\"10000\",\"trade_no\":\"T2\",\"fund_change\":\"Y\"}",
                        ALIPAY));
        assertThat(alipay.refund(REFUND)).isInstanceOf(RefundAnswer.Unknown.class);

        gateway.answering(200, refundKnown("R-42-1", "1.00", "REFUND_SUCCESS"));
        assertThat(alipay.refundStatus(REFUND)).isInstanceOf(RefundAnswer.Unknown.class);

        gateway.answering(200, refundKnown("R-42-2", "19.90", "REFUND_SUCCESS"));
        assertThat(alipay.refundStatus(REFUND)).isInstanceOf(RefundAnswer.Unknown.class);
    }

    @Test
    void believesARefusalOnlyIfItIsSigned() {
        gateway.answering(200, signed("alipay_trade_query", refusal("ACQ.TRADE_NOT_EXIST"), ALIPAY));
        assertThat(alipay.query("42")).isEqualTo(new QueryAnswer.NotExist());

        gateway.answering(200, unsigned("alipay_trade_query", refusal("ACQ.TRADE_NOT_EXIST")));
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);

        gateway.answering(200, unsigned("alipay_trade_close", refusal("ACQ.TRADE_NOT_EXIST")));
        assertThat(alipay.close("42")).isEqualTo(CloseAnswer.UNKNOWN);

        gateway.answering(200, unsigned("alipay_trade_refund", refusal("ACQ.TRADE_HAS_FINISHED")));
        assertThat(alipay.refund(REFUND)).isInstanceOf(RefundAnswer.Unknown.class);
    }

    @Test
    void namesWhatAlipaySaysToAClose() {
        gateway.answering(200, signed("alipay_trade_close", "{\"code\":\"10000\",\"out_trade_no\":\"42\"}", ALIPAY));
        assertThat(alipay.close("42")).isEqualTo(CloseAnswer.CLOSED);

        for (var code :
                new String[] {"ACQ.TRADE_STATUS_ERROR", "ACQ.TRADE_HAS_SUCCESS", "ACQ.REASON_TRADE_STATUS_INVALID"}) {
            gateway.answering(200, signed("alipay_trade_close", refusal(code), ALIPAY));
            assertThat(alipay.close("42")).as(code).isEqualTo(CloseAnswer.NOT_WAITING);
        }

        gateway.answering(200, signed("alipay_trade_close", refusal("ACQ.TRADE_NOT_EXIST"), ALIPAY));
        assertThat(alipay.close("42")).isEqualTo(CloseAnswer.NOT_EXIST);

        gateway.answering(200, signed("alipay_trade_close", refusal("ACQ.SOMETHING_NEW"), ALIPAY));
        assertThat(alipay.close("42")).isEqualTo(CloseAnswer.UNKNOWN);
    }

    @Test
    void namesWhatAlipaySaysToARefund() {
        gateway.answering(
                200,
                signed(
                        "alipay_trade_refund",
                        "{\"code\":\"10000\",\"trade_no\":\"T1\",\"fund_change\":\"Y\"}",
                        ALIPAY));
        assertThat(alipay.refund(REFUND)).isEqualTo(new RefundAnswer.Done());

        gateway.answering(
                200,
                signed(
                        "alipay_trade_refund",
                        "{\"code\":\"10000\",\"trade_no\":\"T1\",\"fund_change\":\"N\"}",
                        ALIPAY));
        assertThat(alipay.refund(REFUND)).isEqualTo(new RefundAnswer.NotYet());

        gateway.answering(200, signed("alipay_trade_refund", refusal("ACQ.SELLER_BALANCE_NOT_ENOUGH"), ALIPAY));
        assertThat(alipay.refund(REFUND)).isEqualTo(new RefundAnswer.Refused("ACQ.SELLER_BALANCE_NOT_ENOUGH", false));

        gateway.answering(200, signed("alipay_trade_refund", refusal("ACQ.TRADE_HAS_FINISHED"), ALIPAY));
        assertThat(alipay.refund(REFUND)).isEqualTo(new RefundAnswer.Refused("ACQ.TRADE_HAS_FINISHED", true));

        gateway.answering(200, refundKnown("R-42-1", "19.90", "REFUND_SUCCESS"));
        assertThat(alipay.refundStatus(REFUND)).isEqualTo(new RefundAnswer.Done());

        gateway.answering(200, signed("alipay_trade_fastpay_refund_query", "{\"code\":\"10000\"}", ALIPAY));
        assertThat(alipay.refundStatus(REFUND)).isEqualTo(new RefundAnswer.NotYet());
    }

    @Test
    void neverTakesTroubleForANo() {
        gateway.answering(500, "<html>Something went wrong</html>");
        assertUnknown();
        gateway.answering(502, "");
        assertUnknown();
        gateway.answering(200, "");
        assertUnknown();
        gateway.answering(200, "<html>A page of a proxy</html>");
        assertUnknown();
        gateway.answering(200, "{\"alipay_trade_query_response\":17}");
        assertUnknown();
        gateway.answering(
                200, signed("alipay_trade_query", "{\"code\":\"20000\",\"sub_code\":\"aop.unknow-error\"}", ALIPAY));
        assertUnknown();
        gateway.answering(200, signed("alipay_trade_close", refusal("ACQ.SYSTEM_ERROR"), ALIPAY));
        assertUnknown();
    }

    @Test
    void waitsNoLongerThanItsTimeOut() {
        gateway.answering(200, signed("alipay_trade_query", PAID, ALIPAY)).after(Duration.ofSeconds(3));
        var start = System.nanoTime();

        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);

        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(2500));
    }

    @Test
    void neverTakesSilenceForANo() {
        gateway.close();

        assertUnknown();
    }

    @Test
    void signsAPageThatNamesEverything() throws GeneralSecurityException {
        var address = alipay.payPage(request("Teapot"));

        assertThat(address.toString())
                .startsWith(gateway.properties(Duration.ofSeconds(1)).gateway() + "?");
        var parameters = parameters(address.getRawQuery());
        assertThat(parameters)
                .containsEntry("method", "alipay.trade.page.pay")
                .containsEntry("sign_type", "RSA2")
                .containsEntry("app_id", "2026000000000001")
                .containsEntry("notify_url", "https://shop.example/payments/alipay/notify")
                .containsEntry("return_url", "https://shop.example/payments/alipay/return");
        assertThat(parameters.get("biz_content"))
                .contains("\"out_trade_no\":\"42\"")
                .contains("\"total_amount\":\"19.90\"")
                .contains("\"time_expire\":\"2026-11-11 20:05:00\"")
                .contains("\"product_code\":\"FAST_INSTANT_TRADE_PAY\"")
                .contains("\"subject\":\"Teapot\"");
        assertThat(isSignedByTheApp(parameters)).isTrue();
    }

    @Test
    void signsTheSameForFormsAndApps() throws GeneralSecurityException {
        var order = parameters(alipay.payOrderString(request("Teapot")));

        assertThat(order).containsEntry("method", "alipay.trade.app.pay").doesNotContainKey("return_url");
        assertThat(order.get("biz_content"))
                .contains("\"product_code\":\"QUICK_MSECURITY_PAY\"")
                .contains("\"time_expire\":\"2026-11-11 20:05:00\"");
        assertThat(isSignedByTheApp(order)).isTrue();
        assertThat(alipay.payForm(request("Teapot")))
                .contains("<form")
                .contains("alipay.trade.page.pay")
                .contains("RSA2");
    }

    @Test
    void replacesWhatAlipayForbidsInSubjects() {
        assertThat(PayPageWriter.subject("Cups/Saucers = 2 & more\n")).isEqualTo("Cups Saucers   2   more");
        assertThat(PayPageWriter.subject("茶".repeat(300))).hasSize(256);
        assertThat(PayPageWriter.subject("x".repeat(255) + "🫖🫖")).isEqualTo("x".repeat(255));
    }

    @Test
    void makesNoRequestThatAlipayWouldRefuse() {
        assertThatThrownBy(
                        () -> new PayRequest("4/2", "x", new Money(1), Instant.EPOCH, URI.create("x"), URI.create("x")))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(
                        () -> new PayRequest("42", "x", new Money(0), Instant.EPOCH, URI.create("x"), URI.create("x")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void knowsItsOwnNotifications() {
        var fields = new TreeMap<>(Map.of("notify_id", "n1", "total_amount", "19.90", "new_field", "茶 & more"));
        var content = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
        var genuine = new HashMap<>(fields);
        genuine.put("sign", OddGateway.signature(content, ALIPAY));
        genuine.put("sign_type", "RSA2");
        var before = Map.copyOf(genuine);

        assertThat(alipay.hasSigned(genuine)).isTrue();
        assertThat(genuine).as("left as it was").isEqualTo(before);

        assertThat(alipay.hasSigned(changed(genuine, "empty", "")))
                .as("Alipay signs no empty fields")
                .isTrue();

        assertThat(alipay.hasSigned(changed(genuine, "total_amount", "0.01"))).isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "added", "1"))).isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "sign", OddGateway.signature(content, STRANGER))))
                .isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "sign", OddGateway.signature(content, TestKeys.APP))))
                .isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "sign", ""))).isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "sign", "%%% no base64"))).isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "sign", "c2hvcnQ="))).isFalse();
        assertThat(alipay.hasSigned(changed(genuine, "sign_type", "RSA")))
                .as("whatever it says of algorithms")
                .isTrue();
        assertThat(alipay.hasSigned(fields)).as("without any").isFalse();
        assertThat(alipay.hasSigned(Map.of())).isFalse();
    }

    private void assertUnknown() {
        assertThat(alipay.query("42")).isInstanceOf(QueryAnswer.Unknown.class);
        assertThat(alipay.close("42")).isEqualTo(CloseAnswer.UNKNOWN);
        assertThat(alipay.refund(REFUND)).isInstanceOf(RefundAnswer.Unknown.class);
        assertThat(alipay.refundStatus(REFUND)).isInstanceOf(RefundAnswer.Unknown.class);
        assertThat(alipay.bill(LocalDate.of(2026, 11, 11))).isInstanceOf(BillAnswer.Unknown.class);
    }

    private static Map<String, String> changed(Map<String, String> fields, String name, String value) {
        var changed = new HashMap<>(fields);
        changed.put(name, value);
        return changed;
    }

    private static PayRequest request(String subject) {
        return new PayRequest(
                "42",
                subject,
                new Money(1990),
                Instant.parse("2026-11-11T12:05:00.900Z"),
                URI.create("https://shop.example/payments/alipay/notify"),
                URI.create("https://shop.example/payments/alipay/return"));
    }

    private static String refusal(String code) {
        return "{\"code\":\"40004\",\"msg\":\"Business Failed\",\"sub_code\":\"" + code + "\",\"sub_msg\":\"no\"}";
    }

    private static String refundKnown(String requestNo, String amount, String status) {
        return signed(
                "alipay_trade_fastpay_refund_query",
                "{\"code\":\"10000\",\"trade_no\":\"T1\",\"out_request_no\":\"%s\",\"refund_amount\":\"%s\",\"refund_status\":\"%s\"}"
                        .formatted(requestNo, amount, status),
                ALIPAY);
    }

    private static Map<String, String> parameters(String query) {
        return Arrays.stream(query.split("&", -1))
                .map(pair -> pair.split("=", 2))
                .collect(Collectors.toMap(pair -> pair[0], pair -> URLDecoder.decode(pair[1], UTF_8)));
    }

    private static boolean isSignedByTheApp(Map<String, String> parameters) throws GeneralSecurityException {
        var content = new TreeMap<>(parameters)
                .entrySet().stream()
                        .filter(field -> !field.getKey().equals("sign"))
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(Collectors.joining("&"));
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(TestKeys.APP.getPublic());
        signature.update(content.getBytes(UTF_8));
        return signature.verify(Base64.getDecoder().decode(parameters.get("sign")));
    }
}
