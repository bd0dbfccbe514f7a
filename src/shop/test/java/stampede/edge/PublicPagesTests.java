package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.GZIPInputStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.ids.Ids;
import stampede.security.Browser;
import stampede.testing.Proof;

/** What is answered from memory in the whole shop: nobody's own, and the same as without. */
@StampedeTest
class PublicPagesTests {

    /** The suite's day has hundreds of slots, which makes its home page slow. */
    private static final int ROUNDS = Proof.size(10, 60);

    private static final String PASSWORD = "correct horse";

    @Autowired
    private Ids ids;

    @LocalServerPort
    private int port;

    private final HttpClient client = HttpClient.newHttpClient();

    @Test
    void nobodyEverSeesAPageOfSomebodyElse() throws Exception {
        var people = new ArrayList<Callable<List<String>>>();
        for (var language : List.of("en", "zh-CN")) {
            people.add(() -> visits(new Browser(port), "", language));
            for (var shopper = 0; shopper < 2; shopper++) {
                var name = "p" + ids.next();
                var browser = new Browser(port);
                browser.register(name, PASSWORD);
                people.add(() -> visits(browser, name, language));
            }
        }
        var threads = Executors.newFixedThreadPool(people.size());
        try {
            for (Future<List<String>> wrong : threads.invokeAll(people)) {
                assertThat(wrong.get()).isEmpty();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** What was wrong with the pages that somebody saw; the name of a visitor is empty. */
    private static List<String> visits(Browser browser, String name, String language) {
        var wrong = new ArrayList<String>();
        for (var round = 0; round < ROUNDS; round++) {
            var answer = browser.get("/", "Accept-Language", language, "Accept", "text/html, */*;q=0.8");
            var page = Jsoup.parse(answer.body());
            if (!page.select(".menu-name").text().equals(name)
                    || page.select("input[name=_csrf]").isEmpty() != name.isEmpty()
                    || page.select("a[href=/sign-in]").isEmpty() == name.isEmpty()
                    || !page.select("html").attr("lang").equals(language)
                    || (name.isEmpty()
                            && answer.headers().firstValue("Set-Cookie").isPresent())) {
                wrong.add(answer.headers() + answer.body());
            }
        }
        return wrong;
    }

    @Test
    void aShopperCanSignOutWithAPageSeenAmongVisitors() {
        var shopper = new Browser(port);
        shopper.register("p" + ids.next(), PASSWORD);
        new Browser(port).get("/");

        assertThat(shopper.submit("/", "/sign-out", Map.of()).statusCode()).isEqualTo(302);
        assertThat(Jsoup.parse(shopper.get("/").body()).select(".menu-name")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"/, en", "/, zh-CN", "/api/v1/slots, en", "/stampede.css, en", "/favicon.svg, en"})
    void headersAndBodyAreThoseOfTheWayThroughSecurity(String path, String language) {
        await().untilAsserted(() -> {
            var first = get(path, "Accept-Language", language);
            var again = get(path, "Accept-Language", language);
            var through =
                    get(path, "Accept-Language", language, "Accept", "text/html, application/json, text/css, image/*");

            assertThat(headers(again)).isEqualTo(headers(first)).isEqualTo(headers(through));
            assertThat(withoutItsClock(again))
                    .isEqualTo(withoutItsClock(through))
                    .isEqualTo(withoutItsClock(first));
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/stampede.css"})
    void whoeverTakesItGetsItCompressed(String path) {
        await().untilAsserted(() -> {
            var plain = get(path);
            var packed = send(request(path, "Accept-Encoding", "gzip, br"), BodyHandlers.ofByteArray());

            assertThat(packed.headers().firstValue("Content-Encoding")).contains("gzip");
            assertThat(packed.headers().allValues("Vary")).contains("Accept-Encoding");
            assertThat(packed.body().length).isLessThan(plain.body().length() / 3);
            assertThat(clockless(unpacked(packed.body()))).isEqualTo(withoutItsClock(plain));
        });
        assertThat(get(path, "Accept-Encoding", "gzip;q=0").headers().firstValue("Content-Encoding"))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "/slots/999, 404",
        "/slots/999/stock, 404",
        "/slots/abc, 404",
        "/?date=1999-01-01, 404",
        "/?date=soon, 400"
    })
    void whatIsNotThereIsStillNotFound(String path, int status) {
        assertThat(get(path).statusCode()).isEqualTo(status);
        assertThat(get(path, "HX-Request", "true").statusCode()).isEqualTo(status);
    }

    @Test
    void onlyTheHeadersAreSentIfOnlyTheyAreAskedFor() {
        var answer = send(request("/").method("HEAD", HttpRequest.BodyPublishers.noBody()), BodyHandlers.ofString());

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
    }

    @Test
    void aFileThatHasNotChangedIsNotSentAgain() {
        var changed = get("/favicon.svg").headers().firstValue("Last-Modified").orElseThrow();

        assertThat(get("/favicon.svg", "If-Modified-Since", changed).statusCode())
                .isEqualTo(304);
    }

    private HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers), BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private <T> HttpResponse<T> send(HttpRequest.Builder request, HttpResponse.BodyHandler<T> body) {
        try {
            return client.send(request.build(), body);
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    private static String unpacked(byte[] packed) throws IOException {
        try (var plain = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(plain.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** Without what says how and when it was sent rather than what. */
    private static Map<String, List<String>> headers(HttpResponse<?> answer) {
        var headers = new TreeMap<>(answer.headers().map());
        List.of("date", "content-length", "transfer-encoding").forEach(headers::remove);
        headers.computeIfPresent(
                "vary",
                (name, values) -> values.stream()
                        .filter(value -> !value.equals("Accept-Encoding"))
                        .toList());
        headers.remove("vary", List.of());
        return headers;
    }

    private static String withoutItsClock(HttpResponse<String> answer) {
        return clockless(answer.body());
    }

    private static String clockless(String page) {
        return page.replaceAll("data-now=\"\\d+\"", "");
    }
}
