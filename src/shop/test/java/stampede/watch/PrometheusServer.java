package stampede.watch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A real Prometheus in a place that {@link WatchTool#prepare} made. It looks each second, not each five. */
public final class PrometheusServer implements AutoCloseable {

    private static final JsonMapper JSON = new JsonMapper();

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final int port;

    private PrometheusServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    public static PrometheusServer start(Path place) throws IOException {
        var configuration = place.resolve("prometheus.yml");
        Files.writeString(
                configuration,
                Files.readString(configuration)
                        .replace("scrape_interval: 5s", "scrape_interval: 1s")
                        .replace("scrape_timeout: 4s", "scrape_timeout: 1s")
                        .replace("evaluation_interval: 5s", "evaluation_interval: 1s"));
        var port = freePort();
        var process = new ProcessBuilder(
                        "prometheus",
                        "--config.file=prometheus.yml",
                        "--storage.tsdb.path=data",
                        "--web.listen-address=127.0.0.1:" + port)
                .directory(place.toFile())
                .redirectErrorStream(true)
                .redirectOutput(place.resolve("log").toFile())
                .start();
        return new PrometheusServer(process, port);
    }

    /** Whether a query has an answer of at least one series; false, too, while Prometheus is not up yet. */
    public boolean answers(String query) {
        var answer = ask("/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8));
        if (answer.path("status").asString().equals("error")) {
            throw new IllegalArgumentException(query + ": " + answer);
        }
        return !answer.path("data").path("result").isEmpty();
    }

    /** What fires, by its rule's name. */
    public List<String> firing() {
        return StreamSupport.stream(
                        ask("/api/v1/alerts").path("data").path("alerts").spliterator(), false)
                .filter(alert -> alert.path("state").asString().equals("firing"))
                .map(alert -> alert.path("labels").path("alertname").asString())
                .toList();
    }

    /** The names of all metrics it knows. */
    List<String> names() {
        return StreamSupport.stream(
                        ask("/api/v1/label/__name__/values").path("data").spliterator(), false)
                .map(JsonNode::asString)
                .toList();
    }

    private JsonNode ask(String path) {
        try {
            var answer = http.send(
                    HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                            .build(),
                    HttpResponse.BodyHandlers.ofString());
            return answer.statusCode() == 503 ? JSON.createObjectNode() : JSON.readTree(answer.body());
        } catch (IOException notUp) {
            return JSON.createObjectNode();
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interruption);
        }
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interruption) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
