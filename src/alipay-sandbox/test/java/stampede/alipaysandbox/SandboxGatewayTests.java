package stampede.alipaysandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.alipay.api.AlipayApiException;
import com.alipay.api.domain.AlipayTradeCancelModel;
import com.alipay.api.request.AlipayTradeCancelRequest;
import com.alipay.api.response.AlipayTradeQueryResponse;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** The gateway as a shop with Alipay's own SDK meets it: the SDK signs what is asked and verifies what is answered. */
class SandboxGatewayTests {

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final TestMerchant shop = TestMerchant.at(alipay, "");
    private final String order = TestMerchant.newOrder();

    @Test
    void knowsNoTradeBeforeABuyerHasSignedIn() throws AlipayApiException {
        var page = shop.payPage(order, "19.90");
        assertThat(shop.query(order).getSubCode()).isEqualTo("ACQ.TRADE_NOT_EXIST");
        assertThat(shop.close(order).getSubCode()).isEqualTo("ACQ.TRADE_NOT_EXIST");

        alipay.open(page);

        assertThat(shop.query(order).getTradeStatus()).isEqualTo("WAIT_BUYER_PAY");
    }

    @Test
    void takesMoneyOnAPageThatWasClosedBeforeItsTradeExisted() throws AlipayApiException {
        var page = shop.payPage(order, "19.90");
        shop.close(order);

        alipay.pay(page);

        assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_SUCCESS");
    }

    @Test
    void tellsThatATradeWasPaid() throws AlipayApiException {
        var bought = alipay.pay(shop.payPage(order, "19.90"));

        var answer = shop.query(order);
        assertThat(answer.isSuccess()).isTrue();
        assertThat(answer.getTradeStatus()).isEqualTo("TRADE_SUCCESS");
        assertThat(answer.getTradeNo()).isEqualTo(bought.trade().tradeNo());
        assertThat(answer.getTotalAmount()).isEqualTo("19.90");
        assertThat(answer.getSendPayDate()).isNotNull();
    }

    @Test
    void takesMoneyFromAnAppToo() throws AlipayApiException {
        alipay.pay(shop.orderString(order, "0.01"));

        assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_SUCCESS");
    }

    @Test
    void refusesWhatAStrangerHasSigned() throws AlipayApiException {
        var stranger = new TestMerchant(
                alipay.address() + "/gateway.do", alipay.key("alipay-private"), alipay.key("alipay-public"), "");

        assertThat(stranger.query(order).getSubCode()).isEqualTo("isv.invalid-signature");
        var page = stranger.payPage(order, "19.90");
        assertThatThrownBy(() -> alipay.pay(page)).hasMessageContaining("isv.invalid-signature");
    }

    @Test
    void refusesAPageWhoseAmountSomebodyHasChanged() {
        var page = shop.payPage(order, "19.90").toString();
        var cheaper = URI.create(page.replace("19.90", "00.01"));
        assertThat(cheaper.toString()).isNotEqualTo(page);

        assertThatThrownBy(() -> alipay.pay(cheaper)).hasMessageContaining("isv.invalid-signature");
    }

    @Test
    void answersNothingThatTheShopsOtherKeyWouldVerify() {
        var trusting = new TestMerchant(
                alipay.address() + "/gateway.do", alipay.key("app-private"), alipay.key("app-public"), "");
        alipay.pay(shop.payPage(order, "19.90"));

        assertThatThrownBy(() -> trusting.query(order)).isInstanceOf(AlipayApiException.class);
    }

    @Test
    void takesNoMoneyAfterTheTimeIsOver() throws AlipayApiException {
        var page = shop.payPage(order, "19.90", Instant.now().minusSeconds(1));
        assertThatThrownBy(() -> alipay.pay(page)).hasMessageContaining("ACQ.TRADE_HAS_CLOSE");
        assertThat(shop.query(order).getSubCode()).isEqualTo("ACQ.TRADE_NOT_EXIST");
    }

    @Test
    void closesByItselfWhatIsNotPaidInTime() {
        alipay.open(shop.payPage(order, "19.90", Instant.now().plusSeconds(2)));

        await().atMost(Duration.ofSeconds(5)).until(() -> status().equals("TRADE_CLOSED"));
    }

