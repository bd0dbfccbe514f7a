package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Somebody who uses the shop's JSON API over HTTP. */
final class ShopClient {

    private static final JsonMapper JSON = new JsonMapper();

    /** One for all: each has threads of its own. */
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    /** Whoever can try again does not wait for long. */
    private static final Duration IMPATIENCE = Duration.ofSeconds(6);

    private final String address;
    private final Map<String, String> headers;

    ShopClient(String address) {
        this(address, Map.of());
    }

    private ShopClient(String address, Map<String, String> headers) {
        this.address = address;
        this.headers = headers;
    }

    /** One of the demonstration's people. */
    ShopClient as(String username) {
        var tokens = post("/api/v1/tokens", Map.of("username", username, "password", "stampede-demo"));
        return with(tokens.path("accessToken").asString());
    }

    /** Somebody who has this token of the API already. */
    ShopClient with(String accessToken) {
        return showing("Authorization", "Bearer " + accessToken);
    }

    /** Who sends this header, too. */
    ShopClient showing(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new ShopClient(address, more);
    }

    boolean isOpen() throws InterruptedException {
        try {
            return send(request("/actuator/health/readiness").GET()).status() == 200;
        } catch (ConnectException closed) {
            return false;
        } catch (IOException failure) {
            return false;
        }
    }

    /** Buys one unit; the order follows. */
    String buy(String offer, String key) {
        return expectSuccess(
                        json("/api/v1/offers/" + offer + "/purchases", Map.of("units", 1, "address", "West Lake 1"))
                                .header("Idempotency-Key", key))
                .path("purchaseId")
                .asString();
    }

    /** Tries to buy; the answer may be any. */
    Answer tryToBuy(String offer, String key) throws IOException, InterruptedException {
        return send(json("/api/v1/offers/" + offer + "/purchases", Map.of("units", 1, "address", "West Lake 1"))
                .header("Idempotency-Key", key)
                .timeout(IMPATIENCE));
    }

    Answer tryToGet(String path) throws IOException, InterruptedException {
        return send(request(path).GET().timeout(IMPATIENCE));
    }

    Answer tryToPost(String path, Object body) throws IOException, InterruptedException {
        return send(json(path, body).timeout(IMPATIENCE));
    }

    /** Without a body. */
    Answer tryToPatch(String path) throws IOException, InterruptedException {
        return send(request(path).method("PATCH", BodyPublishers.noBody()).timeout(IMPATIENCE));
    }

    JsonNode get(String path) {
        return expectSuccess(request(path).GET());
    }

    JsonNode post(String path, Object body) {
        return expectSuccess(json(path, body));
    }

    private HttpRequest.Builder json(String path, Object body) {
        return request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(JSON.writeValueAsString(body)));
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(URI.create(address + path)).timeout(Duration.ofSeconds(30));
        headers.forEach(request::header);
        return request;
    }

    private JsonNode expectSuccess(HttpRequest.Builder request) {
        try {
            var answer = send(request);
            assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 299);
            return answer.body();
        } catch (IOException | InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }

    private Answer send(HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = HTTP.send(request.build(), BodyHandlers.ofString());
        return new Answer(answer.statusCode(), answer.headers(), JSON.readTree(answer.body()));
    }

    /** What the shop said. */
    public record Answer(int status, HttpHeaders headers, JsonNode body) {

        boolean isSuccess() {
            return status / 100 == 2;
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }

        /** The reason of a refusal. */
        String reason() {
            return body.path("reason").asString("");
        }
    }
}
