package stampede.storefront;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;

/** Asks for pages as a browser does that follows nothing; as shopper 7 unless its cookie says otherwise. */
public final class PageClient {

    private static final HttpClient HTTP = HttpClient.newHttpClient();
    /** What takes longer is answered no more. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final int port;

    public PageClient(int port) {
        this.port = port;
    }

    public HttpResponse<String> get(String path, String... headers) {
        var request = request(path, headers).GET();
        return send(List.of(headers).contains("Cookie") ? request : request.header("Cookie", "as=7"));
    }

    public HttpResponse<String> post(String path, Map<String, String> form, String... headers) {
        var body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(path, headers).header("Cookie", "as=7").POST(BodyPublishers.ofString(body)));
    }

    public HttpRequest.Builder request(String path, String... headers) {
        var uri =
                URI.create("http://127.0.0.1:" + port + path.replace("<", "%3C").replace(">", "%3E"));
        var request = HttpRequest.newBuilder(uri)
                .header("Accept", "text/html, */*;q=0.1")
                .header("Content-Type", "application/x-www-form-urlencoded");
        return headers.length == 0 ? request : request.headers(headers);
    }

    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.timeout(PATIENCE).build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    public static Document page(HttpResponse<String> answer) {
        return Jsoup.parse(answer.body());
    }
}
