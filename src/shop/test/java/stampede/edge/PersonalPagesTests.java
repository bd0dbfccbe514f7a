package stampede.edge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.address.AddressFields;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.ids.Ids;
import stampede.signin.AccountLocks;
import stampede.storefront.AnyShopper;
import stampede.testing.Proof;
import stampede.token.AccessTokenIssuer;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/** Pages that are made once for any shopper, each with its reader's own put in: nobody's has anything of another. */
@StampedeTest
class PersonalPagesTests {

    private static final int READERS = 50;
    private static final int WITH_ORDERS = 6;
    private static final Duration SIGNED_IN = Duration.ofHours(1);
    private static final String WAITING = "/account/waiting";
    private static final Pattern ORDER = Pattern.compile("/orders/(\\d+)");
    private static final Pattern FIELD = Pattern.compile("name=\"(_csrf|key)\" value=\"([^\"]*)\"");

    @Autowired
    private Accounts accounts;

    @Autowired
    private AddressBook addressBook;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private AccountLocks locks;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private AccessTokenIssuer bearers;

    @Autowired
    private Ids ids;

    @LocalServerPort
    private int port;

    private final HttpClient client = HttpClient.newHttpClient();
    private final Map<String, Integer> orders = new ConcurrentHashMap<>();
    private final Set<String> secrets = ConcurrentHashMap.newKeySet();

    @Test
    void noneOfFiftyReadersEverSeesAnythingOfAnother() throws Exception {
        var run = Long.toString(ids.next() % 100_000_000, 36);
        var slot = TestOffers.runningSlot(offerPublishing);
        var offer =
                offerPublishing.publish(TestOffers.offer(TestOffers.product(offerPublishing, "Teapot"), slot, 100, 2));
        var readers = readers(run);
        for (var reader : readers.subList(0, WITH_ORDERS)) {
            buy(reader, offer);
        }
        var pages = List.of("/", "/slots/" + slot, "/offers/" + offer, "/offers/" + offer, WAITING);
        var anybodys = Pattern.compile("r" + run + "x(\\d+)");
        var visits = readers.stream()
                .<Callable<List<String>>>map(reader -> () -> visits(reader, pages, anybodys))
                .toList();
        var threads = Executors.newFixedThreadPool(readers.size());
        try {
            for (Future<List<String>> wrong : threads.invokeAll(visits)) {
                assertThat(wrong.get()).isEmpty();
            }
        } finally {
            threads.shutdown();
        }
        assertThat(secrets).hasSizeGreaterThan(READERS);
    }

    /** Four in five are shoppers, with no addresses to four; the others strangers, with an old cookie or none, sellers and an operator. */
    private List<Reader> readers(String run) {
        var readers = new ArrayList<Reader>();
        for (var number = 0; number < READERS; number++) {
            var name = "r" + run + "x" + number;
            var role = switch (number % 20) {
                case 7 -> Role.SELLER;
                case 8 -> number == 8 ? Role.OPERATOR : Role.SELLER;
                default -> Role.SHOPPER;
            };
            if (number % 20 == 9 || number % 20 == 10) {
                readers.add(new Reader(number, Optional.empty(), number % 20 == 9 ? "; stampede=old" : "", 0));
                continue;
            }
            var account = accounts.ensure(name, "correct horse " + name, role);
            var addresses = role == Role.SHOPPER ? number % 5 : 0;
            for (var address = 0; address < addresses; address++) {
                addressBook.add(account.id(), new AddressFields("Ann " + name, "", "<b>" + name, "\"Road\" & " + name));
            }
            readers.add(new Reader(number, Optional.of(account), "; " + cookie(account), addresses));
        }
        return readers;
    }

