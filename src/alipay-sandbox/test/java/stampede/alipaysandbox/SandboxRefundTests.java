package stampede.alipaysandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.alipay.api.AlipayApiException;
import com.alipay.api.response.AlipayTradeRefundResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Alipay's rules for paying back. */
class SandboxRefundTests {

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final TestMerchant shop = TestMerchant.at(alipay, "");
    private final String order = TestMerchant.newOrder();

    @BeforeEach
    void pay() {
        alipay.pay(shop.payPage(order, "10.00"));
    }

    @Test
    void paysBackOnceHoweverOftenTheSameIsAsked() throws AlipayApiException {
        assertThat(shop.refund(order, "R-1", "4.00").getFundChange()).isEqualTo("Y");
        assertThat(shop.refund(order, "R-1", "4.00").getFundChange()).isEqualTo("N");

        assertThat(alipay.trades(order).get(0).paidBackFen()).isEqualTo(400);
        assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_SUCCESS");
    }

    @Test
    void paysBackOnceThoughAskedByManyAtOnce() {
        var moved = IntStream.range(0, 8)
                .parallel()
                .filter(i -> {
                    try {
                        return "Y".equals(shop.refund(order, "R-1", "4.00").getFundChange());
                    } catch (AlipayApiException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .count();

        assertThat(moved).isEqualTo(1);
        assertThat(alipay.trades(order).get(0).paidBackFen()).isEqualTo(400);
    }

    @Test
    void takesNoOtherAmountUnderTheSameNumber() throws AlipayApiException {
        shop.refund(order, "R-1", "4.00");

        assertThat(shop.refund(order, "R-1", "4.01").getSubCode()).isEqualTo("ACQ.DISCORDANT_REPEAT_REQUEST");
    }

    @Test
    void closesTheTradeWhenAllHasGoneBackAndPaysNoFenMore() throws AlipayApiException {
        shop.refund(order, "R-1", "4.00");
        assertThat(patiently("R-2", "6.01").getSubCode()).isEqualTo("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL");
        assertThat(patiently("R-2", "6.00").getFundChange()).isEqualTo("Y");

        assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_CLOSED");
        assertThat(shop.query(order).getSendPayDate()).isNotNull();
        assertThat(shop.refund(order, "R-3", "0.01").getSubCode()).isEqualTo("ACQ.REFUND_AMT_NOT_EQUAL_TOTAL");
    }

    @Test
    void wantsAPauseBetweenTwoRefunds() {
        var now = Instant.parse("2026-11-11T12:00:00Z");
        var checkout = new SandboxCheckout(
                "c", SandboxCheckout.Product.PAGE, order, "tea", SandboxAmount.ofYuan("10"), now, "", "");
        var trade = Trade.opened("t", checkout, "ann", now)
                .paidAt(now)
                .with(new Trade.Refund("R-1", SandboxAmount.ofYuan("1"), now, Optional.of(now)), now);
        var pause = Duration.ofSeconds(3);

        assertThatThrownBy(() -> RefundRules.check(trade, SandboxAmount.ofYuan("1"), now.plusMillis(2_999), pause))
                .isInstanceOf(GatewayRefused.class);
        RefundRules.check(trade, SandboxAmount.ofYuan("1"), now.plusMillis(3_000), pause);
    }

    @Test
    void paysNothingBackAfterTheTradeHasFinished() throws AlipayApiException {
        alipay.finish(alipay.trades(order).get(0).tradeNo());

        assertThat(shop.refund(order, "R-1", "1.00").getSubCode()).isEqualTo("ACQ.TRADE_HAS_FINISHED");
    }

    @Test
    void tellsOfARefundOnlyOnceItIsDone() throws AlipayApiException {
        assertThat(shop.refundQuery(order, "R-1").isSuccess()).isTrue();
        assertThat(shop.refundQuery(order, "R-1").getRefundStatus()).isNull();

        shop.refund(order, "R-1", "4.00");

        assertThat(shop.refundQuery(order, "R-1").getRefundStatus()).isEqualTo("REFUND_SUCCESS");
        assertThat(shop.refundQuery(order, "R-1").getRefundAmount()).isEqualTo("4.00");
    }

    @Test
    void leavesARefundUndoneOnDemandUntilItIsAskedForAgain() throws AlipayApiException {
        var strict = LocalAlipay.withoutLateRefunds();
        var merchant = TestMerchant.at(strict, "");
        strict.pay(merchant.payPage(order, "10.00"));

        strict.during(LocalAlipayFault.refundNotDone().forOrder(order), () -> {
            var answer = merchant.refund(order, "R-1", "4.00");
            assertThat(answer.isSuccess()).isTrue();
            assertThat(answer.getFundChange()).isEqualTo("N");
        });

        assertThat(merchant.refundQuery(order, "R-1").getRefundStatus()).isNull();
        assertThat(merchant.refund(order, "R-1", "4.00").getFundChange()).isEqualTo("Y");
    }

    @Test
    void doesALeftRefundByItselfAfterAWhile() throws AlipayApiException {
        alipay.during(LocalAlipayFault.refundNotDone().forOrder(order), () -> shop.refund(order, "R-1", "10.00"));

        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        "REFUND_SUCCESS".equals(shop.refundQuery(order, "R-1").getRefundStatus()));
        assertThat(shop.query(order).getTradeStatus()).isEqualTo("TRADE_CLOSED");
    }

    @Test
    void saysNoOnDemand() throws AlipayApiException {
        alipay.during(
                LocalAlipayFault.refuse("ACQ.SELLER_BALANCE_NOT_ENOUGH").forOrder(order),
                () -> assertThat(shop.refund(order, "R-1", "4.00").getSubCode())
                        .isEqualTo("ACQ.SELLER_BALANCE_NOT_ENOUGH"));

        assertThat(alipay.trades(order).get(0).refunds()).isEmpty();
    }

    /** Asks again while the pause since the refund before is not over. */
    private AlipayTradeRefundResponse patiently(String number, String yuan) {
        return await().atMost(Duration.ofSeconds(5))
                .until(
                        () -> shop.refund(order, number, yuan),
                        answer -> !"ACQ.SYSTEM_ERROR".equals(answer.getSubCode()));
    }
}
