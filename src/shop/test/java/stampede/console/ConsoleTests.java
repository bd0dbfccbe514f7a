package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.ReserveAnswer;
import stampede.counter.ReserveRequest;
import stampede.counter.StockCounter;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.security.PageCookies;
import stampede.stock.ReservationId;

@StampedeTest
class ConsoleTests {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private LiveStock live;

    @Autowired
    private StockCounter counter;

    @Autowired
    private Ids ids;

    private final HttpClient browser = HttpClient.newHttpClient();
    private OfferId offer;

    @BeforeEach
    void publish() {
        offer = TestOffers.running(offerPublishing, 20, 5);
    }

    @Test
    void isForOperatorsOnly() throws Exception {
        assertThat(get("/console", "").statusCode()).isEqualTo(302);
        for (var role : List.of(Role.SHOPPER, Role.SELLER)) {
            var cookie = signIn(role);
            assertThat(get("/console", cookie).statusCode()).isEqualTo(403);
            assertThat(get("/console/offers/" + offer, cookie).statusCode()).isEqualTo(403);
            assertThat(post("/console/offers/" + offer + "/pause", cookie, "x").statusCode())
                    .isEqualTo(403);
        }
        assertThat(get("/console", signIn(Role.OPERATOR)).statusCode()).isEqualTo(200);
    }

    @Test
    void showsHowTheOffersOfASlotSell() throws Exception {
        var operator = signIn(Role.OPERATOR);
        untilGate(StockView.Gate.OPEN);
        assertThat(reserve(5)).isInstanceOf(ReserveAnswer.Reserved.class);
        await().untilAsserted(() -> assertThat(live.of(offer).left()).isEqualTo(15));

        var page = get("/console?slot=" + slot(), operator).body();

        assertThat(page)
                .contains("Teapot", "data-gate=\"OPEN\"", ">15<", ">20<")
                .doesNotContain("style=\"");
        assertThat(get("/console?slot=" + slot() + "&lang=zh-CN", operator).body())
                .contains("控制台", "开放");
    }

    @Test
    void pausesAnOfferAfterAskingAndSellsAgainAfterResuming() throws Exception {
        var operator = signIn(Role.OPERATOR);
        untilGate(StockView.Gate.OPEN);

        var asked = get("/console/offers/" + offer + "/pause", operator);
        assertThat(asked.body()).contains("Pause this sale?");
        assertThat(live.of(offer).gate()).isEqualTo(StockView.Gate.OPEN);
        var paused = submit(asked, "/console/offers/" + offer + "/pause", operator);

        assertThat(paused.statusCode()).isEqualTo(302);
        assertThat(reserve(1)).isEqualTo(new ReserveAnswer.Not(ReserveAnswer.Why.PAUSED));
        untilGate(StockView.Gate.PAUSED);
        var shown = get("/console/offers/" + offer + "?done=PAUSED", operator);
        assertThat(shown.body()).contains("data-gate=\"PAUSED\"", "The sale is paused.", "Resume");

        submit(shown, "/console/offers/" + offer + "/resume", operator);

        assertThat(reserve(1)).isInstanceOf(ReserveAnswer.Reserved.class);
        untilGate(StockView.Gate.OPEN);
        assertThat(get("/console/offers/" + offer, operator).body()).contains("data-gate=\"OPEN\"", "Pause");
    }

    @Test
    void changesNothingForAFormThatIsNotItsOwn() throws Exception {
        var operator = signIn(Role.OPERATOR);
        untilGate(StockView.Gate.OPEN);

        assertThat(post("/console/offers/" + offer + "/pause", operator, "forged")
                        .statusCode())
                .isEqualTo(403);

        assertThat(reserve(1)).isInstanceOf(ReserveAnswer.Reserved.class);
    }

    @Test
    void provesTheBooksOfAnOfferAndSaysWhereTheyDoNotAgree() throws Exception {
        var operator = signIn(Role.OPERATOR);
        untilGate(StockView.Gate.OPEN);
        var path = "/console/offers/" + offer + "/books";
        assertThat(get(path, operator).body())
                .contains("The books agree", "D1", "R4", "Q3")
                .doesNotContain("data-ok=\"false\"");
        assertThat(get(path + "?lang=zh-CN", operator).body()).contains("账目一致", "总量等于剩余加订单占用");

        assertThat(reserve(2)).isInstanceOf(ReserveAnswer.Reserved.class);

        assertThat(get(path, operator).body()).contains("Orders are under way (1 reserved)", "data-ok=\"false\"");
    }

    @Test
    void saysThatThereIsNoSuchOffer() throws Exception {
        assertThat(get("/console/offers/12345", signIn(Role.OPERATOR)).statusCode())
                .isEqualTo(404);
    }

    @Test
    void showsManyOffersPageByPage() throws Exception {
        var operator = signIn(Role.OPERATOR);
        var slot = TestOffers.runningSlot(offerPublishing);
        offerPublishing.publishAll(IntStream.range(0, 120)
                .mapToObj(i -> new OfferPublishing.NewOffer(
                        TestOffers.product(offerPublishing, "Cup no. " + i + "."), slot, new Money(100), 1, 1))
                .toList());

        var second = get("/console?slot=" + slot + "&page=1", operator).body();
        var beyond = get("/console?slot=" + slot + "&page=99", operator).body();

        assertThat(second).contains("Cup no. 50.", "Cup no. 99.").doesNotContain("Cup no. 49.", "Cup no. 100.");
        assertThat(beyond).contains("Cup no. 119.").doesNotContain("Cup no. 99.");
    }

    private ReserveAnswer reserve(int units) {
        var id = new ReservationId(ids.next());
        return counter.reserve(new ReserveRequest(id, offer, new AccountId(ids.next()), units, "key-" + id, "detail"));
    }

    private void untilGate(StockView.Gate gate) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(live.of(offer).gate()).isEqualTo(gate));
    }

    private SlotId slot() {
        return offerPublishing.openingBefore(Instant.now()).stream()
                .filter(running -> running.id().equals(offer))
                .findFirst()
                .orElseThrow()
                .slot();
    }

    private String signIn(Role role) {
        var response = new MockHttpServletResponse();
        var account =
                accounts.ensure("console-" + role.name().toLowerCase(Locale.ROOT), "a long enough password", role);
        cookies.signIn(account, new MockHttpServletRequest(), response);
        return Arrays.stream(response.getCookies())
                .filter(cookie -> cookie.getMaxAge() != 0)
                .map(cookie -> cookie.getName() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    /** Sends the form of a page with the token that the page gave. */
    private HttpResponse<String> submit(HttpResponse<String> page, String path, String cookie)
            throws IOException, InterruptedException {
        var token = CSRF.matcher(page.body());
        assertThat(token.find()).as("the page has a form").isTrue();
        var given = page.headers().allValues("Set-Cookie").stream()
                .map(header -> header.substring(0, header.indexOf(';')))
                .collect(Collectors.joining("; "));
        return post(path, cookie + "; " + given, token.group(1));
    }

    private HttpResponse<String> get(String path, String cookie) throws IOException, InterruptedException {
        return send(
                HttpRequest.newBuilder(address(path)).header("Cookie", cookie).GET());
    }

    private HttpResponse<String> post(String path, String cookie, String csrf)
            throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address(path))
                .header("Cookie", cookie)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString("_csrf=" + URLEncoder.encode(csrf, StandardCharsets.UTF_8))));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return browser.send(request.header("Accept", "text/html").build(), HttpResponse.BodyHandlers.ofString());
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
