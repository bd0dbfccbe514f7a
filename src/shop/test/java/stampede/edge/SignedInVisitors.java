package stampede.edge;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.token.AccessTokenIssuer;

/** People who are signed in to the API and to the pages, one of each role, and shoppers without number for the API. */
@Component
class SignedInVisitors {

    private static final Pattern CSRF = Pattern.compile("name=\"_csrf\" value=\"([^\"]+)\"");

    private final Accounts accounts;
    private final AccessTokenIssuer tokens;

    SignedInVisitors(Accounts accounts, AccessTokenIssuer tokens) {
        this.accounts = accounts;
        this.tokens = tokens;
    }

    Map<Role, SignedInTwice> oneOfEach(RawHttp shop) throws IOException {
        var all = new EnumMap<Role, SignedInTwice>(Role.class);
        for (var role : Role.values()) {
            var username = "edge-" + role.name().toLowerCase(Locale.ROOT) + "-" + Long.toString(System.nanoTime(), 36);
            var password = UUID.randomUUID().toString();
            var account = accounts.ensure(username, password, role);
            all.put(role, signIn(shop, username, password, tokens.issue(account)));
        }
        return all;
    }

    List<String> shoppers(int count) {
        return accounts.addShoppers(count, "edge" + Long.toString(System.nanoTime(), 36) + "-").stream()
                .map(tokens::issue)
                .toList();
    }

    private static SignedInTwice signIn(RawHttp shop, String username, String password, String token)
            throws IOException {
        var form = shop.send("GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n");
        var secret = cookies(form);
        var body = "username=" + username + "&password=" + password + "&_csrf=" + encoded(field(form));
        var answer = shop.send("POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\nCookie: " + secret
                + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: " + body.length() + "\r\n\r\n"
                + body);
        if (answer.status() != 302 && answer.status() != 303) {
            throw new IllegalStateException("Not signed in: " + answer);
        }
        var all = cookies(answer);
        var page = shop.send("GET /sign-in HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: " + all + "\r\n\r\n");
        var renewed = cookies(page);
        return new SignedInTwice(token, renewed.isEmpty() ? all : all + "; " + renewed, field(page));
    }

    private static String field(RawHttp.Answer page) {
        var drawn = CSRF.matcher(page.body());
        if (!drawn.find()) {
            throw new IllegalStateException("No form: " + page);
        }
        return drawn.group(1);
    }

    private static String cookies(RawHttp.Answer answer) {
        return answer.headers().stream()
                .filter(line -> line.regionMatches(true, 0, "Set-Cookie:", 0, 11))
                .map(line -> line.substring(11, line.indexOf(';')).strip())
                .filter(cookie -> !cookie.endsWith("="))
                .reduce((one, other) -> one + "; " + other)
                .orElse("");
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /**
     * Somebody.
     *
     * @param token for the API
     * @param cookies for the pages
     * @param csrf what a form must hold, or the header {@code X-XSRF-TOKEN}
     */
    record SignedInTwice(String token, String cookies, String csrf) {

        String headersFor(Endpoint endpoint) {
            return headersFor(endpoint.isOfApi());
        }

        String headersFor(boolean api) {
            return api
                    ? "Authorization: Bearer " + token + "\r\n"
                    : "Cookie: " + cookies + "\r\nX-XSRF-TOKEN: " + csrf + "\r\n";
        }
    }
}