    private void buy(Reader reader, OfferId offer) {
        var bought = send(request("/api/v1/offers/" + offer + "/purchases")
                .header(
                        "Authorization",
                        "Bearer " + bearers.issue(reader.account().orElseThrow()))
                .header("Content-Type", "application/json")
                .header("Idempotency-Key", "one")
                .POST(BodyPublishers.ofString("{\"units\":1,\"address\":\"Road of " + reader.name() + "\"}")));
        assertThat(bought.statusCode()).isEqualTo(202);
        var order = await().atMost(Duration.ofMinutes(2))
                .until(
                        () -> orderOn(send(request(WAITING).header("Cookie", "lang=en" + reader.cookie()))),
                        Optional::isPresent);
        orders.put(order.orElseThrow(), reader.number());
    }

    private static Optional<String> orderOn(HttpResponse<String> bar) {
        return ORDER.matcher(bar.body()).results().map(found -> found.group(1)).findFirst();
    }

    /** What was wrong with the pages that somebody saw. */
    private List<String> visits(Reader reader, List<String> pages, Pattern anybodys) {
        var wrong = new ArrayList<String>();
        var random = new Random(reader.number());
        var csrf = "";
        for (var round = 0; round < Proof.size(4, 200); round++) {
            var path = pages.get(random.nextInt(pages.size()));
            var language = random.nextBoolean() ? "en" : "zh-CN";
            var theme = List.of("", "dark", "light").get(random.nextInt(3));
            var answer = send(request(path)
                    .header("Cookie", "lang=" + language + "; theme=" + theme + reader.cookie() + csrf)
                    .header("Accept", "text/html, */*;q=0.8")
                    .header("Accept-Encoding", reader.account().isPresent() ? "gzip" : "identity"));
            csrf = answer.headers().allValues("Set-Cookie").stream()
                    .filter(line -> line.startsWith("csrf="))
                    .map(line -> "; " + line.substring(0, line.indexOf(';')))
                    .findFirst()
                    .orElse(csrf);
            if (!isRight(answer, reader, path, anybodys)
                    || (!path.equals(WAITING) && !isDrawn(answer, language, theme))) {
                wrong.add(reader + " " + path + " " + answer + answer.headers().map() + answer.body());
            }
        }
        return wrong;
    }

    private static boolean isDrawn(HttpResponse<String> answer, String language, String theme) {
        var html = Jsoup.parse(answer.body()).select("html");
        return html.attr("lang").equals(language) && html.attr("data-theme").equals(theme);
    }

    private boolean isRight(HttpResponse<String> answer, Reader reader, String path, Pattern anybodys) {
        var body = answer.body();
        var isOfOthers = anybodys.matcher(body)
                .results()
                .anyMatch(found -> !found.group(1).equals(Integer.toString(reader.number())));
        isOfOthers |= ORDER.matcher(body)
                .results()
                .anyMatch(found -> !Integer.valueOf(reader.number()).equals(orders.get(found.group(1))));
        var isUnfilled = AnyShopper.gaps().stream().anyMatch(body::contains);
        var isKept = !answer.headers().firstValue("Cache-Control").orElse("").contains("no-store");
        var isNew = FIELD.matcher(body)
                .results()
                .map(found -> found.group(1) + found.group(2))
                .distinct()
                .allMatch(secrets::add);
        if (isOfOthers || isUnfilled || isKept || !isNew) {
            return false;
        }
        if (path.equals(WAITING)) {
            return reader.account().isEmpty()
                    ? answer.statusCode() == 302
                    : answer.statusCode() == 204
                            || (answer.statusCode() == 200 && orders.containsValue(reader.number()));
        }
        var page = Jsoup.parse(body);
        var name = reader.name();
        var isShopper = reader.account()
                .filter(account -> account.role() == Role.SHOPPER)
                .isPresent();
        var isOffer = path.startsWith("/offers/");
        return answer.statusCode() == 200
                && answer.headers().firstValue("Content-Encoding").isEmpty()
                && page.select(".menu-name").text().equals(name)
                && page.select(".who").text().equals(name.isEmpty() ? "" : "R")
                && page.select("input[name=_csrf]").isEmpty() == name.isEmpty()
                && page.select("#waiting").isEmpty() != isShopper
                && page.select("#buy").isEmpty() != (isShopper && isOffer)
                && page.select("input[name=addressId]").stream()
                                .filter(choice -> !choice.val().isEmpty())
                                .count()
                        == (isOffer ? reader.addresses() : 0)
                && (!isOffer
                        || reader.addresses() == 0
                        || page.select(".address-lines").text().contains("<b>" + name + " \"Road\" & " + name));
    }

