package stampede.payment;

import static java.time.Duration.ofMillis;
import static org.assertj.core.api.Assertions.assertThat;
import static stampede.alipaysandbox.LocalAlipay.Message.about;

import java.io.IOException;
import java.nio.file.Files;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import stampede.StampedeTest;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.ids.Ids;
import stampede.order.OrderId;

/** Nothing that passes through payment is written to a log that somebody else could use. */
@StampedeTest
@ExtendWith(OutputCaptureExtension.class)
class PaymentLogTests {

    /** In every notification; nothing else in the shop's log says it ("marked as broken" is what a pool says of a connection). */
    private static final String BODY = "body-of-a-notification";

    @Autowired
    private OrdersToPay shop;

    @Autowired
    private PaymentTaskHandlers tasks;

    @Autowired
    private Ids ids;

    @Autowired
    private LoggingSystem logging;

    private final LocalAlipay alipay = LocalAlipay.shared();

    @Test
    void showsNoSignatureNoKeyAndNoNotification(CapturedOutput output) throws IOException {
        logging.setLogLevel("stampede.payment", LogLevel.TRACE);
        logging.setLogLevel("stampede.alipay", LogLevel.TRACE);
        var order = shop.begun();
        try {
            var page = shop.page(order);
            var trade = shop.payUnheard(order, page);
            var failing = LocalAlipayFault.systemError()
                    .of("alipay.trade.query")
                    .forOrder(order.id().toString());
            alipay.during(failing, () -> tasks.query(QueryPayment.of(order.id(), 0)));
            var lost = LocalAlipayFault.answerLost(ofMillis(50))
                    .of("alipay.trade.query")
                    .forOrder(order.id().toString());
            alipay.during(lost, () -> tasks.query(QueryPayment.of(order.id(), 0)));
            alipay.send(about(trade).with("body", BODY).unsigned());
            alipay.send(about(trade).with("body", BODY).signedBrokenly());
            alipay.send(about(trade).with("body", BODY).with("total_amount", "0.01"));
            alipay.send(about(trade).with("body", BODY).with("out_trade_no", new OrderId(ids.next()).toString()));
            alipay.send(about(trade).with("body", BODY));
            assertThat(page.getRawQuery()).contains("sign=");
        } finally {
            logging.setLogLevel("stampede.payment", null);
            logging.setLogLevel("stampede.alipay", null);
        }

        assertThat(output.getAll())
                .contains("WRONG_AMOUNT")
                .contains("UNKNOWN_ORDER")
                .contains("FORGED")
                .doesNotContain("sign=")
                .doesNotContain(BODY)
                .doesNotContain("fund_bill_list")
                .doesNotContain(line("app-private"))
                .doesNotContain(line("alipay-public"));
    }

    /** One of the middle lines of a key. */
    private String line(String key) throws IOException {
        return Files.readAllLines(alipay.key(key)).get(3);
    }
}
