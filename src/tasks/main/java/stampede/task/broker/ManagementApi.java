package stampede.task.broker;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** RabbitMQ's management API, for what cannot be asked or done over AMQP. */
final class ManagementApi {

    private static final Duration PATIENCE = Duration.ofSeconds(3);
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(PATIENCE)
            .build();
    private final URI address;
    private final String credentials;

    /** @param management its address, with a name and a password in it */
    ManagementApi(URI management) {
        address = URI.create(
                management.getScheme() + "://" + management.getRawAuthority().replaceAll(".*@", ""));
        credentials =
                Base64.getEncoder().encodeToString(management.getUserInfo().getBytes(StandardCharsets.UTF_8));
    }

    /** @throws IOException if there is no answer, or one that is not a success */
    void put(String path, String body) throws IOException, InterruptedException {
        send(path, request(path).PUT(BodyPublishers.ofString(body)));
    }

    /** @throws IOException if there is no answer, or one that is not a success, or not JSON */
    JsonNode get(String path) throws IOException, InterruptedException {
        try {
            return JSON.readTree(send(path, request(path).GET()));
        } catch (JacksonException strange) {
            throw new IOException(path + " was not answered with JSON", strange);
        }
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(address.resolve(path))
                .timeout(PATIENCE)
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json");
    }

    private String send(String path, HttpRequest.Builder request) throws IOException, InterruptedException {
        var answer = client.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() >= 300) {
            throw new IOException(path + " was answered " + answer.statusCode());
        }
        return answer.body();
    }
}
