package stampede.alipaysandbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.core.io.ClassPathResource;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The cashier and the control page in a browser. */
@Apart
class SandboxPagesTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final TestMerchant shop = TestMerchant.at(alipay, "");
    private final String order = TestMerchant.newOrder();

    static Stream<Device> devices() {
        return Stream.of(
                Device.PHONE.wide(320).in("zh-CN").atNight(), Device.DESKTOP, Device.PHONE.withoutJavaScript());
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aBuyerPaysAndComesBackToTheShopWithSignedWords(Device device) {
        try (var buyer = visitor(device)) {
            buyer.open(shop.payPage(order, "19.90").toString()).inspect().photograph("alipay-cashier");
            buyer.page().click("#sign-in");
            buyer.inspect().photograph("alipay-cashier-signed-in");
            assertThat(alipay.trades(order)).singleElement().matches(trade -> !trade.paid());

            buyer.page().click("#pay");

            buyer.page().waitForURL("**/back?**");
            assertThat(alipay.trades(order)).singleElement().matches(LocalAlipay.Trade::paid);
            assertThat(buyer.page().url())
                    .startsWith("http://127.0.0.1:9/back?from=alipay&")
                    .contains("&out_trade_no=" + order)
                    .contains("&method=alipay.trade.page.pay.return")
                    .contains("&sign=");

            buyer.open(shop.payPage(order, "19.90").toString()).inspect().photograph("alipay-cashier-paid");
            buyer.page().click("#pay-as-another");
            buyer.page().waitForURL("**/back?**");
            assertThat(alipay.trades(order)).hasSize(2).allMatch(LocalAlipay.Trade::paid);
        }
    }

    @Test
    void aBuyerWalksAwayWithoutPaying() {
        try (var buyer = visitor(Device.PHONE)) {
            buyer.open(shop.payPage(order, "19.90").toString()).page().click("#onward");

            buyer.page().waitForURL("**/back?**");
            assertThat(buyer.page().url()).isEqualTo("http://127.0.0.1:9/back?from=alipay&out_trade_no=" + order);
            assertThat(alipay.trades(order)).isEmpty();
        }
    }

    @Test
    void thePageLooksAgainWhenTheTimeIsOver() {
        try (var buyer = visitor(Device.PHONE)) {
            buyer.open(
                    shop.payPage(order, "19.90", Instant.now().plusSeconds(3)).toString());
            PlaywrightAssertions.assertThat(buyer.page().locator(".countdown")).isVisible();

            buyer.page().waitForSelector("#over");

            buyer.inspect().photograph("alipay-cashier-over");
            assertThat(buyer.page().locator("#pay").count()).isZero();
        }
    }

    @Test
    void thePageTellsWhatWasRefused() {
        try (var buyer = visitor(Device.DESKTOP)) {
            buyer.open(shop.payPage(order, "19.90").toString().replace("19.90", "00.01"));
            assertThat(buyer.page().content()).contains("isv.invalid-signature");
            buyer.forgive().inspect().photograph("alipay-refused");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void faultsAreSwitchedAndTradesSteeredOnTheControlPage(Device device) {
        try (var ear = new ListeningShop();
                var operator = visitor(device)) {
            alipay.pay(TestMerchant.at(alipay, ear.url()).payPage(order, "19.90"));
            await().until(() -> ear.heard(order).size() == 1);
            operator.open("/?order=" + order);
            operator.page().selectOption("select[name=kind]", "DROP");
            operator.page().fill("input[name=outTradeNo]", order);
            operator.page().fill("input[name=share]", "0.5");
            operator.page().click("#faults ~ .fields button");
            assertThat(operator.page().locator(".rules").innerText()).contains(order);
            operator.inspect();

            operator.open("/?order=" + order).page().click(".trade summary");
            operator.inspect().photograph("alipay-control");
            operator.page().click(".notices button");
            await().until(() -> ear.heard(order).size() == 2);
            operator.page().click(".trade .row button");
            await().until(() -> alipay.trades(order).get(0).status().equals("TRADE_FINISHED"));

            operator.page().click(".rules li:has-text('" + order + "') button");
            PlaywrightAssertions.assertThat(operator.page().locator("#faults ~ .rules li:has-text('" + order + "')"))
                    .hasCount(0);
        }
    }

    @Test
    void noOtherSitePressesAButton() throws Exception {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create(alipay.address() + "/faults/off"))
                .header("Sec-Fetch-Site", "cross-site")
                .POST(HttpRequest.BodyPublishers.noBody())
                .build();

        assertThat(client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode())
                .isEqualTo(403);
    }

    @Test
    void bothLanguagesSayTheSameThings() throws IOException {
        assertThat(messages("messages.properties").keySet())
                .isEqualTo(messages("messages_zh.properties").keySet());
    }

    private static Properties messages(String file) throws IOException {
        var messages = new Properties();
        var resource = new ClassPathResource(file, AlipaySandbox.class);
        try (Reader reader = new InputStreamReader(resource.getInputStream(), StandardCharsets.UTF_8)) {
            messages.load(reader);
        }
        return messages;
    }

    /** Somebody whose shop answers at its return address, and is otherwise closed. */
    private BrowserVisitor visitor(Device device) {
        var visitor = chromium.visitor(alipay.address(), device);
        visitor.page().route("**/back?**", route -> route.fulfill(new Route.FulfillOptions().setBody("back")));
        return visitor;
    }
}
