package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.coyote.AbstractProtocol;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.boot.tomcat.TomcatWebServer;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import stampede.StampedeTest;

/** Whatever a stranger sends is bounded before it is read, and answered with a reason. */
@StampedeTest
@ExtendWith(OutputCaptureExtension.class)
class EdgeTests {

    private static final String FORM = "application/x-www-form-urlencoded";

    @LocalServerPort
    private int port;

    private RawHttp shop;

    @Autowired
    private WebServerApplicationContext context;

    @BeforeEach
    void connect() {
        shop = new RawHttp(port);
    }

    /** Each keeps buffers and a stack while it is answered: more of them than the heap has room for would end the node. */
    @Test
    void takesNoMoreConnectionsAtOnceThanTheHeapHasRoomFor() {
        var connector = ((TomcatWebServer) Objects.requireNonNull(context.getWebServer()))
                .getTomcat()
                .getConnector();

        assertThat(((AbstractProtocol<?>) connector.getProtocolHandler()).getMaxConnections())
                .isEqualTo(HttpProtocolConfiguration.mostConnections(
                        8_192, Runtime.getRuntime().maxMemory()));
        assertThat(HttpProtocolConfiguration.mostConnections(8_192, 512L << 20)).isEqualTo(1_966);
        assertThat(HttpProtocolConfiguration.mostConnections(8_192, 1L << 30)).isEqualTo(3_932);
        assertThat(HttpProtocolConfiguration.mostConnections(8_192, 4L << 30)).isEqualTo(8_192);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /",
        "PUT, /x",
        "PUT, /sign-in",
        "PATCH, /api/v1/orders",
        "DELETE, /api/v1/tokens",
        "POST, /sign-in",
        "POST, /api/v1/tokens",
        "POST, /payments/alipay/notify",
        "FOO, /"
    })
    void refusesABodyOfAnyMethodAbove64KilobytesByItsLength(String method, String path) throws IOException {
        for (var type : new String[] {FORM, "application/json", "text/plain"}) {
            var answer = shop.send(
                    request(method, path, "Content-Type: " + type, "Content-Length: 209715200") + "a=b&".repeat(256));

            assertThat(answer.status()).as(type).isEqualTo(413);
            assertThat(answer.header("Connection")).as(type).contains("close");
            assertThat(answer.body()).as(type).isNotBlank();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "PUT, /sign-in",
        "PATCH, /api/v1/orders",
        "DELETE, /api/v1/tokens",
        "POST, /sign-in",
        "POST, /api/v1/tokens",
        "POST, /payments/alipay/notify",
        "GET, /"
    })
    void takesNoBodyInChunksThatDoesNotEnd(String method, String path) throws IOException {
        for (var type : new String[] {FORM, "application/json"}) {
            try (var line = shop.connect()) {
                line.getOutputStream()
                        .write(bytes(request(method, path, "Content-Type: " + type, "Transfer-Encoding: chunked")));

                assertThat(chunksTaken(line.getOutputStream()))
                        .as("%s %s %s", method, path, type)
                        .isLessThan(4_000);
            }
        }
    }

    /** In kilobytes; what lies in the buffers of both ends counts as taken. */
    private static int chunksTaken(OutputStream out) {
        var chunk = bytes("400\r\n" + "a".repeat(1024) + "\r\n");
        var taken = 0;
        try {
            while (taken < 32_000) {
                out.write(chunk);
                taken++;
            }
        } catch (IOException hungUp) {
            return taken;
        }
        return taken;
    }

    @Test
    void tellsWhoSendsTooManyChunks() throws IOException {
        var chunked = "400\r\n" + "a".repeat(1024) + "\r\n";

        var form = shop.send(request("POST", "/sign-in", "Content-Type: " + FORM, "Transfer-Encoding: chunked")
                + chunked.repeat(80));
        var json = shop.send(
                request("POST", "/api/v1/tokens", "Content-Type: application/json", "Transfer-Encoding: chunked")
                        + "d\r\n{\"username\":\"\r\n" + chunked.repeat(80));

        assertThat(form.status()).isEqualTo(413);
        assertThat(json.status()).isEqualTo(413);
        assertThat(json.body()).contains("TOO_LARGE");
    }

    @Test
    void waitsForNoBodyThatItWillNotRead() throws IOException {
        var answer = shop.send(request(
                "POST",
                "/api/v1/tokens",
                "Content-Type: application/json",
                "Expect: 100-continue",
                "Content-Length: 90000"));

        assertThat(answer.status()).isEqualTo(413);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "*/*",
                "application/*",
                "application/*+json",
                "*/json",
                "json",
                "/",
                "application/json;charset=none"
            })
    void refusesATypeThatIsNoneOrMany(String type) throws IOException {
        for (var path : new String[] {"/api/v1/tokens", "/api/v1/accounts", "/api/v1/offers/1/purchases"}) {
            var answer = shop.send(request("POST", path, "Content-Type: " + type, "Content-Length: 2") + "{}");

            assertThat(answer.status()).isEqualTo(415);
            assertThat(answer.body()).contains("UNSUPPORTED_MEDIA_TYPE");
        }
        assertThat(shop.send(request("POST", "/sign-in", "Content-Type: " + type, "Content-Length: 2") + "{}")
                        .status())
                .isEqualTo(415);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data",
                "multipart/form-data; boundary=x",
                "multipart/mixed;boundary=\"",
                "Multipart/Form-Data"
            })
    void takesNoFiles(String type) throws IOException {
        for (var path : new String[] {"/sign-in", "/register", "/api/v1/tokens", "/payments/alipay/notify"}) {
            var answer = shop.send(request("POST", path, "Content-Type: " + type, "Content-Length: 3") + "--x");

            assertThat(answer.status()).as(path).isEqualTo(415);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/?a=%",
                "/?a=%zz",
                "/?%",
                "/sign-in?continue=%",
                "/api/v1/slots?date=%",
                "/offers/1?a=%f",
                "/actuator/health?a=%",
                "/stampede.css?a=%",
                "/console?x=%"
            })
    void refusesAQueryThatCannotBeRead(String path) throws IOException {
        var answer = shop.send(request("GET", path));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).contains(path.startsWith("/api/") ? "INVALID_REQUEST" : "That could not be read");
    }

    @Test
    void refusesAFormThatCannotBeRead() throws IOException {
        for (var path : new String[] {"/sign-in", "/register", "/offers/1/purchases"}) {
            var answer = shop.send(request("POST", path, "Content-Type: " + FORM, "Content-Length: 3") + "a=%");

            assertThat(answer.status()).as(path).isEqualTo(400);
            assertThat(answer.body()).as(path).contains("That could not be read");
        }
    }

    @Test
    void aHeaderOfMediaTypesThatCannotBeReadIsAMistakeOfWhoSentIt() throws IOException {
        for (var path : new String[] {"/actuator/health", "/actuator/health/liveness"}) {
            var answer = shop.send(request("GET", path, "Accept: ,,,"));

            assertThat(answer.status()).as(path).isEqualTo(400);
            assertThat(answer.body()).as(path).doesNotContain("Exception");
        }
    }

    @Test
    void readsNoFormThatIsPutWhereAlipayPosts() throws IOException {
        var answer = shop.send(
                request("PUT", "/payments/alipay/notify", "Content-Type: " + FORM, "Content-Length: 3") + "a=%");

        assertThat(answer.status()).isIn(401, 403, 405);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/payments/alipay/notify", "/payments/alipay/notify/3ff"})
    void leavesWhatAlipayPostsToThoseWhoTakeIt(String path) throws IOException {
        var answer = shop.send(request("POST", path, "Content-Type: " + FORM, "Content-Length: 3") + "a=%");

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body()).isEqualTo("fail");
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "a=b&=c", "a=%ff"})
    void writesAnErrorPageAboutParametersThatNobodyCouldRead(String query, CapturedOutput output) throws IOException {
        var before = output.length();
        for (var path : new String[] {"/payments/alipay/notify", "/payments/alipay/notify/x"}) {
            var answer = shop.send(
                    request("POST", path + "?" + query, "Content-Type: " + FORM, "Content-Length: 3") + "a=%");

            assertThat(answer.status()).as(path).isBetween(400, 405);
            assertThat(answer.body()).as(path).doesNotContain("HTTP Status");
        }
        assertThat(output.subSequence(before, output.length()))
                .doesNotContain("\tat org.apache.")
                .doesNotContain(" ERROR ");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/error", "/error?a=b", "/%65rror", "/error/"})
    void showsNoErrorPageToWhoAsksForIt(String path) throws IOException {
        assertThat(shop.send(request("GET", path)).status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/%00",
                "/offers/%00",
                "/offers/%ff",
                "/api/v1/offers/%c3%28",
                "/%2e%2e/x",
                "/a%0d%0ab",
                "/offers/1;a=%",
                "/api/v1/offers/1/purchases;a=%f",
                "/api/v1/offers/1;a=%ff",
                "/offers/\u00ff"
            })
    void refusesAPathThatNobodyWrites(String path) throws IOException {
        var answer = shop.send(request("GET", path));

        assertThat(answer.status()).isBetween(400, 404);
        assertThat(answer.body()).isNotBlank();
    }

    @Test
    void sendsNobodyToAnotherHost() throws IOException {
        var toSignIn = shop.send("GET /orders HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n");

        assertThat(toSignIn.status()).isEqualTo(302);
        assertThat(toSignIn.header("Location"))
                .hasValueSatisfying(place -> assertThat(place).startsWith("/sign-in"));
    }

    @Test
    void logsNothingOfWhatItRefuses(CapturedOutput output) throws IOException {
        var before = output.length();
        shop.send(request("GET", "/?a=%"));
        shop.send(request("GET", "/error"));
        shop.send(request("GET", "/api/v1/offers/1;a=%"));
        shop.send(request("POST", "/sign-in", "Content-Type: multipart/form-data", "Content-Length: 0"));
        shop.send(request("POST", "/api/v1/tokens", "Content-Type: */*", "Content-Length: 2") + "{}");
        shop.send(request("PUT", "/x", "Content-Type: " + FORM, "Content-Length: 99999999"));
        shop.send(request("POST", "/sign-in", "Content-Type: " + FORM, "Content-Length: 3") + "a=%");
        shop.send(request("POST", "/api/v1/tokens", "Content-Type: application/json", "Transfer-Encoding: chunked")
                + ("400\r\n" + "a".repeat(1024) + "\r\n").repeat(80));

        assertThat(output.subSequence(before, output.length()))
                .doesNotContain("\tat org.apache.")
                .doesNotContain(" ERROR ");
    }

    private static String request(String method, String path, String... headers) {
        var lines = headers.length == 0 ? "" : String.join("\r\n", headers) + "\r\n";
        return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html,*/*;q=0.5\r\n" + lines + "\r\n";
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
