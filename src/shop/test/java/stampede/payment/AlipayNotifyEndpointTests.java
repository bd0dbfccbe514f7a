package stampede.payment;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.alipaysandbox.LocalAlipay;
import stampede.ids.Ids;
import stampede.order.Order;
import stampede.order.OrderStatus;

/** The door that notifications come through, knocked at by hand: bodies that Alipay's signature fits, and that it never sent. */
@StampedeTest
class AlipayNotifyEndpointTests {

    @LocalServerPort
    private int port;

    @Autowired
    private OrdersToPay shop;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void answersOneBareWord() throws Exception {
        var order = unheard();

        var answer = post("", form(signed(fields(order))));

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEqualTo("success");
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("text/plain");
        assertThat(answer.headers().map()).doesNotContainKey("Set-Cookie");
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
    }

    /** As the shop asks Alipay for it; who made the order's number is not looked at here. */
    @Test
    void isToldOfAnOrderWithTheNodeInItsPath() throws Exception {
        var order = unheard();

        var answer = post("/%03x".formatted(Ids.nodeOf(order.id().value())), form(signed(fields(order))));

        assertThat(answer.body()).isEqualTo("success");
        assertThat(shop.status(order)).isEqualTo(OrderStatus.PAID);
    }

    @Test
    void refusesAFieldThatIsThereTwice() throws Exception {
        var order = unheard();

        refused(order, "", form(signed(fields(order))) + "&total_amount=0.01");
        refused(order, "", "total_amount=0.01&" + form(signed(fields(order))));
    }

    @Test
    void refusesAValueThatHidesOtherFields() throws Exception {
        var order = unheard();
        var news = new TreeMap<>(fields(order));
        news.put("refund_fee", "19.90");
        var folded = signed(news);
        folded.put("out_trade_no", folded.get("out_trade_no") + "&refund_fee=19.90");
        folded.remove("refund_fee");

        refused(order, "", form(folded));
    }

    /** The same signed text, cut elsewhere: a genuine notice of a refund, read as a payment. */
    @Test
    void refusesANameThatHidesOtherFields() throws Exception {
        var order = unheard();
        var refund = new TreeMap<>(fields(order));
        refund.put("receipt_amount", "1.00");
        refund.put("refund_fee", "0.50");
        var notice = signed(refund);
        notice.put("receipt_amount=1.00&refund_fee", notice.remove("refund_fee"));
        notice.remove("receipt_amount");

        refused(order, "", form(notice));
    }

    @Test
    void readsNothingFromTheAddress() throws Exception {
        var order = unheard();
        var fields = signed(fields(order));
        var status = fields.remove("trade_status");

        refused(order, "?trade_status=" + status, form(fields));
        refused(order, "?" + form(signed(fields(order))), "");
    }

    @Test
    void takesNoReturnParametersForANotification() throws Exception {
        var order = unheard();
        var returned = new TreeMap<>(fields(order));
        returned.keySet()
                .retainAll(Set.of("app_id", "seller_id", "out_trade_no", "trade_no", "total_amount", "charset"));
        returned.put("method", "alipay.trade.page.pay.return");

        refused(order, "", form(signed(returned)));
    }

    @Test
    void ignoresALanguageAndLeavesNoCookie() throws Exception {
        var order = unheard();

        var answer = post("?lang=zh", form(signed(fields(order))));

        assertThat(answer.body()).isEqualTo("success");
        assertThat(answer.headers().map()).doesNotContainKey("Set-Cookie");
    }

    @Test
    void readsNoEndlessBody() throws Exception {
        var answer = post("", "a=" + "x".repeat(AlipayNotificationForm.MOST_BYTES));

        assertThat(answer.statusCode()).isEqualTo(413);
        assertThat(answer.body()).isEqualTo("fail");
    }

    @Test
    void isOpenForNothingElse() throws Exception {
        assertThat(post("", "").body()).isEqualTo("fail");
        assertThat(post("/", "a=1").statusCode()).as("another path").isIn(302, 403, 404);
        assertThat(send(HttpRequest.newBuilder(address("")).GET().build()).statusCode())
                .as("another method")
                .isIn(404, 405);
    }

    private void refused(Order order, String query, String body) throws Exception {
        var answer = post(query, body);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("fail");
        assertThat(shop.status(order)).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(shop.money(order)).isEqualTo(OrderMoney.NONE);
    }

    /** An order that is paid at Alipay, so that only the form is wrong with what is sent. */
    private Order unheard() {
        var order = shop.begun();
        shop.payUnheard(order);
        return order;
    }

    private static Map<String, String> fields(Order order) {
        return Map.of(
                "notify_id",
                "door" + order.id(),
                "app_id",
                LocalAlipay.APP_ID,
                "seller_id",
                LocalAlipay.SELLER_ID,
                "charset",
                "UTF-8",
                "out_trade_no",
                order.id().toString(),
                "trade_no",
                LocalAlipay.shared().trades(order.id().toString()).get(0).tradeNo(),
                "trade_status",
                "TRADE_SUCCESS",
                "total_amount",
                order.total().yuan());
    }

    /** Alipay's signature, made with its key. */
    private static Map<String, String> signed(Map<String, String> fields) throws IOException, GeneralSecurityException {
        var content = new TreeMap<>(fields)
                .entrySet().stream()
                        .map(field -> field.getKey() + "=" + field.getValue())
                        .collect(joining("&"));
        var pem = Files.readString(LocalAlipay.shared().key("alipay-private")).replaceAll("-----[A-Z ]+-----|\\s", "");
        var signature = Signature.getInstance("SHA256withRSA");
        signature.initSign(KeyFactory.getInstance("RSA")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(pem))));
        signature.update(content.getBytes(UTF_8));
        var signed = new TreeMap<>(fields);
        signed.put("sign", Base64.getEncoder().encodeToString(signature.sign()));
        signed.put("sign_type", "RSA2");
        return signed;
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field ->
                        URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(joining("&"));
    }

    private HttpResponse<String> post(String suffix, String body) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address(suffix))
                .header("Content-Type", "application/x-www-form-urlencoded; charset=utf-8")
                .POST(BodyPublishers.ofString(body))
                .build());
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return client.send(request, BodyHandlers.ofString());
    }

    private URI address(String suffix) {
        return URI.create("http://127.0.0.1:" + port + "/payments/alipay/notify" + suffix);
    }
}
