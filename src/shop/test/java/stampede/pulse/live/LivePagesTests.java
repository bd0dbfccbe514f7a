package stampede.pulse.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.microsoft.playwright.Page;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.console.ConsoleBrowser;
import stampede.sale.SalePause;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The live pages: figures, streams, marks, in a browser and without scripts. */
@StampedeTest
class LivePagesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Catalog catalog;

    @Autowired
    private SalePause pause;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private Clock clock;

    private ApiClient shop;
    private SignedIn operator;
    private String offer;

    @BeforeEach
    void sell() {
        shop = new ApiClient(port);
        operator = accounts.ensure("live-operator", "a long enough password", Role.OPERATOR);
        offer = fixture.onSale(shop, 5, 1);
        fixture.shoppers(8).forEach(shopper -> shop.as(shopper).buy(offer, 1, "press"));
    }

    @Test
    void drawsTheSameFiguresWithScriptsAndWithout() {
        var path = "/console/live/" + offer;
        for (var device : Stream.of(Device.DESKTOP, Device.PHONE.in("zh-CN").atNight(), Device.PHONE.wide(320))
                .toList()) {
            try (var visitor = visitor(device)) {
                var page = visitor.open(path).page();
                await().atMost(PATIENCE)
                        .until(() -> sum(page.locator("#chart-PRESSES tr[data-series=ACCEPTED] [data-sum]")
                                                .textContent())
                                        == 5
                                && sum(page.locator("#chart-ORDERS tr[data-series=PLACED] [data-sum]")
                                                .textContent())
                                        == 5);
                assertThat(page.locator(".uplot canvas").count()).isEqualTo(LiveChart.values().length);
                await().atMost(PATIENCE).until(() -> left(page).matches("(\\d+) \\1"));
                page.locator("#chart-PRESSES tr[data-series=SOLD_OUT] button").click();
                assertThat(page.locator("#chart-PRESSES tr[data-series=SOLD_OUT] button")
                                .getAttribute("aria-pressed"))
                        .isEqualTo("false");
                visitor.inspect().photograph("live");
                visitor.open("/console/live").inspect();
                visitor.open("/console/live/slot/" + slot()).inspect().photograph("live-slot");
            }
        }
        try (var visitor = visitor(Device.PHONE.wide(320).withoutJavaScript())) {
            var page = visitor.open(path).inspect().photograph("live").page();
            assertThat(page.locator("#chart-PRESSES tr[data-series=ACCEPTED] [data-sum]")
                            .textContent())
                    .isEqualTo("5");
            assertThat(page.locator("#refused tr[data-refused=SOLD_OUT] td")
                            .first()
                            .textContent())
                    .isEqualTo("3");
            assertThat(left(page)).as("large, and in the table").matches("(\\d+) \\1");
            assertThat(page.locator(".curves svg path.line").count()).isPositive();
        }
    }

    @Test
    void aStreamBeginsWithWhatHappenedGoesOnAndTellsOfAPause() throws IOException, InterruptedException {
        var answer = stream("/console/live/" + offer + "/events", operator);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("X-Accel-Buffering")).contains("no");
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            assertThat(read(lines, line -> line.equals("event:second"))).anyMatch(line -> line.equals("event:history"));

            pause.pause(operator, new OfferId(Long.parseLong(offer)), "because of the test");
            assertThat(read(lines, line -> line.contains("PAUSED"))).contains("event:marks");
        }
        assertThat(Jsoup.parse(browser(operator).read("/console/live/" + offer + "?lang=en"))
                        .select("#marks")
                        .text())
                .contains("Paused");
    }

    @Test
    void whoComesLaterSeesThatANodeDied() {
        var minuteAgo = clock.instant().getEpochSecond() - 60;
        redis.opsForZSet().add("pulse:nodes", "one-that-died", (double) minuteAgo);
        try {
            assertThat(Jsoup.parse(browser(operator).read("/console/live/" + offer + "?lang=en"))
                            .select("#marks")
                            .text())
                    .contains("A node went");
        } finally {
            redis.opsForZSet().remove("pulse:nodes", "one-that-died");
        }
    }

    @Test
    void aSellerSeesTheirsAndNothingElse() {
        var now = Instant.now();
        var mine = fixture.inWindow(new SaleWindow(now.minus(Duration.ofMinutes(3)), now.plus(Duration.ofHours(1))));
        var theirs = accounts.ensure("api-seller", "a long enough password", Role.SELLER);
        var other = accounts.ensure("live-other-seller", "a long enough password", Role.SELLER);

        assertThat(browser(theirs).open("/seller/live/" + mine).statusCode()).isEqualTo(200);
        assertThat(browser(theirs).open("/seller/live/" + mine + "/figures").body())
                .contains("\"series\"");
        for (var path : List.of("", "/figures", "/events")) {
            assertThat(browser(other).open("/seller/live/" + mine + path).statusCode())
                    .isEqualTo(404);
        }
    }

    private static List<String> read(BufferedReader lines, Predicate<String> until) throws IOException {
        var read = new ArrayList<String>();
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            read.add(line);
            if (until.test(line)) {
                return read;
            }
        }
        throw new AssertionError("The stream ended: " + read);
    }

    private HttpResponse<InputStream> stream(String path, SignedIn who) throws IOException, InterruptedException {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                                .header("Accept", "text/event-stream")
                                .header("Cookie", cookie(who))
                                .build(),
                        HttpResponse.BodyHandlers.ofInputStream());
    }

    private String cookie(SignedIn who) {
        var response = new MockHttpServletResponse();
        cookies.signIn(who, new MockHttpServletRequest(), response);
        return Arrays.stream(response.getCookies())
                .filter(given -> given.getMaxAge() != 0)
                .map(given -> given.getName() + "=" + given.getValue())
                .collect(Collectors.joining("; "));
    }

    private String slot() {
        return catalog.offer(new OfferId(Long.parseLong(offer)))
                .orElseThrow()
                .slot()
                .toString();
    }

    /** The large figure, and the one in the table: units come back when nobody pays, so how many there are is a matter of time. */
    private static String left(Page page) {
        return page.locator("[data-figure=left]").textContent() + " "
                + page.locator("#chart-UNITS tr[data-series=left] [data-now]").textContent();
    }

    private static long sum(String text) {
        return text.matches("\\d+") ? Long.parseLong(text) : -1;
    }

    private ConsoleBrowser browser(SignedIn who) {
        return new ConsoleBrowser(port, cookies, who);
    }

    private BrowserVisitor visitor(Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, operator);
    }
}
