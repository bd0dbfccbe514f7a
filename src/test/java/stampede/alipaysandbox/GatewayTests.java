package stampede.alipaysandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.alipay.api.AlipayApiException;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The gateway as a shop with Alipay's own SDK meets it. */
class GatewayTests {

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
    void cutsTheLineAfterDoingWhatItWasAsked() throws AlipayApiException {
        alipay.pay(shop.payPage(order, "19.90"));
        alipay.during(
                Fault.answerLost(Duration.ZERO).forOrder(order),
                () -> assertThatThrownBy(() -> shop.refund(order, "R-1", "19.90"))
                        .hasCauseInstanceOf(IOException.class));

        assertThat(shop.refundQuery(order, "R-1").getRefundStatus()).isEqualTo("REFUND_SUCCESS");
        assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_CLOSED");
    }
}
