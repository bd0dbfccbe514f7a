package stampede.alipaysandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.alipay.api.AlipayApiException;
import com.alipay.api.internal.util.AlipaySignature;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import stampede.alipaysandbox.LocalAlipay.Message;

/** What a shop hears: what it is told, how often, and what goes wrong on demand. */
class SandboxNotificationTests {

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final ListeningShop ear = new ListeningShop();
    private final TestMerchant shop = TestMerchant.at(alipay, ear.url());
    private final String order = TestMerchant.newOrder();

    @AfterEach
    void close() {
        ear.close();
    }

    @Test
    void saysThatATradeWasPaidSignedAsAlipaysSdkWantsIt() {
        var trade = alipay.pay(shop.payPage(order, "19.90")).trade();

        var form = hear(1).get(0);
        assertThat(genuine(form)).isTrue();
        assertThat(form)
                .containsEntry("trade_status", "TRADE_SUCCESS")
                .containsEntry("trade_no", trade.tradeNo())
                .containsEntry("total_amount", "19.90")
                .containsEntry("app_id", LocalAlipay.APP_ID)
                .containsEntry("seller_id", LocalAlipay.SELLER_ID)
                .containsKeys("notify_id", "gmt_payment", "fund_bill_list", "subject");
        await().untilAsserted(() ->
                assertThat(alipay.notifications(order).get(0).state()).isEqualTo("ACCEPTED"));
    }

    @Test
    void comesAgainWithTheSameNumberUntilTheShopSaysSuccess() {
        ear.answer(count -> count < 4 ? "<html>fail</html>" : "success");
        alipay.pay(shop.payPage(order, "19.90"));

        var forms = hear(4);

        assertThat(forms.stream().map(form -> form.get("notify_id")))
                .containsOnly(forms.get(0).get("notify_id"));
        await().untilAsserted(() ->
                assertThat(alipay.notifications(order).get(0).state()).isEqualTo("ACCEPTED"));
        assertThat(ear.heard(order)).hasSize(4);
    }

    @Test
    void tellsOfARefundWithItsNumberAndTheSumSoFar() throws AlipayApiException {
        alipay.pay(shop.payPage(order, "10.00"));
        shop.refund(order, "R-1", "4.00");
        var part = hear(2).get(1);
        assertThat(part)
                .containsEntry("trade_status", "TRADE_SUCCESS")
                .containsEntry("out_biz_no", "R-1")
                .containsEntry("refund_fee", "4.00")
                .containsKey("gmt_refund");

        await().until(() -> shop.refund(order, "R-2", "6.00").isSuccess());

        assertThat(hear(3).get(2)).containsEntry("trade_status", "TRADE_CLOSED").containsEntry("refund_fee", "10.00");
    }

    @Test
    void tellsAppsOfClosingAndOfTheEnd() throws AlipayApiException {
        alipay.pay(shop.orderString(order, "1.00"));
        alipay.finish(alipay.trades(order).get(0).tradeNo());

        assertThat(statuses(hear(2))).containsExactlyInAnyOrder("TRADE_SUCCESS", "TRADE_FINISHED");
    }

    @Test
    void tellsPagesNothingOfClosing() throws AlipayApiException {
        alipay.open(shop.payPage(order, "1.00"));
        shop.close(order);

        assertThat(alipay.notifications(order)).isEmpty();
    }

    @Test
    void keepsADroppedOneToItselfUntilItIsSentAgain() {
        alipay.during(LocalAlipayFault.drop().forOrder(order), () -> alipay.pay(shop.payPage(order, "19.90")));
        var dropped = alipay.notifications(order).get(0);
        assertThat(dropped.state()).isEqualTo("DROPPED");
        assertThat(ear.heard(order)).isEmpty();

        assertThat(alipay.sendAgain(dropped).answer()).isEqualTo("success");

        assertThat(genuine(ear.heard(order).get(0))).isTrue();
    }

    @Test
    void sendsTheSameSeveralTimesAtOnce() {
        alipay.during(LocalAlipayFault.duplicate(5).forOrder(order), () -> alipay.pay(shop.payPage(order, "19.90")));

        assertThat(hear(5).stream().map(form -> form.get("notify_id")).collect(Collectors.toSet()))
                .hasSize(1);
    }

    @Test
    void letsFinishedOvertakeSuccess() {
        alipay.during(LocalAlipayFault.reorder().forOrder(order), () -> alipay.pay(shop.payPage(order, "19.90")));

        assertThat(statuses(hear(2))).containsExactly("TRADE_FINISHED", "TRADE_SUCCESS");
        assertThat(alipay.trades(order).get(0).status()).isEqualTo("TRADE_SUCCESS");
    }

