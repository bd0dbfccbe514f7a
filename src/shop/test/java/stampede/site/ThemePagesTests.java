package stampede.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Light, dark, or as the device: chosen in the footer, drawn by the server, so that nothing flashes. */
@StampedeTest
class ThemePagesTests {

    private static final String PAPER = "getComputedStyle(document.body).backgroundColor";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void whatWasChosenCountsMoreThanTheDeviceAndStays() {
        for (var device : List.of(
                Device.PHONE.withoutJavaScript(), Device.DESKTOP.atNight().in("zh-CN"))) {
            try (var visitor = chromium.visitor("http://127.0.0.1:" + port, device)) {
                var page = visitor.open("/").page();
                var own = page.evaluate(PAPER);

                page.click(".themes a[href*='theme=dark']");
                var dark = page.evaluate(PAPER);
                assertThat(page.getAttribute("html", "data-theme")).isEqualTo("dark");
                assertThat(page.url()).as("leads back without choosing again").doesNotContain("theme");
                page.click(".themes a[href*='theme=light']");
                var light = page.evaluate(PAPER);
                assertThat(light).isNotEqualTo(dark);
                assertThat(own).isEqualTo(device.dark() ? dark : light);

                visitor.open("/how-we-sell").inspect().photograph("theme-chosen");
                assertThat(page.evaluate(PAPER)).as("on another page").isEqualTo(light);
                assertThat(page.getAttribute(".themes [aria-current]", "href")).contains("theme=light");
                page.click(".themes a[href*='theme=auto']");
                assertThat(page.evaluate(PAPER)).isEqualTo(own);
                assertThat(page.getAttribute("html", "data-theme")).isNull();
            }
        }
    }

    /** The pages that are made once for everybody are made once for each choice. */
    @Test
    void nobodyGetsTheColoursOfAnother() {
        for (var round = 0; round < 3; round++) {
            for (var theme : List.of("dark", "light", "", "no-such-theme")) {
                var known = theme.equals("dark") || theme.equals("light");
                assertThat(page("/", theme).select("html").attr("data-theme")).isEqualTo(known ? theme : "");
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/?date=2026-01-02&theme=dark&x=1, /?date=2026-01-02&x=1, theme=dark",
        "/how-we-sell?theme=LIGHT, /how-we-sell, theme=light",
        "/how-we-sell?theme=%0d%0aSet-Cookie:x, /how-we-sell, theme=;",
        "/?theme=auto, /, theme=;"
    })
    void choosingLeavesACookieAndLeadsBackToThePage(String path, String back, String cookie) {
        var answer = get(path, Map.of());

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location")).contains(back);
        assertThat(answer.headers().allValues("Set-Cookie"))
                .singleElement()
                .asString()
                .startsWith(cookie)
                .contains("HttpOnly", "SameSite=Lax", "Path=/");
    }

    /** Browsers look ahead at links that nobody has followed yet. */
    @Test
    void lookingAheadChoosesNothing() {
        var answer = get("/?theme=dark", Map.of("Sec-Purpose", "prefetch;prerender"));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().allValues("Set-Cookie")).isEmpty();
    }

    /** The browser's own frame goes on in the colour of the page's head. */
    @Test
    void theBrowsersFrameHasTheColourOfTheHead() throws IOException {
        var sheet = Files.readString(Path.of("static/tokens.css"))
                .lines()
                .filter(line -> line.strip().startsWith("--sheet:"))
                .findFirst()
                .orElseThrow();
        var own = page("/how-we-sell", "").select("meta[name=theme-color]");
        assertThat(own.eachAttr("media"))
                .containsExactly("(prefers-color-scheme: light)", "(prefers-color-scheme: dark)");
        assertThat(sheet).contains("light-dark(" + String.join(", ", own.eachAttr("content")) + ")");

        var dark = page("/how-we-sell", "dark");
        assertThat(dark.select("meta[name=theme-color]").eachAttr("content"))
                .containsExactly(Objects.requireNonNull(own.last()).attr("content"));
        assertThat(dark.select("meta[name=color-scheme]").attr("content")).isEqualTo("dark");
    }

    private Document page(String path, String theme) {
        return Jsoup.parse(
                get(path, Map.of("Cookie", "theme=" + theme, "Accept", "*/*")).body());
    }

    private HttpResponse<String> get(String path, Map<String, String> headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        headers.forEach(request::header);
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }
}
