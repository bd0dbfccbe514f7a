package stampede.picture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.JsonNode;

/** Files as they come over HTTP, from whom they may come and from whom they may not. */
@StampedeTest
@ExtendWith(OutputCaptureExtension.class)
class PictureUploadTests {

    private static final String PASSWORD = "correct horse";
    private static final String MULTIPART = "multipart/form-data; boundary=x";

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private Ids ids;

    @LocalServerPort
    private int port;

    private Upload seller;

    @BeforeEach
    void newSeller() {
        seller = as(account(Role.SELLER));
    }

    @Test
    void aPhotographIsDrawnAnewAndServedForAYear() throws IOException {
        var taken = seller.send(PictureSamples.photograph(800, 700, 6));
        assertThat(taken.statusCode()).isEqualTo(202);
        assertThat(taken.headers().firstValue("Location"))
                .contains(Upload.PATH + "/" + Upload.json(taken).path("id").asString());

        var picture = drawn(taken.headers().firstValue("Location").orElseThrow());
        assertThat(picture.path("state").asString()).isEqualTo("READY");
        assertThat(picture.path("width").asInt()).isEqualTo(700);
        assertThat(picture.path("files").findValuesAsString("side")).containsExactly("160", "320", "640");

        for (var size : picture.path("files")) {
            var path = size.path("path").asString();
            var file = Awaitility.await().until(() -> seller.file(path), answer -> answer.statusCode() == 200);
            assertThat(file.headers().firstValue("Content-Type")).contains("image/jpeg");
            assertThat(file.headers().firstValue("Cache-Control")).contains("max-age=31536000, public, immutable");
            assertThat(file.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
            assertThat(file.headers().firstValue("Set-Cookie")).isEmpty();
            assertThat(new String(file.body(), StandardCharsets.ISO_8859_1)).doesNotContain("Exif", "GPS");
            var again = seller.file(
                    path, "If-None-Match", file.headers().firstValue("ETag").orElseThrow());
            assertThat(again.statusCode()).isEqualTo(304);
            assertThat(again.body()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "640.png",
                "641.jpg",
                "640.svg",
                "640",
                "640.jpg.html",
                "9999999999.jpg",
                "-640.jpg",
                "%2e%2e%2f640.jpg"
            })
    void whatIsNoFileIsNotFound(String file) throws IOException {
        var location = seller.send(PictureSamples.jpeg(700, 700))
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var path = drawn(location).at("/files/2/path").asString();
        Awaitility.await().until(() -> seller.file(path).statusCode() == 200);

        var answer = seller.file(path.replace("640.jpg", file));

        assertThat(answer.statusCode()).isBetween(400, 404);
        assertThat(seller.file("/pictures/" + "0".repeat(64) + "/640.jpg").statusCode())
                .isEqualTo(404);
        assertThat(seller.file("/pictures/none/640.jpg").statusCode()).isEqualTo(404);
    }

    static Stream<Arguments> bad() throws IOException {
        return Stream.concat(
                PictureRendererTests.bad(),
                Stream.of(Arguments.of("9 MB", new byte[9 << 20], PictureRefusal.PICTURE_TOO_HEAVY)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("bad")
    void refusesByAName(String what, byte[] file, PictureRefusal reason, CapturedOutput output) {
        var answer = seller.send(file);

        assertThat(answer.statusCode()).isEqualTo(reason.status().value());
        assertThat(Upload.json(answer).path("reason").asString()).isEqualTo(reason.name());
        assertThat(Upload.json(answer).path("detail").asString()).isNotBlank();
        assertThat(answer.headers().firstValue("Location")).isEmpty();
        // Of requests: what starts beside it may write traces of its own.
        assertThat(output).doesNotContain("\tat org.apache.");
    }

    /** Its header and pieces are right, so it is found out by the worker. */
    @Test
    void saysWhyOneCannotBeDrawn() {
        var file = PictureSamples.png(400, 300);
        var spoiled = new String(file, StandardCharsets.ISO_8859_1).indexOf("IDAT") + 4;
        for (int at = spoiled; at < spoiled + 40; at++) {
            file[at] = 0x55;
        }

        var picture = drawn(seller.send(file).headers().firstValue("Location").orElseThrow());

        assertThat(picture.path("state").asString()).isEqualTo("REFUSED");
        assertThat(picture.path("refusal").asString()).isEqualTo("PICTURE_DAMAGED");
        assertThat(picture.path("files")).isEmpty();
    }

    @Test
    void refusesWhatIsNoFileAtAll() {
        assertThat(reason(seller.send(Upload.PATH, "--x--\r\n".getBytes(StandardCharsets.US_ASCII), MULTIPART)))
                .isEqualTo("400 PICTURE_EMPTY");
        assertThat(reason(seller.send(Upload.PATH, new byte[0], MULTIPART))).startsWith("400 ");
        assertThat(reason(seller.send(Upload.PATH, "--x\r\nbroken".getBytes(StandardCharsets.US_ASCII), MULTIPART)))
                .startsWith("400 ");
        assertThat(reason(seller.send(Upload.PATH, new byte[4], "multipart/form-data")))
                .startsWith("400 ");
        assertThat(reason(seller.send(Upload.PATH, "{}".getBytes(StandardCharsets.US_ASCII), "application/json")))
                .isEqualTo("415 UNSUPPORTED_MEDIA_TYPE");
        assertThat(reason(seller.send("/api/v1/seller/products", new byte[4], MULTIPART)))
                .isEqualTo("415 UNSUPPORTED_MEDIA_TYPE");
    }

    /** They are answered before they have sent a byte of it, so it costs neither memory nor a file. */
    @ParameterizedTest
    @ValueSource(strings = {Upload.PATH, "/console/products/1/pictures", "/seller/products/1/pictures"})
    void aStrangersBodyIsNotRead(String path) throws IOException {
        assertThat(statusBeforeAnyBody(path, 33_000_000, "Accept: */*")).isIn(302, 401);
        assertThat(statusBeforeAnyBody(path, 40_000_000, "Accept: */*")).isEqualTo(413);
    }

    @Test
    void nobodyElseMaySendFiles() throws IOException {
        var shopper = tokens.issue(account(Role.SHOPPER));
        assertThat(statusBeforeAnyBody(Upload.PATH, 33_000_000, "Authorization: Bearer " + shopper))
                .isEqualTo(403);

        var operator = account(Role.OPERATOR);
        rows.giveDuties(operator.id(), Set.of(Duty.SEE, Duty.MONEY));
        assertThat(statusBeforeAnyBody(Upload.PATH, 33_000_000, "Authorization: Bearer " + tokens.issue(operator)))
                .isEqualTo(403);
    }

    @Test
    void anothersPictureIsNotFound() {
        var location = seller.send(PictureSamples.jpeg(300, 300))
                .headers()
                .firstValue("Location")
                .orElseThrow();

        assertThat(reason(as(account(Role.SELLER)).get(location))).isEqualTo("404 NO_SUCH_PICTURE");
        assertThat(reason(seller.get(Upload.PATH + "/1"))).isEqualTo("404 NO_SUCH_PICTURE");
        assertThat(reason(seller.get(Upload.PATH + "/x"))).startsWith("404 ");
    }

    @Test
    void anAccountSendsTwoHundredTimesInARow() {
        var empty = "--x--\r\n".getBytes(StandardCharsets.US_ASCII);
        for (int sent = 0; sent < 200; sent++) {
            assertThat(seller.send(Upload.PATH, empty, MULTIPART).statusCode()).isEqualTo(400);
        }

        // One more comes back every 18 seconds, and this took a moment.
        var answers = Stream.generate(() -> seller.send(Upload.PATH, empty, MULTIPART))
                .limit(20)
                .filter(answer -> answer.statusCode() == 429)
                .findFirst();

        assertThat(answers).isPresent();
        assertThat(answers.get().headers().firstValue("Retry-After")).isPresent();
    }

    private JsonNode drawn(String location) {
        return Awaitility.await()
                .until(
                        () -> Upload.json(seller.get(location)),
                        picture -> !picture.path("state").asString().equals("PENDING"));
    }

    private int statusBeforeAnyBody(String path, long length, String header) throws IOException {
        try (var line = new Socket(InetAddress.getLoopbackAddress(), port)) {
            line.setSoTimeout(30_000);
            line.getOutputStream()
                    .write(("POST " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\nContent-Type: " + MULTIPART
                                    + "\r\nContent-Length: " + length + "\r\n" + header + "\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            var answer = new BufferedReader(new InputStreamReader(line.getInputStream(), StandardCharsets.US_ASCII));
            return Integer.parseInt(answer.readLine().split(" ", 3)[1]);
        }
    }

    private static String reason(java.net.http.HttpResponse<String> answer) {
        return answer.statusCode() + " " + Upload.json(answer).path("reason").asString();
    }

    private Upload as(SignedIn account) {
        return new Upload(port, tokens.issue(account));
    }

    private SignedIn account(Role role) {
        return accounts.ensure("u" + ids.next(), PASSWORD, role);
    }
}