    @Test
    void theTokenOfAPageIsGoodForItsReaderAlone() {
        var ann = new Visit(shopper());
        var bob = new Visit(shopper());

        assertThat(ann.signOut(bob.token()).statusCode()).isEqualTo(403);
        assertThat(ann.signOut("").statusCode()).isEqualTo(403);
        assertThat(ann.signOut(AnyShopper.token()).statusCode()).isEqualTo(403);
        assertThat(ann.signOut(ann.token()).statusCode()).isEqualTo(302);
        assertThat(ann.page()).doesNotContain("menu-name");
        assertThat(bob.page()).contains(bob.account.username());
    }

    @Test
    void whoeverIsLockedIsNobodyAtOnce() {
        var operator = accounts.ensure("lo" + ids.next(), "correct horse", Role.OPERATOR);
        var ann = new Visit(shopper());
        var bob = new Visit(shopper());
        assertThat(ann.page()).contains(ann.account.username());

        locks.lock(operator, ann.account.id(), "a test");

        assertThat(ann.page()).doesNotContain("menu-name");
        assertThat(bob.page()).contains(bob.account.username());
    }

    @Test
    void anAddressIsOnThePageAsSoonAsItIsKept() {
        var offer = "/offers/" + TestOffers.running(offerPublishing, 5, 2);
        var ann = new Visit(shopper());
        assertThat(ann.page(offer)).doesNotContain("name=\"addressId\"");

        var kept = addressBook.add(ann.account.id(), new AddressFields("Ann", "", "", "Road 8"));

        assertThat(ann.page(offer)).contains("value=\"" + kept.id() + "\"", "Road 8");
    }

    @Test
    void whatIsNotThereIsNotFoundForAShopperEither() {
        var ann = new Visit(shopper());

        for (var path : List.of("/slots/999", "/offers/999")) {
            var answer = send(request(path).header("Cookie", ann.cookies).header("Accept", "text/html, */*;q=0.8"));
            assertThat(answer.statusCode()).isEqualTo(404);
            assertThat(answer.body()).contains(ann.account.username());
            assertThat(AnyShopper.gaps()).noneMatch(answer.body()::contains);
        }
    }

    private SignedIn shopper() {
        return accounts.addShoppers(1, "s" + Long.toString(ids.next(), 36)).get(0);
    }

    private String cookie(SignedIn account) {
        return "stampede=" + tokens.issue(account, TokenPurpose.PAGES, SIGNED_IN);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), BodyHandlers.ofString());
        } catch (IOException | InterruptedException failure) {
            throw new AssertionError(failure);
        }
    }

    /** Somebody; a stranger has no account. */
    private record Reader(int number, Optional<SignedIn> account, String cookie, int addresses) {

        String name() {
            return account.map(SignedIn::username).orElse("");
        }
    }

    /** A shopper with a page. */
    private final class Visit {

        private final SignedIn account;
        private String cookies;

        Visit(SignedIn account) {
            this.account = account;
            this.cookies = cookie(account);
            var given = send(request("/").header("Cookie", cookies)).headers().firstValue("Set-Cookie");
            this.cookies += "; " + given.orElseThrow().split(";", 2)[0];
        }

        String page() {
            return page("/");
        }

        String page(String path) {
            return send(request(path).header("Cookie", cookies)).body();
        }

        String token() {
            return FIELD.matcher(page()).results().findFirst().orElseThrow().group(2);
        }

        HttpResponse<String> signOut(String token) {
            var form = "_csrf=" + URLEncoder.encode(token, StandardCharsets.UTF_8);
            return send(request("/sign-out")
                    .header("Cookie", cookies)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form)));
        }
    }
}