    @Test
    void putsForgedAndMistakenOnesBesidesTheRealOne() {
        alipay.switchOn(LocalAlipayFault.forge().forOrder(order).times(1));
        alipay.switchOn(LocalAlipayFault.wrongAmount().forOrder(order).times(1));
        alipay.switchOn(LocalAlipayFault.wrongApp().forOrder(order).times(1));
        alipay.switchOn(LocalAlipayFault.wrongSeller().forOrder(order).times(1));
        alipay.pay(shop.payPage(order, "19.90"));

        var forms = hear(5);

        assertThat(forms.stream().filter(this::genuine)).hasSize(4);
        assertThat(values(forms, "total_amount"))
                .containsAnyOf("19.89", "19.91")
                .contains("19.90");
        assertThat(values(forms, "app_id")).hasSize(2).contains(LocalAlipay.APP_ID);
        assertThat(values(forms, "seller_id")).hasSize(2).contains(LocalAlipay.SELLER_ID);
    }

    @Test
    void delaysOnDemand() {
        alipay.during(
                LocalAlipayFault.delay(Duration.ofMinutes(10)).forOrder(order),
                () -> alipay.pay(shop.payPage(order, "19.90")));
        var late = alipay.notifications(order).get(0);
        assertThat(late.state()).isEqualTo("PENDING");
        assertThat(alipay.open().deliveries()).isPositive();

        alipay.sendAgain(late);

        assertThat(alipay.notifications(order).get(0).state()).isEqualTo("ACCEPTED");
    }

    @Test
    void sendsWhatATestHasMadeUp() {
        ear.answer(count -> "fail");
        var trade = alipay.open(shop.payPage(order, "19.90")).trade();
        var lie = Message.about(trade).with("trade_status", "TRADE_SUCCESS").with("total_amount", "0.01");

        assertThat(alipay.send(lie.copies(3)))
                .extracting(LocalAlipay.Send::answer)
                .containsExactly("fail", "fail", "fail");
        alipay.send(lie.signedByAStranger());
        alipay.send(lie.signedBrokenly());
        alipay.send(lie.unsigned().without("seller_id"));

        var forms = ear.heard(order);
        assertThat(forms).hasSize(6);
        assertThat(forms.subList(0, 3)).allMatch(this::genuine);
        assertThat(forms.subList(3, 6)).noneMatch(this::genuine);
        assertThat(forms.get(5)).doesNotContainKeys("sign", "seller_id");
        assertThat(values(forms, "total_amount")).containsExactly("0.01");
    }

    /** Or anybody on this machine could have any address called, and hear its answer. */
    @Test
    void sendsNothingToAnAddressThatTheShopDidNotGive() throws IOException {
        var answer = asked(
                "127.0.0.1",
                "POST /control/notify",
                "{\"url\": \"" + ear.url() + "\", \"fields\": {\"out_trade_no\": \"" + order + "\"}}");

        assertThat(answer).startsWith("HTTP/1.1 409");
        assertThat(ear.heard(order)).isEmpty();
    }

    /** A name that its owner made lead here is no page of this machine. */
    @Test
    void showsItsControlsToNamesOfThisMachineOnly() throws IOException {
        assertThat(asked("evil.example", "GET /control/trades", "")).startsWith("HTTP/1.1 403");
        assertThat(asked("localhost", "GET /control/trades", "")).startsWith("HTTP/1.1 200");
    }

    private String asked(String host, String what, String body) throws IOException {
        var address = URI.create(alipay.address());
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort())) {
            var request = what + " HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/json\r\nContent-Length: "
                    + body.length() + "\r\nConnection: close\r\n\r\n" + body;
            socket.getOutputStream().write(request.getBytes(StandardCharsets.UTF_8));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private List<Map<String, String>> hear(int count) {
        await().atMost(Duration.ofMinutes(1)).until(() -> ear.heard(order).size() >= count);
        return ear.heard(order);
    }

    private static List<String> statuses(List<Map<String, String>> forms) {
        return forms.stream().map(form -> form.get("trade_status")).toList();
    }

    private static Set<String> values(List<Map<String, String>> forms, String name) {
        return forms.stream().map(form -> form.get(name)).collect(Collectors.toSet());
    }

    private boolean genuine(Map<String, String> form) {
        try {
            var key = Files.readString(alipay.key("alipay-public")).replaceAll("-----[A-Z ]+-----|\\s", "");
            return form.containsKey("sign") && AlipaySignature.rsaCheckV1(new HashMap<>(form), key, "UTF-8", "RSA2");
        } catch (AlipayApiException e) {
            return false;
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }
}
