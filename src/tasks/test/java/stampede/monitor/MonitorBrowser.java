package stampede.monitor;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** Somebody at the monitor without scripts: reads pages, sends forms, reads figures. */
final class MonitorBrowser {

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI site;
    private final Map<String, String> headers;

    MonitorBrowser(int port, Map<String, String> headers) {
        this.site = URI.create("http://127.0.0.1:" + port);
        this.headers = headers;
    }

    /** Somebody of this role, by what {@link RoleByCookie} believes. */
    static MonitorBrowser as(String role, int port) {
        return new MonitorBrowser(port, Map.of("Cookie", RoleByCookie.COOKIE + "=" + role));
    }

    MonitorBrowser with(String header, String value) {
        var more = new HashMap<>(headers);
        more.put(header, value);
        return new MonitorBrowser(site.getPort(), more);
    }

    HttpResponse<String> open(String path) {
        return send(request(path).GET());
    }

    String read(String path) {
        return open(path).body();
    }

    HttpResponse<String> post(String path, Map<String, String> fields) {
        var form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form)));
    }

    /** Sends a form, and reads the page that it leads to. */
    String submit(String path, Map<String, String> fields) {
        var answer = post(path, fields);
        return answer.headers()
                .firstValue("Location")
                .map(this::read)
                .orElseThrow(() -> new AssertionError(path + " answers " + answer.statusCode()));
    }

    private HttpRequest.Builder request(String path) {
        var request = HttpRequest.newBuilder(site.resolve(path)).header("Accept", "text/html");
        headers.forEach(request::header);
        return request;
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new AssertionError(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }
}
