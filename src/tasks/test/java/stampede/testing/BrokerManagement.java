package stampede.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** What an administrator does at the suite's broker, by its management API. */
public final class BrokerManagement {

    private static final URI BROKER = URI.create(System.getenv()
            .getOrDefault("STAMPEDE_RABBIT_ADDRESSES", "amqp://stampede:stampede@127.0.0.1:20672/stampede"));
    private static final URI MANAGEMENT =
            URI.create(System.getenv().getOrDefault("STAMPEDE_RABBIT_MANAGEMENT", "http://127.0.0.1:20673"));
    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private BrokerManagement() {}

    /** With all rights in it for the account of the suite. */
    public static void makeVirtualHost(String name) {
        ask("PUT", "/api/vhosts/" + name, "{}");
        ask(
                "PUT",
                "/api/permissions/" + name + "/" + BROKER.getUserInfo().replaceAll(":.*", ""),
                "{\"configure\": \".*\", \"write\": \".*\", \"read\": \".*\"}");
    }

    /** RabbitMQ 4 stumbles at times over a file that is just being written, and answers 500 although the virtual host is gone. */
    public static void deleteVirtualHost(String name) {
        var path = "/api/vhosts/" + name;
        var answer = answer("DELETE", path, "");
        if (answer.statusCode() != 500) {
            check("DELETE", path, answer);
        }
    }

    /** It need not be there. */
    public static void delete(String path) {
        ask("DELETE", path, "");
    }

    /** Whether the list that it has there is not empty. */
    public static boolean has(String path) {
        return !ask("GET", path, "").equals("[]");
    }

    private static String ask(String method, String path, String body) {
        var answer = answer(method, path, body);
        check(method, path, answer);
        return answer.body();
    }

    private static void check(String method, String path, HttpResponse<String> answer) {
        if (answer.statusCode() >= 400 && answer.statusCode() != 404) {
            throw new IllegalStateException(method + " " + path + ": " + answer.statusCode() + answer.body());
        }
    }

    private static HttpResponse<String> answer(String method, String path, String body) {
        var credentials =
                Base64.getEncoder().encodeToString(BROKER.getUserInfo().getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(MANAGEMENT.resolve(path))
                .header("Authorization", "Basic " + credentials)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }
}
