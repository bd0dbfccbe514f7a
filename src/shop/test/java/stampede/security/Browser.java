package stampede.security;

import java.io.IOException;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser without scripts: keeps cookies, fills in forms with their hidden token, shows redirects instead of following. */
public final class Browser {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final CookieManager cookies = new CookieManager();
    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(cookies).build();
    private final URI shop;

    public Browser(int port) {
        this.shop = URI.create("http://127.0.0.1:" + port);
    }

    public HttpResponse<String> get(String path, String... headers) {
        return send(request(path, headers).GET());
    }

    /** Sends a form as the page drew it, its hidden token included. */
    public HttpResponse<String> submit(String page, String path, Map<String, String> fields, String... headers) {
        return post(path, with(fields, "_csrf", csrfOn(page)), headers);
    }

    public HttpResponse<String> post(String path, Map<String, String> fields, String... headers) {
        var form = fields.entrySet().stream()
                .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
        return send(request(path, headers)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form)));
    }

    public HttpResponse<String> json(String method, String path, String body, String... headers) {
        return send(request(path, headers)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body)));
    }

    /** Asks without reading the answer, which may never end. */
    HttpResponse<InputStream> call(String method, String path, Optional<String> authorization) {
        var request = request(path);
        authorization.ifPresent(header -> request.header("Authorization", header));
        try {
            var answer =
                    client.send(request.method(method, BodyPublishers.noBody()).build(), BodyHandlers.ofInputStream());
            answer.body().close();
            return answer;
        } catch (IOException broken) {
            throw new AssertionError(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    public HttpResponse<String> register(String username, String password) {
        return submit("/register", "/register", Map.of("username", username, "password", password));
    }

    public HttpResponse<String> signIn(String username, String password) {
        return submit("/sign-in", "/sign-in", Map.of("username", username, "password", password));
    }

    public Optional<String> cookie(String name) {
        return cookies.getCookieStore().get(shop).stream()
                .filter(cookie -> cookie.getName().equals(name))
                .map(HttpCookie::getValue)
                .findFirst();
    }

    public void setCookie(String name, String value) {
        try {
            cookies.put(shop, Map.of("Set-Cookie", List.of(name + "=" + value + "; Path=/")));
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private String csrfOn(String page) {
        var drawn = CSRF.matcher(get(page, "Accept", "text/html").body());
        if (!drawn.find()) {
            throw new AssertionError("No form with a token on " + page);
        }
        return drawn.group(1);
    }

    private HttpRequest.Builder request(String path, String... headers) {
        var request = HttpRequest.newBuilder(shop.resolve(path));
        return headers.length == 0 ? request : request.headers(headers);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException broken) {
            throw new AssertionError(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    private static Map<String, String> with(Map<String, String> fields, String name, String value) {
        var all = new HashMap<>(fields);
        all.put(name, value);
        return all;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
