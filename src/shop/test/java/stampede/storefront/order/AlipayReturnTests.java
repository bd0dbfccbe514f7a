package stampede.storefront.order;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.storefront.PageClient.page;

import java.net.URI;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView.Gate;
import stampede.security.Browser;

/** To the local Alipay and back, as a browser without scripts goes, past the doors of the whole shop. */
@StampedeTest
class AlipayReturnTests {

    private static final String PASSWORD = "a good password";

    private final String name = "w" + UUID.randomUUID().toString().substring(0, 8);
    private final LocalAlipay alipay = LocalAlipay.shared();

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private LiveStock stock;

    @Autowired
    private Catalog catalog;

    @LocalServerPort
    private int port;

    private Browser browser;
    private String order;

    @BeforeEach
    void buy() {
        browser = new Browser(port);
        browser.register(name, PASSWORD);
        order = order();
    }

    @Test
    void whoMustSignInOnTheWayBackSeesThePaidOrderThoughNoNotificationCame() {
        alipay.switchOn(LocalAlipayFault.drop().forOrder(number()));
        alipay.pay(payPage());
        var back = "/payments/alipay/return?out_trade_no=" + number();
        var elsewhere = new Browser(port);

        var asked = location(elsewhere.get(back + "&sign=secret&total_amount=0.01"));
        assertThat(asked).isEqualTo("/sign-in?continue=" + back);
        var signedIn =
                elsewhere.submit(asked, "/sign-in", Map.of("username", name, "password", PASSWORD, "continue", back));
        assertThat(location(signedIn)).isEqualTo(back);

        assertThat(page(elsewhere.get(back)).select("#returned").attr("data-status"))
                .isEqualTo("PAID");
    }

    @Test
    void theWayBackOfOthersShowsNothing() {
        var other = new Browser(port);
        other.register(name + "x", PASSWORD);

        assertThat(other.get("/payments/alipay/return?out_trade_no=" + number()).statusCode())
                .isEqualTo(404);
    }

    @Test
    void aFormOfAnotherSiteNeitherBeginsToPayNorAsksForMoney() {
        assertThat(browser.post(order + "/payment", Map.of()).statusCode()).isEqualTo(403);
        assertThat(browser.post(order + "/refunds", Map.of("amount", "1")).statusCode())
                .isEqualTo(403);

        assertThat(location(browser.get(order + "/payment")))
                .as("nothing was begun")
                .isEqualTo(order);
    }

    @Test
    void thePageThatLeadsToAlipayAllowsNoFormToLeaveTheShop() {
        var leaving = beginToPay();

        assertThat(leaving.headers().firstValue("Content-Security-Policy").orElseThrow())
                .contains("form-action 'self'");
        assertThat(page(leaving).select("main form")).isEmpty();
        assertThat(page(leaving).select("meta[http-equiv=refresh]").attr("content"))
                .isEqualTo("0;url=" + page(leaving).select("a[rel=external]").attr("href"))
                .startsWith("0;url=" + alipay.address() + "/gateway.do?");
    }

    private URI payPage() {
        return URI.create(page(beginToPay()).select("a[rel=external]").attr("href"));
    }

    private HttpResponse<String> beginToPay() {
        var begun = browser.submit(order, order + "/payment", Map.of());
        assertThat(location(begun)).isEqualTo(order + "/payment");
        return browser.get(order + "/payment");
    }

    private String number() {
        return order.substring("/orders/".length());
    }

    private String order() {
        var offer = onSale();
        var form = Map.of("key", UUID.randomUUID().toString(), "units", "1", "address", "1 Long Street");
        var place = location(browser.submit("/offers/" + offer, "/offers/" + offer + "/purchases", form));
        return await().atMost(Duration.ofSeconds(30))
                .until(() -> page(browser.get(place)).select("main a[href^=/orders/]"), links -> !links.isEmpty())
                .attr("href");
    }

    private OfferId onSale() {
        var offer = TestOffers.running(offerPublishing, 1, 1);
        await().atMost(Duration.ofSeconds(20))
                .until(() -> stock.of(offer).gate() == Gate.OPEN
                        && catalog.offer(offer).isPresent());
        return offer;
    }

    private static String location(HttpResponse<String> answer) {
        var location = URI.create(answer.headers().firstValue("Location").orElseThrow());
        return location.getRawQuery() == null
                ? location.getRawPath()
                : location.getRawPath() + "?" + location.getRawQuery();
    }
}