    @Test
    void closesOnlyWhatWaits() throws AlipayApiException {
        var page = shop.payPage(order, "19.90");
        alipay.open(page);
        assertThat(shop.close(order).isSuccess()).isTrue();
        assertThat(shop.close(order).getSubCode()).isEqualTo("ACQ.TRADE_STATUS_ERROR");
        assertThatThrownBy(() -> alipay.pay(page)).hasMessageContaining("ACQ.TRADE_HAS_CLOSE");

        var paid = TestMerchant.newOrder();
        alipay.pay(shop.payPage(paid, "19.90"));
        assertThat(shop.close(paid).getSubCode()).isEqualTo("ACQ.TRADE_STATUS_ERROR");
    }

    @Test
    void canTakeMoneyThatCrossedTheClosing() throws AlipayApiException {
        var page = shop.payPage(order, "19.90");
        alipay.open(page);
        shop.close(order);

        alipay.payLate(page);

        assertThat(status()).isEqualTo("TRADE_SUCCESS");
    }

    @Test
    void givesEachBuyerATradeAndTellsOfTheOnePaidFirst() throws AlipayApiException {
        var page = shop.payPage(order, "19.90");
        var first = alipay.pay(page, "ann").trade();
        var second = alipay.pay(page, "ben").trade();

        assertThat(second.tradeNo()).isNotEqualTo(first.tradeNo());
        assertThat(shop.query(order).getTradeNo()).isEqualTo(first.tradeNo());
        assertThatThrownBy(() -> alipay.pay(page, "ann")).hasMessageContaining("ACQ.TRADE_HAS_SUCCESS");
    }

    @Test
    void doesNotTakeAnotherAmountForTheSameOrder() {
        alipay.open(shop.payPage(order, "19.90"));

        assertThatThrownBy(() -> alipay.pay(shop.payPage(order, "19.91")))
                .hasMessageContaining("ACQ.CONTEXT_INCONSISTENT");
    }

    @Test
    void cancelsWhatWaitsAndPaysBackWhatWasPaid() throws AlipayApiException {
        alipay.open(shop.payPage(order, "19.90"));
        cancel(order);
        assertThat(status()).isEqualTo("TRADE_CLOSED");

        var paid = TestMerchant.newOrder();
        alipay.pay(shop.payPage(paid, "19.90"));
        cancel(paid);
        assertThat(alipay.trades(paid).get(0).paidBackFen()).isEqualTo(1990);
    }

    @Test
    void cutsTheLineAfterDoingWhatItWasAsked() throws AlipayApiException {
        alipay.pay(shop.payPage(order, "19.90"));
        alipay.during(
                LocalAlipayFault.answerLost(Duration.ZERO).forOrder(order),
                () -> assertThatThrownBy(() -> shop.refund(order, "R-1", "19.90"))
                        .hasCauseInstanceOf(IOException.class));

        assertThat(shop.refundQuery(order, "R-1").getRefundStatus()).isEqualTo("REFUND_SUCCESS");
        assertThat(status()).isEqualTo("TRADE_CLOSED");
    }

    @Test
    void breaksDownOnDemandWithoutDoingAnything() {
        alipay.open(shop.payPage(order, "19.90"));
        alipay.during(
                LocalAlipayFault.error500()
                        .forOrder(order)
                        .of("alipay.trade.close")
                        .times(1),
                () -> assertThatThrownBy(() -> shop.close(order)).isInstanceOf(AlipayApiException.class));

        assertThat(status()).isEqualTo("WAIT_BUYER_PAY");
    }

    @Test
    void saysThatItDoesNotKnow() throws AlipayApiException {
        alipay.pay(shop.payPage(order, "19.90"));
        alipay.during(LocalAlipayFault.systemError().forOrder(order), () -> {
            for (int i = 0; i < 10; i++) {
                assertThat(shop.query(order).getSubCode()).isIn("ACQ.SYSTEM_ERROR", "isp.unknow-error");
            }
        });
    }

    private String status() {
        try {
            return query().getTradeStatus();
        } catch (AlipayApiException e) {
            throw new IllegalStateException(e);
        }
    }

    private AlipayTradeQueryResponse query() throws AlipayApiException {
        var answer = shop.query(order);
        assertThat(answer.isSuccess()).isTrue();
        return answer;
    }

    private void cancel(String canceled) throws AlipayApiException {
        var model = new AlipayTradeCancelModel();
        model.setOutTradeNo(canceled);
        var request = new AlipayTradeCancelRequest();
        request.setBizModel(model);
        assertThat(shop.execute(request).isSuccess()).isTrue();
    }
}
