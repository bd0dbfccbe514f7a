package stampede.load;

import java.io.IOException;
import java.net.HttpCookie;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.token.AccessTokenIssuer;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/** Shoppers with accounts and two addresses each, who are signed in to the pages and have a form's token. */
final class PageVisitors {

    private static final int COUNT = 200;
    private static final Duration SIGNED_IN = Duration.ofHours(6);

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI shop;
    private final List<String> cookies = new ArrayList<>();

    private PageVisitors(URI shop) {
        this.shop = shop;
    }

    static PageVisitors of(StressPlan plan, ShopApi api) throws IOException, InterruptedException {
        var tokens = new JwtCodec(plan.signingKey(), Clock.systemUTC());
        var bearers = AccessTokenIssuer.signedWith(plan.signingKey(), SIGNED_IN);
        var visitors = new PageVisitors(plan.shop());
        var operator = api.signIn(plan.operator(), plan.password());
        for (var made : api.addShoppers(operator, COUNT).path("items")) {
            var account = new SignedIn(
                    AccountId.of(made.path("id").asString()),
                    made.path("username").asString(),
                    Role.SHOPPER);
            api.keepAddresses(bearers.issue(account), 2);
            visitors.open("stampede=" + tokens.issue(account, TokenPurpose.PAGES, SIGNED_IN));
        }
        return visitors;
    }

    /** Requests for a page, each of another of them. */
    List<String> requests(String path) {
        return cookies.stream()
                .map(cookie -> Wrk.line("GET", path, "", "", "Cookie: " + cookie))
                .toList();
    }

    private void open(String signedIn) throws IOException, InterruptedException {
        var page = http.send(
                HttpRequest.newBuilder(shop.resolve("/"))
                        .header("Cookie", signedIn)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        var given = page.headers().allValues("Set-Cookie").stream()
                .flatMap(line -> HttpCookie.parse(line).stream())
                .collect(Collectors.toMap(HttpCookie::getName, HttpCookie::getValue));
        if (!page.body().contains("menu-name") || !given.containsKey("csrf")) {
            throw new IOException("The shop knows nobody: " + page.headers().map() + Map.copyOf(given));
        }
        cookies.add(signedIn + "; csrf=" + given.get("csrf"));
    }
}
