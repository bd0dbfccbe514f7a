package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.inquiry.Standstill;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.security.PageCookies;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The pages on which operators look purchases up, see which are stuck, and resolve one. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PurchasePagesTests {

    private static final String PURCHASES = "/console/purchases";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Standstill standstill;

    @Autowired
    private Refunds refunds;

    private OfferId offer;
    private Order refunded;
    private OrderId stuck;
    private ConsoleBrowser operator;

    @BeforeAll
    void sell() {
        offer = standstill.open();
        refunded = paidOrders.paid(offer);
        refunds.give(signedIn(Role.OPERATOR), refunded.id(), refunded.total(), "It broke.");
        refunded = paidOrders.until(refunded, OrderStatus.REFUNDED);
        stuck = standstill.reserved(offer, Standstill.LONG);
        operator = as(Role.OPERATOR);
    }

    @Test
    void areForOperatorsOnly() {
        for (var role : List.of(Role.SHOPPER, Role.SELLER)) {
            var other = as(role);
            for (var path : List.of(PURCHASES, page(stuck), page(refunded.id()))) {
                assertThat(other.open(path).statusCode()).as(path).isEqualTo(403);
            }
            assertThat(other.forge(page(stuck) + "/resolve").statusCode()).isEqualTo(403);
        }
        assertThat(operator.forge(page(stuck) + "/resolve").statusCode())
                .as("a form that no page drew")
                .isEqualTo(403);
        assertThat(operator.read(page(stuck))).contains("It is stuck");
    }

    @Test
    void leadFromANumberToItsSteps() {
        var found = operator.open(PURCHASES + "?id=%20" + refunded.id() + "%20");
        assertThat(found.headers().firstValue("Location").orElseThrow()).endsWith(page(refunded.id()));
        assertThat(operator.open(PURCHASES + "?id=" + refunded.id() + "-" + offer)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith(page(refunded.id()));

        var page = operator.read(page(refunded.id()));

        assertThat(page)
                .containsSubsequence("Reserved", "by the shopper " + refunded.shopper(), "Published to the queue")
                .containsSubsequence("time not kept", "by a worker", "by the operator", "Money went back", "by Alipay")
                .contains("Refunded", "REFUND_GIVEN", "/console/payments/orders/" + refunded.id())
                .doesNotContain("??", "style=\"", "It is stuck", "/resolve");
        assertThat(operator.read(page(refunded.id()) + "?lang=zh-CN"))
                .contains("预扣库存", "Redis 确认扣减", "没有记下时间")
                .doesNotContain("??");
    }

    @Test
    void areLinkedFromWherePurchasesAreListed() {
        assertThat(operator.read("/console")).contains("href=\"/console/purchases\"");
        assertThat(operator.read("/console/offers/" + offer)).contains("/console/offers/" + offer + "/settlement");
        assertThat(operator.read("/console/offers/" + offer + "/settlement")).contains(page(refunded.id()));
        assertThat(operator.read("/console/payments/orders/" + refunded.id())).contains(page(refunded.id()));
        assertThat(operator.read(PURCHASES)).contains(page(stuck), "Reserved, and neither placed nor given up");
        assertThat(operator.read(PURCHASES + "?lang=zh-CN")).contains("卡住的购买").doesNotContain("??");
    }

    @Test
    void sayClearlyThatANumberIsNoneOrNobodys() {
        for (var bad : List.of("teapot", "-1", "0", "1.5", "99999999999999999999", "1-2-3", "%27%20or%201%3D1")) {
            var answer = operator.open(PURCHASES + "?id=" + bad);
            assertThat(answer.statusCode()).as(bad).isEqualTo(404);
            assertThat(answer.body())
                    .as(bad)
                    .contains("is no number of a purchase")
                    .doesNotContain("??");
        }
        assertThat(operator.open(PURCHASES + "/teapot").statusCode()).isEqualTo(404);
        var nobodys = Standstill.id(Duration.ofMinutes(2));
        var answer = operator.open(PURCHASES + "/" + nobodys);
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(answer.body())
                .contains("There is no trace of a purchase with the number " + nobodys, "would have been made at");
        assertThat(operator.open(PURCHASES + "/1").body()).contains("There is no trace");
    }

    @Test
    void resolveAStuckOneAfterAsking() {
        var lost = standstill.reserved(offer, Standstill.LONG);
        assertThat(operator.read(page(lost))).contains("Yes, resolve it");

        var page = operator.submit(page(lost), page(lost) + "/resolve", Map.of());

        assertThat(page)
                .contains("It is given up as lost", "Given up as lost", "PURCHASE_RESOLVED GIVEN_UP")
                .doesNotContain("It is stuck", "/resolve\"");
        assertThat(operator.submit(page(stuck), page(lost) + "/resolve", Map.of()))
                .contains("nothing was changed");
    }

    @Test
    void areFitToBeSeenOnAPhone() {
        look(Device.PHONE);
    }

    @Test
    void areFitToBeSeenOnADesktopInChinese() {
        look(Device.DESKTOP.in("zh-CN"));
    }

    private void look(Device device) {
        var shop = "http://127.0.0.1:" + port;
        var response = new MockHttpServletResponse();
        cookies.signIn(signedIn(Role.OPERATOR), new MockHttpServletRequest(), response);
        try (var visitor = chromium.visitor(shop, device)) {
            for (var cookie : response.getCookies()) {
                if (cookie.getMaxAge() != 0) {
                    visitor.withCookie(cookie.getName(), cookie.getValue(), shop);
                }
            }
            visitor.open(PURCHASES).photograph("console-purchases").inspect();
            visitor.open(page(stuck)).photograph("console-purchase-stuck").inspect();
            visitor.open(page(refunded.id()))
                    .photograph("console-purchase-refunded")
                    .inspect();
        }
    }

    private static String page(OrderId id) {
        return PURCHASES + "/" + id;
    }

    private ConsoleBrowser as(Role role) {
        return new ConsoleBrowser(port, cookies, signedIn(role));
    }

    private SignedIn signedIn(Role role) {
        return accounts.ensure("purchases-" + role.name().toLowerCase(Locale.ROOT), "a long enough password", role);
    }
}
