package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import tools.jackson.databind.json.JsonMapper;

/** The shop on a home screen: without a network, before a link is pressed, and when a link is sent to others. */
@StorefrontTest
class HomeScreenTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final String DELIVERY = "performance.getEntriesByType('navigation')[0].deliveryType";

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    private PageClient web;

    @BeforeEach
    void connect() {
        web = new PageClient(port);
    }

    @Test
    void withoutANetworkAPageInBothLanguagesSaysSoAndNothingElseIsKept() {
        for (var device : List.of(Device.PHONE, Device.PHONE.in("zh-CN"))) {
            try (var visitor = shopper(device)) {
                var page = visitor.open("/").page();
                page.waitForFunction("() => navigator.serviceWorker.controller !== null");
                visitor.open("/offers/" + onSale()).inspect();
                visitor.open("/orders").inspect();

                assertThat(kept(page))
                        .contains("/offline")
                        .hasSizeGreaterThan(1)
                        .allMatch(path -> path.matches("/offline|/\\w+\\.(css|svg)\\?v=\\w{12}"));
                page.context().setOffline(true);
                page.reload();

                assertThat(page.locator("h1").textContent()).contains("您已离线").contains("You are offline");
                assertThat(page.evaluate("getComputedStyle(document.body).display"))
                        .as("the style is there")
                        .isEqualTo("flex");
                visitor.forgive().inspect().photograph("offline");

                page.context().setOffline(false);
                page.click("a.button");
                page.waitForURL("**/orders");
                assertThat(page.locator("h1").textContent()).doesNotContain("offline");
            }
        }
    }

    @Test
    void aLinkIsFetchedBeforeItIsPressedForStrangersOnly() {
        var offer = onSale();
        try (var visitor = chromium.visitor(address(), Device.DESKTOP)) {
            var page = visitor.open("/slots/2").page();
            var fetched = prefetches(page);
            var link = page.locator("a[href='/offers/" + offer + "']").first();
            link.hover();
            page.waitForCondition(() -> fetched.contains("Ready"));
            link.click();
            page.waitForURL("**/offers/" + offer);

            assertThat(page.evaluate(DELIVERY)).isEqualTo("navigational-prefetch");
            assertThat(((Number) page.evaluate("Math.abs(Number(localStorage.ahead))")).longValue())
                    .as("the clock is not that of the page before it was pressed")
                    .isLessThan(1_000);
            visitor.inspect();
        }
        assertThat(stranger("/").headers().firstValue("Speculation-Rules")).isPresent();
        assertThat(web.get("/", "Cookie", "as=7").headers().firstValue("Speculation-Rules"))
                .isEmpty();
        assertThat(web.get("/orders", "Cookie", "as=7").headers().firstValue("Speculation-Rules"))
                .isEmpty();
    }

    @Test
    void rulesAndManifestsAreWhatBrowsersTake() {
        var rules = stranger("/")
                .headers()
                .firstValue("Speculation-Rules")
                .orElseThrow()
                .replace("\"", "");
        assertThat(web.get(rules).headers().firstValue("Content-Type")).contains("application/speculationrules+json");
        for (var language : List.of("en", "zh")) {
            var page = Jsoup.parse(web.get("/", "Accept-Language", language).body());
            var answer = web.get(page.select("link[rel=manifest]").attr("href"));
            assertThat(answer.headers().firstValue("Content-Type")).contains("application/manifest+json");
            var manifest = new JsonMapper().readTree(answer.body());
            assertThat(manifest.get("lang").asString()).startsWith(language);
            assertThat(manifest.get("name").asString()).isNotBlank();
            assertThat(manifest.get("display").asString()).isEqualTo("standalone");
            assertThat(manifest.get("icons").findValuesAsString("sizes")).contains("192x192", "512x512");
            assertThat(manifest.get("icons").findValuesAsString("purpose")).contains("maskable");
            manifest.findValuesAsString("src")
                    .forEach(icon -> assertThat(web.get(icon).headers().firstValue("Content-Type"))
                            .as(icon)
                            .contains("image/png"));
            assertThat(manifest.get("shortcuts").findValuesAsString("url")).containsExactly("/", "/orders");
            assertThat(web.get(page.select("link[rel=apple-touch-icon]").attr("href"))
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void anOfferThatIsSharedSaysWhatItIs() {
        var page = Jsoup.parse(
                web.get("/offers/" + onSale(), "Accept-Language", "en").body());

        assertThat(page.select("meta[property=og:title]").attr("content")).isEqualTo("Kettle");
        assertThat(page.select("meta[property=og:description]").attr("content"))
                .matches("¥19\\.90 · 10 units · opens at \\d\\d:\\d\\d");
        assertThat(web.get(page.select("meta[property=og:image]").attr("content"))
                        .headers()
                        .firstValue("Content-Type"))
                .contains("image/png");
        assertThat(Jsoup.parse(web.get("/").body()).select("meta[property^=og:]"))
                .isEmpty();
    }

    private HttpResponse<String> stranger(String path) {
        return web.get(path, "Cookie", "lang=en");
    }

    /** How far Chromium is with the links that it fetches ahead, told as it goes. */
    private static List<String> prefetches(Page page) {
        var told = new ArrayList<String>();
        var browser = page.context().newCDPSession(page);
        browser.on(
                "Preload.prefetchStatusUpdated",
                news -> told.add(news.get("status").getAsString()));
        browser.send("Preload.enable");
        return told;
    }

    /** What the browser's caches of this shop hold, as paths. */
    private static List<String> kept(Page page) {
        var found = (List<?>) page.evaluate("""
                async () => {
                  const names = await caches.keys();
                  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
                  return all.flat().map((request) => request.url.slice(location.origin.length));
                }
                """);
        return found.stream().map(String::valueOf).toList();
    }

    private OfferId onSale() {
        return shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
    }

    private BrowserVisitor shopper(Device device) {
        return chromium.visitor(address(), device).withCookie("as", StandInShop.SHOPPER.toString(), address());
    }

    private String address() {
        return "http://127.0.0.1:" + port;
    }
}
