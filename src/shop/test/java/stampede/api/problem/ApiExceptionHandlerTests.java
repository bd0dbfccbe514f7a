package stampede.api.problem;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;

/** Whatever is wrong with a request, the answer has one shape and says what to do. */
@StampedeTest
class ApiExceptionHandlerTests {

    private static final String BUY = "/api/v1/offers/1/purchases";

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    private ApiClient shop;
    private ApiClient shopper;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
        shopper = shop.as(fixture.shopper()).with("Idempotency-Key", "key");
    }

    @Test
    void aProblemSaysWhatItIsAndWhatToDoAndWhereThatIsExplained() {
        var answer = shop.get("/api/v1/offers/999999999");

        assertProblem(answer, 404, "UNKNOWN_OFFER");
        assertThat(answer.text("title")).isEqualTo("No such offer");
        assertThat(answer.text("detail")).contains("/api/v1/slots");
        assertThat(answer.text("instance")).isEqualTo("/api/v1/offers/999999999");
        var explained = shop.get(answer.text("type"));
        assertThat(explained.status()).isEqualTo(200);
        assertThat(explained.text("reason")).isEqualTo("UNKNOWN_OFFER");
    }

    @Test
    void aProblemIsToldInTheLanguageAskedFor() {
        var answer = shop.with("Accept-Language", "zh-CN,zh;q=0.9").get("/api/v1/offers/999999999");

        assertThat(answer.text("title")).isEqualTo("没有这个秒杀商品");
        assertThat(answer.text("reason")).isEqualTo("UNKNOWN_OFFER");
    }

    @Test
    void everyReasonIsExplainedInBothLanguages() {
        var english = shop.get("/problems").body();
        var chinese = shop.with("Accept-Language", "zh").get("/problems").body();

        assertThat(english).hasSameSizeAs(ApiRefusal.all().keySet());
        for (int i = 0; i < english.size(); i++) {
            assertThat(english.get(i).path("detail").asString()).isNotBlank();
            assertThat(chinese.get(i).path("detail").asString())
                    .isNotEqualTo(english.get(i).path("detail").asString());
        }
        assertThat(shop.get("/problems/no-such-reason").status()).isEqualTo(404);
    }

    @Test
    void aPurchaseWithoutAnIdempotencyKeyIsToldToSendOne() {
        var answer = shop.as(fixture.shopper()).post(BUY, Map.of("units", 1, "address", "West Lake 1"));

        assertInvalid(answer, "Idempotency-Key");
        assertThat(answer.body().path("errors").path(0).path("message").asString())
                .startsWith("Send a header Idempotency-Key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "with space",
                "semi;colon",
                "\"\"",
                "0123456789012345678901234567890123456789012345678901234567890123456789"
            })
    void anIdempotencyKeyHasItsForm(String key) {
        assertInvalid(shop.as(fixture.shopper()).buy("1", 1, key), "Idempotency-Key");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"units\":1.5,\"address\":\"A\"}",
                "{\"units\":\"1\",\"address\":\"A\"}",
                "{\"units\":true,\"address\":\"A\"}",
                "{\"units\":null,\"address\":\"A\"}",
                "{\"units\":99999999999,\"address\":\"A\"}",
                "{\"units\":[1],\"address\":\"A\"}",
                "{\"address\":\"A\"}"
            })
    void unitsAreAWholeNumber(String body) {
        assertInvalid(shopper.postText(BUY, "application/json", body), "units");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"units\":1}",
                "{\"units\":1,\"address\":null}",
                "{\"units\":1,\"address\":\"\"}",
                "{\"units\":1,\"address\":\" \\u3000\\t \"}",
                "{\"units\":1,\"address\":\"two\\nlines\"}",
                "{\"units\":1,\"address\":{\"street\":\"A\"}}"
            })
    void anAddressIsOneLineOfText(String body) {
        assertInvalid(shopper.postText(BUY, "application/json", body), "address");
    }

    @Test
    void anAddressHasAtMostTwoHundredCharacters() {
        assertInvalid(shopper.post(BUY, Map.of("units", 1, "address", "x".repeat(201))), "address");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "\"text\"", "null", "{\"units\":1,}", "{\"units\":1} trailing"})
    void aBodyIsOneJsonObject(String body) {
        var answer = shopper.postText(BUY, "application/json", body);

        assertProblem(answer, 400, "INVALID_REQUEST");
        assertThat(answer.body().toString()).doesNotContain("stampede.").doesNotContain("Exception");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                BUY + "|{\"units\":1,\"address\":\"A\",\"price\":1}|price",
                BUY + "|{\"units\":1,\"address\":\"A\",\"units\":2}|units",
                BUY + "|{\"units\":1,\"address\":\"A\",\"\\u0075nits\":2}|units",
                BUY + "|{\"units\":1,\"address\":\"A\",\"Units\":2}|Units",
                BUY + "|{\"units\":1,\"address\":7}|address",
                "/api/v1/tokens|{\"username\":\"a\",\"password\":\"b\",\"role\":\"OPERATOR\"}|role",
                "/api/v1/tokens|{\"username\":\"a\",\"password\":\"b\",\"password\":\"c\"}|password",
                "/api/v1/tokens/refresh|{\"refreshToken\":\"a\",\"refreshToken\":\"b\"}|refreshToken",
                "/api/v1/accounts|{\"username\":\"abc\",\"password\":\"correct horse\",\"id\":1}|id",
                "/api/v1/accounts|{\"username\":\"abc\",\"username\":\"abd\",\"password\":\"correct horse\"}|username",
            })
    void aMemberThatIsUnknownOrThereTwiceIsAMistake(String path, String body, String member) {
        var plain = shopper.postText(path, "application/json", body);
        assertProblem(plain, 400, "INVALID_REQUEST");
        assertThat(plain.body().path("errors").path(0).path("field").asString())
                .as("%s", plain.body())
                .isIn(member, "body");

        var theLongWay = shop.as(fixture.shopper())
                .with("Idempotency-Key", "key")
                .with("Accept", "application/json;q=0.9")
                .postText(path, "application/json", body);
        assertProblem(theLongWay, 400, "INVALID_REQUEST");
    }

    @Test
    void aPaddedTokenIsNone() {
        var token = fixture.shopper();
        assertThat(shop.as(token).get("/api/v1/orders").status()).isEqualTo(200);

        for (var padded : new String[] {token + "=", token + "==", token.replaceFirst("\\.", "=.")}) {
            assertProblem(shop.as(padded).get("/api/v1/orders"), 401, "NOT_SIGNED_IN");
            assertProblem(shop.as(padded).buy("1", 1, "key"), 401, "NOT_SIGNED_IN");
        }
    }

    @Test
    void aBodyIsUtf8() {
        var latin = "{\"units\":1,\"address\":\"\u00e9\"}".getBytes(StandardCharsets.ISO_8859_1);

        assertProblem(shopper.send("POST", BUY, HttpRequest.BodyPublishers.ofByteArray(latin)), 400, "INVALID_REQUEST");
    }

    @Test
    void aBodyHasABoundWhetherOrNotItSaysItsLength() {
        var long_ = ("{\"units\":1,\"address\":\"" + "x".repeat(100_000) + "\"}").getBytes(StandardCharsets.UTF_8);

        assertProblem(shopper.send("POST", BUY, HttpRequest.BodyPublishers.ofByteArray(long_)), 413, "TOO_LARGE");
        assertProblem(
                shopper.send(
                        "POST", BUY, HttpRequest.BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(long_))),
                413,
                "TOO_LARGE");
    }

    @Test
    void aBodyIsJson() {
        assertProblem(shopper.postText(BUY, "text/plain", "units=1"), 415, "UNSUPPORTED_MEDIA_TYPE");
        assertProblem(
                shopper.postText(BUY, "application/x-www-form-urlencoded", "units=1"), 415, "UNSUPPORTED_MEDIA_TYPE");
    }

    @Test
    void aWrongMethodIsToldTheRightOnes() {
        var answer = shopper.send("DELETE", "/api/v1/orders", HttpRequest.BodyPublishers.noBody());

        assertProblem(answer, 405, "METHOD_NOT_ALLOWED");
        assertThat(answer.header("Allow")).contains("GET");
    }

    @Test
    void anAddressThatLeadsNowhereIsNoPage() {
        assertProblem(shopper.with("Accept", "text/html").get("/api/v1/nothing"), 404, "NOT_FOUND");
        assertProblem(shopper.get("/api/v2/offers/1"), 404, "NOT_FOUND");
        assertProblem(shopper.get("/api"), 404, "NOT_FOUND");
    }

    @Test
    void whatTheFirewallRejectsIsNoPageEither() {
        var answer = shopper.get("/api/v1//offers/1");

        assertProblem(answer, 400, "INVALID_REQUEST");
    }

    @Test
    void whoIsAskedToWaitForXmlGetsAProblem() {
        assertProblem(shop.with("Accept", "application/xml").get("/api/v1/slots"), 406, "NOT_ACCEPTABLE");
    }

    @ParameterizedTest
    @ValueSource(strings = {"abc", "2026-13-01", "2026-02-30", "11.11.2026", "2026-11-11T00:00", "%2B99999-01-01"})
    void aDateIsADay(String date) {
        assertInvalid(shop.get("/api/v1/slots?date=" + date), "date");
    }

    @ParameterizedTest
    @ValueSource(strings = {"page=-1", "page=x", "page=10001", "page=99999999999"})
    void aPageIsANumber(String query) {
        assertInvalid(shopper.get("/api/v1/orders?" + query), "page");
    }

    @ParameterizedTest
    @ValueSource(strings = {"size=0", "size=101", "size=-5", "size=1.5"})
    void aPageHasItsBounds(String query) {
        assertInvalid(shopper.get("/api/v1/orders?" + query), "size");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/orders/abc",
                "/api/v1/orders/0",
                "/api/v1/purchases/1",
                "/api/v1/purchases/1-",
                "/api/v1/purchases/-1-1",
                "/api/v1/purchases/a-b",
                "/api/v1/slots/x/offers",
                "/api/v1/slots/99999999999/offers"
            })
    void anIdThatIsNoneLeadsNowhere(String path) {
        assertProblem(shopper.get(path), 404, "NOT_FOUND");
    }

    @Test
    void operationsAreForOperators() {
        for (var path : Arrays.asList("/api/ops/offers", "/api/ops/shoppers", "/api/ops/offers/1/pause")) {
            assertProblem(shopper.post(path, Map.of()), 403, "FORBIDDEN");
            assertProblem(shop.as(fixture.seller()).post(path, Map.of()), 403, "FORBIDDEN");
            assertProblem(shop.post(path, Map.of()), 401, "NOT_SIGNED_IN");
        }
        assertProblem(shopper.get("/api/ops/books/1"), 403, "FORBIDDEN");
    }

    @Test
    void whatIsYoursNeedsToKnowWhoYouAre() {
        assertProblem(shop.get("/api/v1/orders"), 401, "NOT_SIGNED_IN");
        assertProblem(shop.get("/api/v1/purchases/1-1"), 401, "NOT_SIGNED_IN");
        assertThat(shop.get("/api/v1/orders").header("WWW-Authenticate")).startsWith("Bearer");
    }

    private static void assertInvalid(ApiClient.Answer answer, String field) {
        assertProblem(answer, 400, "INVALID_REQUEST");
        assertThat(answer.body().path("errors").path(0).path("field").asString())
                .as("%s", answer.body())
                .isEqualTo(field);
        assertThat(answer.body().toString()).doesNotContain("java.");
    }

    private static void assertProblem(ApiClient.Answer answer, int status, String reason) {
        assertThat(answer.type()).as("%s", answer).startsWith("application/problem+json");
        assertThat(answer.text("reason")).as("%s", answer.body()).isEqualTo(reason);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().path("status").asInt()).isEqualTo(status);
        assertThat(answer.text("title")).isNotBlank();
        assertThat(answer.text("detail")).isNotBlank();
    }
}
