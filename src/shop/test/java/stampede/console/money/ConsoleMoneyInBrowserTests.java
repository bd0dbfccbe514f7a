package stampede.console.money;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.history.TaskResults;
import stampede.money.Money;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.paymentadmin.PaymentAdmin;
import stampede.refund.Refund;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** How the pages about money look, in a real browser. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConsoleMoneyInBrowserTests {

    private final LocalAlipay alipay = LocalAlipay.shared();

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private PaymentAdmin desk;

    @Autowired
    private TaskResults results;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private SignedIn operator;
    private List<Sight> sights;

    /** One order for each thing there is to see. */
    @BeforeAll
    void trade() {
        operator = accounts.ensure("money-operator", "a long enough password", Role.OPERATOR);
        var offer = paidOrders.open(9);
        var paid = paidOrders.paid(offer);
        alipay.send(
                LocalAlipay.Message.about(alipay.trades(paid.id().toString()).get(0))
                        .signedByAStranger());
        var asking = paidOrders.paid(offer);
        var asked = refunds.ask(
                asking.shopper(),
                asking.id(),
                new Money(490),
                "The lid does not fit, and the box was open when it came.");
        var refunded = paidOrders.paid(offer);
        refunds.give(operator, refunded.id(), new Money(1990), "Sent twice.");
        paidOrders.until(refunded, OrderStatus.REFUNDED);
        var unlucky = paidOrders.paid(offer);
        var stuck = stuck(unlucky.id().toString(), () -> refunds.give(operator, unlucky.id(), new Money(100), ""));
        var today = LocalDate.now(ZoneId.of("Asia/Shanghai"));
        results.await(desk.reconcile(operator, today), Integer.class, Duration.ofSeconds(60));
        var told = sql.sql("select max(id) from payment_notification where order_id = :order")
                .param("order", paid.id().value())
                .query(Long.class)
                .single();
        sights = List.of(
                new Sight("payments", "/console/payments"),
                new Sight("refunds", "/console/payments/refunds"),
                new Sight("refund-asked", "/console/payments/refunds/" + asked.requestNo()),
                new Sight("refund-stuck", "/console/payments/refunds/" + stuck.requestNo()),
                new Sight("notifications", "/console/payments/notifications"),
                new Sight("notification", "/console/payments/notifications/" + told),
                new Sight("order-paid", "/console/payments/orders/" + paid.id()),
                new Sight("order-refunded", "/console/payments/orders/" + refunded.id()),
                new Sight("bills", "/console/payments/days"),
                new Sight("audit", "/console/audit?subject=order:"),
                new Sight("settlements", "/console/settlements"),
                new Sight("tonight", "/console"),
                new Sight("bill", "/console/payments/days/" + today));
    }

    @Test
    void isFitToBeSeenOnAPhone() {
        look(Device.PHONE);
    }

    @Test
    void isFitToBeSeenOnADesktopInChineseAtNight() {
        look(Device.DESKTOP.in("zh-CN").atNight());
    }

    @Test
    void isFitToBeSeenWithoutJavaScript() {
        look(Device.DESKTOP.withoutJavaScript());
    }

    private void look(Device device) {
        try (var visitor = SignedInVisitor.at(port, chromium, device, cookies, operator)) {
            for (var sight : sights) {
                visitor.open(sight.path()).photograph("console-" + sight.name()).inspect();
            }
        }
    }

    private Refund stuck(String order, Supplier<Refund> giving) {
        var no = alipay.switchOn(
                LocalAlipayFault.refuse("ACQ.TRADE_HAS_FINISHED").forOrder(order));
        try {
            var given = giving.get();
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> desk.refund(given.requestNo()).orElseThrow().state() == Refund.State.STUCK);
            return given;
        } finally {
            no.off();
        }
    }

    private record Sight(String name, String path) {}
}
