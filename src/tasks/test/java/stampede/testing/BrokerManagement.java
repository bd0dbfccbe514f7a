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

/** What an administrator does at a broker, by its management API. */
public final class BrokerManagement {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final String userInfo;
    private final URI management;

    /**
     * @param userInfo name and password, with a colon between
     * @param management address of the API
     */
    public BrokerManagement(String userInfo, URI management) {
        this.userInfo = userInfo;
        this.management = management;
    }

    /** At the suite's broker. */
    public static BrokerManagement ofSuite() {
        var setting = System.getenv();
        return new BrokerManagement(
                URI.create(setting.getOrDefault(
                                "STAMPEDE_RABBIT_ADDRESSES", "amqp://stampede:stampede@127.0.0.1:20672/stampede"))
                        .getUserInfo(),
                URI.create(setting.getOrDefault("STAMPEDE_RABBIT_MANAGEMENT", "http://127.0.0.1:20673")));
    }

    /** With all rights in it for the account of the suite. */
    public void makeVirtualHost(String name) {
        ask("PUT", "/api/vhosts/" + name, "{}");
        ask(
                "PUT",
                "/api/permissions/" + name + "/" + userInfo.replaceAll(":.*", ""),
                "{\"configure\": \".*\", \"write\": \".*\", \"read\": \".*\"}");
    }

    /** RabbitMQ 4 stumbles at times over a file that is just being written, and answers 500 although the virtual host is gone. */
    public void deleteVirtualHost(String name) {
        var path = "/api/vhosts/" + name;
        var answer = answer("DELETE", path, "");
        if (answer.statusCode() != 500) {
            check("DELETE", path, answer);
        }
    }

    /** It need not be there. */
    public void delete(String path) {
        ask("DELETE", path, "");
    }

    /** Whether the list that it has there is not empty. */
    public boolean has(String path) {
        return !ask("GET", path, "").equals("[]");
    }

    /** What it answers there, as JSON. */
    public String read(String path) {
        return ask("GET", path, "");
    }

    private String ask(String method, String path, String body) {
        var answer = answer(method, path, body);
        check(method, path, answer);
        return answer.body();
    }

    private static void check(String method, String path, HttpResponse<String> answer) {
        if (answer.statusCode() >= 400 && answer.statusCode() != 404) {
            throw new IllegalStateException(method + " " + path + ": " + answer.statusCode() + answer.body());
        }
    }

    private HttpResponse<String> answer(String method, String path, String body) {
        var credentials = Base64.getEncoder().encodeToString(userInfo.getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(management.resolve(path))
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
