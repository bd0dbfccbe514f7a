package stampede.faults;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;

/** An operator at the console, without scripts: opens a page, fills in a form of it, and may send it once more. */
final class DeskBrowser {

    /** It never sends a form again by itself. */
    private static final HttpClient HTTP = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(Duration.ofSeconds(5))
            .build();

    private static final Duration IMPATIENCE = Duration.ofSeconds(6);

    /** Whoever opens a page has nothing to lose yet. */
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final String cookie;

    /** @param cookie of somebody who is signed in, as {@link Fleet#cookie} makes it */
    DeskBrowser(String cookie) {
        this.cookie = cookie;
    }

    /** The form of a page that leads to this address, as it was drawn; empty if the page does not come, or has none. */
    Optional<Form> open(String node, String page, String action) throws InterruptedException {
        try {
            var asked = request(node + page, cookie).timeout(PATIENCE).GET().build();
            var answer = HTTP.send(asked, BodyHandlers.ofString());
            var form = Jsoup.parse(answer.body()).selectFirst("form[action=" + action + "]");
            if (answer.statusCode() != 200 || form == null) {
                return Optional.empty();
            }
            var fields = new HashMap<String, String>();
            form.select("input[name], textarea[name]").forEach(input -> fields.put(input.attr("name"), input.val()));
            return Optional.of(new Form(action, cookie + "; " + given(answer), fields));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /** Sends a form; any node takes it, whoever drew it. */
    Answer send(String node, Form form) throws InterruptedException {
        var body = form.fields().entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        var request = request(node + form.action(), form.cookies())
                .timeout(IMPATIENCE)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body))
                .build();
        try {
            return answer(HTTP.send(request, BodyHandlers.discarding()));
        } catch (ConnectException | HttpConnectTimeoutException away) {
            return Answer.AWAY;
        } catch (IOException none) {
            return Answer.NONE;
        }
    }

    /** A form that was accepted leads to a page that says so; one that was not is drawn again, or leads to a page that says why. */
    private static Answer answer(HttpResponse<Void> told) {
        var leadsTo = told.headers().firstValue("Location").orElse("");
        if (told.statusCode() >= 500 || leadsTo.contains("=UNCERTAIN")) {
            return Answer.NONE;
        }
        var refused = leadsTo.isEmpty()
                || leadsTo.contains("refused=")
                || leadsTo.contains("no=")
                || leadsTo.contains("/sign-in");
        return refused ? Answer.NO : Answer.YES;
    }

    private static HttpRequest.Builder request(String address, String cookies) {
        return HttpRequest.newBuilder(URI.create(address))
                .header("Accept", "text/html")
                .header("Cookie", cookies);
    }

    private static String given(HttpResponse<String> page) {
        return page.headers().allValues("Set-Cookie").stream()
                .map(header -> header.substring(0, header.indexOf(';')))
                .filter(given -> given.startsWith("csrf="))
                .collect(Collectors.joining("; "));
    }

    /** What somebody was told about what they did. */
    enum Answer {
        YES,
        NO,
        /** Nobody was there to be told. */
        AWAY,
        /** Nobody knows: it may be done all the same. */
        NONE
    }

    /** A form as it was drawn, with what was filled in. */
    record Form(String action, String cookies, Map<String, String> fields) {

        /** The same with this filled in, if it has such a field. */
        Form with(String name, String value) {
            var filled = new HashMap<>(fields);
            filled.replace(name, value);
            return new Form(action, cookies, filled);
        }
    }
}
