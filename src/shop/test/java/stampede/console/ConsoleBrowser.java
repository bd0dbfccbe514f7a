package stampede.console;

import com.google.common.primitives.Bytes;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.account.SignedIn;
import stampede.security.PageCookies;

/** Somebody at the console without scripts: reads pages, and sends their forms as they were drawn. */
public final class ConsoleBrowser {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\"[^>]*value=\"([^\"]+)\"");

    private static final String BOUNDARY = "----------boundary";
    private static final String PART = "--" + BOUNDARY + "\r\n";

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI shop;
    private final String cookie;

    public ConsoleBrowser(int port, PageCookies cookies, SignedIn account) {
        this.shop = URI.create("http://127.0.0.1:" + port);
        var response = new MockHttpServletResponse();
        cookies.signIn(account, new MockHttpServletRequest(), response);
        this.cookie = Arrays.stream(response.getCookies())
                .filter(given -> given.getMaxAge() != 0)
                .map(given -> given.getName() + "=" + given.getValue())
                .collect(Collectors.joining("; "));
    }

    public HttpResponse<String> open(String path, String... headers) {
        var request = request(path, cookie).GET();
        return send(headers.length == 0 ? request : request.headers(headers));
    }

    public String read(String path) {
        return open(path).body();
    }

    /** Sends a form of a page with the token that the page gave, and reads the page that it leads to. */
    public String submit(String page, String path, Map<String, String> fields) {
        var answer = post(page, path, fields);
        return answer.headers()
                .firstValue("Location")
                .map(this::read)
                .orElseThrow(() -> new AssertionError(path + " answers " + answer.statusCode()));
    }

    /** Sends a form of a page with the token that the page gave. */
    public HttpResponse<String> post(String page, String path, Map<String, String> fields) {
        var drawn = draw(page);
        return post(path, drawn.cookies(), fields, drawn.token());
    }

    /** As {@link #post}, of fields that are written as they are sent: one of them may come several times. */
    public HttpResponse<String> chosen(String page, String path, Map<String, String> fields) {
        var drawn = draw(page);
        var form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + field.getValue())
                .collect(Collectors.joining("&"));
        return send(path, drawn.cookies(), form, drawn.token());
    }

    /** Sends a form of a page with a file in its field {@code picture}. */
    public HttpResponse<String> upload(String page, String path, Map<String, String> fields, byte[] file) {
        return upload(page, path, fields, "name=\"picture\"; filename=\"a.jpg\"\r\nContent-Type: image/jpeg", file);
    }

    /** The same with a table in its field {@code file}. */
    public HttpResponse<String> uploadTable(
            String page, String path, Map<String, String> fields, String fileName, byte[] file) {
        var part = "name=\"file\"; filename=\"" + fileName + "\"\r\nContent-Type: text/csv";
        return upload(page, path, fields, part, file);
    }

    private HttpResponse<String> upload(
            String page, String path, Map<String, String> fields, String filePart, byte[] file) {
        var drawn = draw(page);
        var parts = new HashMap<>(fields);
        parts.put("_csrf", drawn.token());
        var head = parts.entrySet().stream()
                .map(part -> PART + "Content-Disposition: form-data; name=\"" + part.getKey() + "\"\r\n\r\n"
                        + part.getValue() + "\r\n")
                .collect(Collectors.joining());
        var begin = head + PART + "Content-Disposition: form-data; " + filePart + "\r\n\r\n";
        var body = Bytes.concat(
                begin.getBytes(StandardCharsets.UTF_8),
                file,
                ("\r\n--" + BOUNDARY + "--\r\n").getBytes(StandardCharsets.UTF_8));
        return send(request(path, drawn.cookies())
                .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
    }

    private Drawn draw(String page) {
        var drawn = open(page);
        var token = CSRF.matcher(drawn.body());
        if (!token.find()) {
            throw new AssertionError("No form on " + page);
        }
        var given = drawn.headers().allValues("Set-Cookie").stream()
                .map(header -> header.substring(0, header.indexOf(';')))
                .collect(Collectors.joining("; "));
        return new Drawn(cookie + "; " + given, token.group(1));
    }

    /** Sends a form that no page of the shop drew. */
    public HttpResponse<String> forge(String path) {
        return post(path, cookie, Map.of(), "forged");
    }

    private HttpResponse<String> post(String path, String cookies, Map<String, String> fields, String token) {
        var form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return send(path, cookies, form, token);
    }

    private HttpResponse<String> send(String path, String cookies, String form, String token) {
        return send(request(path, cookies)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                        form + "&_csrf=" + URLEncoder.encode(token, StandardCharsets.UTF_8))));
    }

    private HttpRequest.Builder request(String path, String cookies) {
        return HttpRequest.newBuilder(shop.resolve(path))
                .header("Accept", "text/html")
                .header("Cookie", cookies);
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

    /** A page as it was drawn: what its forms need. */
    private record Drawn(String cookies, String token) {}
}
