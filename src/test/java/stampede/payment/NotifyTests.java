package stampede.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.alipaysandbox.LocalAlipay.Message.about;
import static stampede.payment.Notification.Verdict;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import stampede.StampedeTest;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipay.Message;
import stampede.order.Order;
import stampede.order.OrderStatus;

/** What Alipay, and whoever pretends to be, may tell the shop; each through the real door, with real signatures. */
@StampedeTest
class NotifyTests {

    @Autowired
    private OrdersToPay shop;

    private final LocalAlipay alipay = LocalAlipay.shared();

    @Test
    void aGenuineNotificationPaysTheOrder() {
        var order = shop.begun();

        var trade = alipay.pay(shop.page(order)).trade();

        shop.awaitStatus(order, OrderStatus.PAID);
        assertThat(shop.money(order).payments()).singleElement().satisfies(payment -> {
            assertThat(payment.tradeNo()).isEqualTo(trade.tradeNo());
            assertThat(payment.amount()).isEqualTo(order.total());
            assertThat(payment.state()).isEqualTo(Payment.State.APPLIED);
            assertThat(payment.paidAt()).isPresent();
        });
        assertThat(shop.inbox(order.id()))
                .singleElement()
                .extracting(Notification::verdict)
                .isEqualTo(Verdict.PAID);
    }

    @Test
    void aForgedOneChangesNothing() {
        var order = shop.begun();
        var trade = shop.payUnheard(order);

        refused(order, about(trade).signedBrokenly(), Verdict.FORGED);
    }

    private void refused(Order order, Message message, Verdict verdict) {
        assertThat(alipay.send(message)).singleElement().satisfies(NotifyTests::wasTurnedAway);
        assertThat(shop.status(order)).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(shop.money(order)).isEqualTo(MoneyOfOrder.NONE);
        assertThat(shop.inbox(order.id())).singleElement().satisfies(notification -> {
            assertThat(notification.verdict()).isEqualTo(verdict);
            assertThat(notification.body())
                    .contains("out_trade_no=" + order.id())
                    .doesNotContain("sign=");
        });
    }

    private static void wasTurnedAway(LocalAlipay.Send send) {
        assertThat(send.answer()).isEqualTo("fail");
        assertThat(send.status()).isEqualTo(400);
    }
}
