package stampede.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The shop as its API shows it, to the operator who watches and to shoppers who ask what became of their purchase. */
final class ShopApi {

    static final JsonMapper JSON = new JsonMapper();

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(5))
            .build();
    private final URI address;

    ShopApi(URI address) {
        this.address = address;
    }

    /** Answers with the access token. */
    String signIn(String username, String password) throws IOException, InterruptedException {
        return post("/api/v1/tokens", "", Map.of("username", username, "password", password))
                .path("accessToken")
                .asString();
    }

    /** Answers with the id of an offer that is on sale now, one unit for each. */
    String publish(String token, int units) throws IOException, InterruptedException {
        return publish(token, units, 1);
    }

    /** The same with so many units for each at most. */
    String publish(String token, int units, int limit) throws IOException, InterruptedException {
        var offer = Map.of("name", "Stress test", "priceFen", 100, "units", units, "limitPerShopper", limit);
        return post("/api/ops/offers", token, offer).path("offerId").asString();
    }

    /** The same, on sale so many seconds from now. */
    String publishLater(String token, int units, int limit, int seconds) throws IOException, InterruptedException {
        var offer = Map.of(
                "name",
                "Stress test",
                "priceFen",
                100,
                "units",
                units,
                "limitPerShopper",
                limit,
                "opensInSeconds",
                seconds);
        return post("/api/ops/offers", token, offer).path("offerId").asString();
    }

    JsonNode addShoppers(String token, int count) throws IOException, InterruptedException {
        return addShoppers(token, "stress", count);
    }

    JsonNode addShoppers(String token, String prefix, int count) throws IOException, InterruptedException {
        return post("/api/ops/shoppers", token, Map.of("prefix", prefix, "count", count));
    }

    /** Gives a shopper so many addresses, unless there are some. */
    void keepAddresses(String token, int count) throws IOException, InterruptedException {
        if (get("/api/v1/addresses", token).isEmpty()) {
            for (int number = 1; number <= count; number++) {
                post(
                        "/api/v1/addresses",
                        token,
                        Map.of(
                                "name",
                                "Stress " + number,
                                "phone",
                                "138",
                                "region",
                                "Hangzhou",
                                "street",
                                "Stress Road 8"));
            }
        }
    }

    JsonNode offer(String id) throws IOException, InterruptedException {
        return get("/api/v1/offers/" + id, "");
    }

    /** The slot that sells now. */
    String runningSlot() throws IOException, InterruptedException {
        for (var slot : get("/api/v1/slots", "").path("items")) {
            if (slot.path("status").asString().equals("OPEN")) {
                return slot.path("id").asString();
            }
        }
        throw new IOException("No slot is open");
    }

    JsonNode books(String token, String offer) throws IOException, InterruptedException {
        return get("/api/ops/books/" + offer, token);
    }

    /** Whether a unit could be bought, at the first try or at an earlier one. */
    boolean buys(String token, String offer) throws IOException, InterruptedException {
        var wish = Map.of("units", 1, "address", "Stress Road 8, Hangzhou");
        var response = http.send(
                request("/api/v1/offers/" + offer + "/purchases", token)
                        .header("Content-Type", "application/json")
                        .header("Idempotency-Key", "one")
                        .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(wish)))
                        .build(),
                HttpResponse.BodyHandlers.discarding());
        return response.statusCode() == 202;
    }

    /** How the purchase stands, or empty if the shop did not say. */
    Optional<JsonNode> purchase(String token, String id) throws InterruptedException {
        try {
            return Optional.of(get("/api/v1/purchases/" + id, token));
        } catch (IOException noAnswer) {
            return Optional.empty();
        }
    }

    private JsonNode get(String path, String token) throws IOException, InterruptedException {
        return send(request(path, token).GET().build());
    }

    private JsonNode post(String path, String token, Object body) throws IOException, InterruptedException {
        return send(request(path, token)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(JSON.writeValueAsString(body)))
                .build());
    }

    private HttpRequest.Builder request(String path, String token) {
        var request = HttpRequest.newBuilder(address.resolve(path)).timeout(PATIENCE);
        return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
    }

    private JsonNode send(HttpRequest request) throws IOException, InterruptedException {
        var response = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            throw new IOException(request.method() + " " + request.uri() + " answered " + response.statusCode() + ": "
                    + response.body());
        }
        return JSON.readTree(response.body());
    }
}
