package stampede.faults;

import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.token.AccessTokenIssuer;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;
import tools.jackson.databind.JsonNode;

/** One shop of several processes, in a hurry: what takes minutes in a real one takes seconds here. */
final class Fleet implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final byte[] KEY = "a key for the tests, long enough".getBytes(StandardCharsets.US_ASCII);

    private static final SecretKey SIGNING_KEY = new SecretKeySpec(KEY, "HmacSHA256");
    private static final Duration GOOD_FOR = Duration.ofDays(1);

    private final AccessTokenIssuer tokens = AccessTokenIssuer.signedWith(SIGNING_KEY, GOOD_FOR);
    private final JwtCodec cookies = new JwtCodec(SIGNING_KEY, Clock.systemUTC());
    private final Map<AccountId, String> issued = new ConcurrentHashMap<>();
    private final OwnServers servers;
    private final LocalAlipay alipay;
    private final Path directory;
    private final List<String> more;
    private final Map<String, ShopNode> nodes = new LinkedHashMap<>();
    private final List<ShopNode> webs = new ArrayList<>();
    private String front = "";

    /** @param more settings of its own, over those that all have */
    Fleet(OwnServers servers, LocalAlipay alipay, Path directory, String... more) {
        this.servers = servers;
        this.more = List.of(more);
        this.alipay = alipay;
        this.directory = directory;
    }

    /** A node that is not started yet. Its roles are told from its name: {@code web-1}, {@code worker-beat-2}. */
    ShopNode add(String name) {
        var roles = Stream.of(name.split("-"))
                .filter(part -> part.matches("[a-z]+"))
                .toList();
        var node = new ShopNode(name, String.join(",", roles), servers, settings(), directory);
        nodes.put(name, node);
        if (roles.contains("web")) {
            webs.add(node);
        }
        return node;
    }

    /** Whoever comes from now on goes to this address, behind which the nodes are that take requests. */
    void comeBy(String address) {
        front = address;
    }

    /** Starts all nodes at once. */
    void start() {
        nodes.values().forEach(node -> node.process().begin());
        nodes.values().forEach(node -> node.process().awaitOpen());
    }

    List<ShopNode> nodes() {
        return List.copyOf(nodes.values());
    }

    ShopNode node(String name) {
        return nodes.get(name);
    }

    /** One of the nodes that take requests. */
    ShopClient door(RandomGenerator chance) {
        return new ShopClient(address(chance));
    }

    /** Where one of the nodes is that take requests. */
    String address(RandomGenerator chance) {
        return front.isEmpty() ? webs.get(chance.nextInt(webs.size())).address() : front;
    }

    /** What a browser sends that is signed in to the pages; the account has to be {@linkplain #open open}. */
    String cookie(AccountId account, Role role) {
        return "stampede=" + cookies.issue(guest(account, role), TokenPurpose.PAGES, GOOD_FOR);
    }

    /** The first of the nodes that take requests, for who runs the shop. */
    ShopClient operator() {
        return new ShopClient(webs.get(0).address()).with(token(new AccountId(1), Role.OPERATOR));
    }

    /** Of an account that is opened for it, unless {@link #open} did that before; if not, the database has to be there. */
    String token(AccountId account, Role role) {
        if (!issued.containsKey(account)) {
            open(List.of(account), role);
        }
        return Objects.requireNonNull(issued.get(account));
    }

    /** Opens accounts that nobody can sign in to. */
    void open(Collection<AccountId> accounts, Role role) {
        servers.open(accounts.stream().map(id -> guest(id, role)).toList());
        accounts.forEach(id -> issued.computeIfAbsent(id, account -> tokens.issue(guest(id, role))));
    }

    private static SignedIn guest(AccountId id, Role role) {
        return new SignedIn(id, "guest" + id, role);
    }

    /** Puts so many units on sale; returns when they sell, which needs a moment more and all servers. */
    String onSale(int units, int limit) {
        return onSale(units, limit, servers::sells);
    }

    /** The same, where stock is counted elsewhere. */
    String onSale(int units, int limit, Predicate<String> sells) {
        var offer = operator()
                .post(
                        "/api/ops/offers",
                        Map.of("name", "Celadon teapot", "priceFen", 1_990, "units", units, "limitPerShopper", limit))
                .path("offerId")
                .asString();
        await("the offer's sale").atMost(PATIENCE).until(() -> sells.test(offer));
        return offer;
    }

    /** An offer that opens in two hours, made by a seller and approved; needs all servers. */
    String upcoming(AccountId seller, int units) {
        var client = new ShopClient(webs.get(0).address()).with(token(seller, Role.SELLER));
        var product = client.post("/api/v1/seller/products", Map.of("nameEn", "Celadon teapot", "listPriceFen", 9_990))
                .path("id")
                .asString();
        var opens = Instant.now().truncatedTo(ChronoUnit.HOURS).plus(Duration.ofHours(2));
        var draft = client.post(
                "/api/v1/seller/offers",
                Map.of(
                        "productId",
                        product,
                        "opensAt",
                        opens.toString(),
                        "closesAt",
                        opens.plus(Duration.ofHours(1)).toString(),
                        "priceFen",
                        1_990,
                        "units",
                        units,
                        "limitPerShopper",
                        1));
        var id = draft.path("id").asString();
        var submitted = client.post("/api/v1/seller/offers/" + id + "/submission", Map.of());
        var approval = Map.of("version", submitted.path("version").asLong());
        var approved = operator().post("/api/ops/offer-drafts/" + id + "/approval", approval);
        return approved.path("offerId").asString();
    }

    JsonNode books(String offer) {
        return operator().get("/api/ops/books/" + offer);
    }

    private List<String> settings() {
        var key = Base64.getEncoder().encodeToString(KEY);
        var settings = new ArrayList<>(List.of(
                "--stampede.signing-keys.accounts=" + key,
                "--stampede.signing-keys.purchases=" + key,
                "--springdoc.api-docs.enabled=false",
                "--springdoc.swagger-ui.enabled=false",
                "--stampede.purchase.attempts-per-second-per-address=100000",
                "--stampede.purchase.lookups-per-second=10000",
                "--stampede.purchase.recheck-in=4s",
                "--stampede.purchase.lost-after=20s",
                "--stampede.purchase.broker-away-after=3s",
                "--stampede.stock.first-check=2s",
                "--stampede.books.abandon-after=15s",
                "--stampede.books.recheck-after=4s",
                "--stampede.books.claim-lease=3s",
                "--stampede.books.audit-every=2s",
                "--stampede.books.drain=1s",
                "--stampede.books.rebuild-patience=6s",
                "--stampede.order.payment-time=6s",
                "--stampede.order.poll-every=1s",
                "--stampede.order.give-up-closing-after=8s",
                "--stampede.alipay.timeout=2s",
                "--stampede.payment.query-after=2s,6s,20s",
                "--stampede.payment.refund-again=200ms",
                "--stampede.payment.refund-ask-after=300ms",
                "--stampede.payment.refund-wait-at-most=1s",
                "--stampede.payment.refund-lease=3s",
                "--stampede.payment.refund-poll-every=1s"));
        alipay.settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        // Given twice, a setting has two values.
        settings.removeIf(setting -> more.stream().anyMatch(own -> name(own).equals(name(setting))));
        settings.addAll(more);
        return settings;
    }

    private static String name(String setting) {
        return setting.substring(0, setting.indexOf('='));
    }

    @Override
    public void close() {
        nodes.values().forEach(ShopNode::close);
    }
}
