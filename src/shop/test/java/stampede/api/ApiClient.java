package stampede.api;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Speaks real HTTP to the shop under test, as a client program would. */
public final class ApiClient {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http;
    private final URI shop;
    private final Map<String, String> headers;

    public ApiClient(int port) {
        this(
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build(),
                URI.create("http://127.0.0.1:" + port),
                Map.of());
    }

    private ApiClient(HttpClient http, URI shop, Map<String, String> headers) {
        this.http = http;
        this.shop = shop;
        this.headers = headers;
    }

    public ApiClient as(String token) {
        return with("Authorization", "Bearer " + token);
    }

    public ApiClient with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new ApiClient(http, shop, more);
    }

    public Answer get(String path) {
        return send(request(path).GET());
    }

    public Answer post(String path, Object body) {
        return postText(path, "application/json", JSON.writeValueAsString(body));
    }

    public Answer postText(String path, String type, String body) {
        return send(request(path).header("Content-Type", type).POST(HttpRequest.BodyPublishers.ofString(body)));
    }

    public Answer send(String method, String path, HttpRequest.BodyPublisher body) {
        return send(request(path).header("Content-Type", "application/json").method(method, body));
    }

    public Answer buy(String offer, int units, String key) {
        return with("Idempotency-Key", key)
                .post("/api/v1/offers/" + offer + "/purchases", Map.of("units", units, "address", "West Lake 1"));
    }

    CompletableFuture<Answer> buyLater(String offer, int units, String key) {
        return CompletableFuture.supplyAsync(() -> buy(offer, units, key), task -> new Thread(task).start());
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(shop.resolve(path)).timeout(Duration.ofSeconds(20));
        headers.forEach(request::header);
        return request;
    }

    private Answer send(HttpRequest.Builder request) {
        try {
            return Answer.of(http.send(request.build(), HttpResponse.BodyHandlers.ofString()));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /** What came back. */
    public record Answer(int status, java.net.http.HttpHeaders headers, String type, JsonNode body) {

        static Answer of(HttpResponse<String> response) {
            var type = response.headers().firstValue("Content-Type").orElse("");
            var json = type.contains("json") ? JSON.readTree(response.body()) : JSON.missingNode();
            return new Answer(response.statusCode(), response.headers(), type, json);
        }

        public String text(String field) {
            return body.path(field).asString("");
        }

        public String header(String name) {
            return headers.firstValue(name).orElse("");
        }
    }
}
