package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.inquiry.OrderTotalsRepository;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.payment.PaymentChannel;
import stampede.payment.PaymentRefused;
import stampede.payment.Payments;
import stampede.purchase.BotPasses;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.security.Browser;
import stampede.security.PageCookies;
import stampede.task.Tick;
import stampede.token.AccessTokenIssuer;

/** Bots and shadows are safe by construction: each danger of a rehearsal, and what keeps it away. */
@StampedeTest
class ShadowOfferTests {

    private static final int UNITS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Path ENDPOINTS = Path.of("src/shop/test/resources/stampede/security/endpoints.txt");

    /** Where something of a shadow may stand until it is forgotten: none of them is a message to anybody. */
    private static final Set<String> OWN = Set.of(
            "orders",
            "order_event",
            "stock_balance",
            "stock_movement",
            "stock_quota",
            "settlement",
            "settlement_line",
            "books_verdict",
            "rehearsal",
            "sale_minute");

    private static final Splitter COLUMNS = Splitter.on(' ').omitEmptyStrings();
    private static final Pattern NAMES_AN_OFFER = Pattern.compile("\\{offer(Id)?}");
    private static final List<Optional<Role>> STRANGERS =
            List.of(Optional.empty(), Optional.of(Role.SHOPPER), Optional.of(Role.SELLER));

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RehearsalRepository rows;

    @Autowired
    private ShadowSale sale;

    @Autowired
    private ShadowOrderRepository shadowOrders;

    @Autowired
    private RehearsalTaskHandlers tasks;

    @Autowired
    private BotPasses passes;

    @Autowired
    private Purchases purchases;

    @Autowired
    private Orders orders;

    @Autowired
    private Payments payments;

    @Autowired
    private Catalog catalog;

    @Autowired
    private OrderTotalsRepository totals;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private Ids ids;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private PageCookies cookies;

    private ApiClient shop;

    /** A word that the name of no other offer has. */
    private String mark;

    private Rehearsal rehearsal;
    private OfferId real;
    private OfferId shadow;

    @BeforeEach
    void open() throws InterruptedException {
        shop = new ApiClient(port);
        mark = "w" + ids.next();
        real = OfferId.of(fixture.inSlotOfItsOwn("Celadon teapot " + mark, 10, 1));
        rehearsal = new Rehearsal(
                ids.next(),
                new RehearsalPlan(real, 10, 1, RehearsalCurve.AT_ONCE, UNITS, 10, true),
                new Rehearsal.Copied("Celadon teapot", new Money(1990), 1),
                "operator:1",
                Rehearsal.State.WAITING,
                RehearsalStep.CHECK,
                new Rehearsal.Times(now(), Optional.empty(), Optional.empty()),
                Optional.empty());
        shadow = rehearsal.shadow();
        rows.insert(rehearsal);
        assertThat(rows.begin(rehearsal.id())).isTrue();
        assertThat(sale.open(rehearsal, now().plus(Duration.ofMinutes(5)), () -> false))
                .isTrue();
    }

    @AfterEach
    void end() {
        sale.close(rehearsal);
        rows.end(
                rehearsal.id(),
                new Rehearsal.End(now(), RehearsalVerdict.STOPPED, Optional.of(StopReason.ASKED), Optional.empty()));
    }

    @Test
    void botsBuyAsShoppersDo() {
        var accepted = IntStream.range(0, 10)
                .mapToObj(bot -> press(bot, shadow.toString()))
                .toList();

        assertThat(accepted).filteredOn(answer -> answer.status() == 202).hasSize(UNITS);
        assertThat(accepted)
                .filteredOn(answer -> answer.status() != 202)
                .hasSize(10 - UNITS)
                .allSatisfy(answer -> assertThat(answer.text("reason")).isEqualTo("SOLD_OUT"));
        await().atMost(PATIENCE).until(() -> shadowOrders.orders(shadow).size() == UNITS);
        var purchase = accepted.get(0).header("Location");
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(bot(0, shadow).get(purchase).text("status")).isEqualTo("PLACED"));
        assertThat(bot(1, shadow).get(purchase).status()).isEqualTo(404);
    }

    /** Every address that names an offer and is not for operators, as {@code endpoints.txt} has them, answers as for an offer that never was. */
    @Test
    void nobodyElseCanSeeAShadow() throws IOException {
        var unknown = OfferId.shadow(ids.next());
        var addresses = addressesOfOffers();
        assertThat(addresses)
                .contains(
                        "/offers/{offer}",
                        "/offers/{offer}/stock",
                        "/offers/{offer}/queue",
                        "/offers/{offer}/queue/events",
                        "/api/v1/offers/{offerId}/queue/state",
                        "/seller/live/{offer}/events",
                        "/seller/live/{offer}/figures",
                        "/api/v1/seller/offers/{offerId}/sale")
                .hasSizeGreaterThan(20);
        var seen = new TreeMap<String, String>();
        for (var who : STRANGERS) {
            for (var address : addresses) {
                var told = told(who, address, shadow);
                assertThat(told).as("%s as %s", address, who).isEqualTo(told(who, address, unknown));
                seen.put(address + " " + who, told.substring(0, 3));
            }
        }
        assertThat(seen).as("nobody gets a page of it").doesNotContainValue("200");
        assertThat(seen)
                .containsEntry("/offers/{offer} Optional.empty", "404")
                .containsEntry("/offers/{offer}/stock Optional[SHOPPER]", "404")
                .containsEntry("/api/v1/offers/{offerId} Optional[SELLER]", "404")
                .containsEntry("/api/v1/offers/{offerId}/queue/state Optional.empty", "404")
                .containsEntry("/seller/live/{offer}/events Optional[SELLER]", "404")
                .containsEntry("/seller/live/{offer}/figures Optional[SELLER]", "404");
    }

    /** The slot, its figures, the search and the shop's first page show the real offer, and the shadow to nobody, a bot's pass or not. */
    @Test
    void noListHasAShadow() {
        var slot = catalog.offer(real).orElseThrow().slot();
        var pages = List.of(
                "/slots/" + slot,
                "/slots/" + slot + "/stock?page=1&seen=",
                "/search?q=" + mark,
                "/api/v1/slots/" + slot + "/offers?size=100");
        for (var page : pages) {
            await(page)
                    .atMost(PATIENCE)
                    .until(() -> text(Optional.empty(), page), text -> text.contains(real.toString()));
            for (var who : STRANGERS) {
                assertThat(text(who, page)).as(page).contains(real.toString()).doesNotContain(shadow.toString());
            }
        }
        for (var page : List.of(
                "/",
                "/seller",
                "/seller/offers",
                "/seller/offers.csv",
                "/seller/live",
                "/sitemap.xml",
                "/robots.txt")) {
            for (var who : STRANGERS) {
                assertThat(text(who, page)).as(page).doesNotContain(shadow.toString());
            }
        }
        assertThat(catalog.offer(shadow)).isEmpty();
    }

    @Test
    void nobodyElseCanBuyAShadow() {
        var press = shop.as(fixture.shopper()).buy(shadow.toString(), 1, "key");
        assertThat(press.status()).isEqualTo(404);
        assertThat(press.text("reason")).isEqualTo("UNKNOWN_OFFER");
        assertThat(shop.as(fixture.seller()).buy(shadow.toString(), 1, "key").status())
                .isEqualTo(403);
        assertIsNobody(shop.buy(shadow.toString(), 1, "key"));
        assertThat(shadowOrders.count(shadow)).isZero();
    }

    @Test
    void botsBuyNothingReal() {
        var before = left(real);
        var random = new Random(20);
        for (var press = 0; press < 50; press++) {
            var bot = random.nextInt(1 << 20);
            var pass = random.nextBoolean() ? shadow : real;
            var answer = bot(bot, pass).buy(real.toString(), 1, "key-" + press);
            assertIsNobody(answer);
            assertThatThrownBy(() -> purchases.buy(wish(bot, real)))
                    .isInstanceOfSatisfying(
                            PurchaseRefused.class,
                            refused -> assertThat(refused.reason()).isEqualTo(PurchaseRefusal.UNKNOWN_OFFER));
        }
        assertThat(left(real)).isEqualTo(before);
        assertThat(orderCount(real)).isZero();
    }

    @Test
    void aPassIsGoodForItsBotItsShadowAndItsTimeAlone() {
        var until = now().plus(Duration.ofMinutes(4));
        var header = passes.header(shadow, 3, until);
        assertThat(passes.bot(header, shadow).map(SignedIn::id)).contains(AccountId.bot(3));

        var other = OfferId.shadow(ids.next());
        assertThat(passes.bot(header, other)).isEmpty();
        assertThat(passes.bot(passes.header(shadow, 3, now().minusSeconds(1)), shadow))
                .isEmpty();
        assertThat(passes.bot(passes.header(real, 3, until), real)).isEmpty();
        assertThat(passes.bot(header.replace("." + 3 + ".", ".4."), shadow)).isEmpty();
        assertThat(passes.bot(header.substring(0, header.length() - 1), shadow)).isEmpty();
        for (var forged :
                List.of("Rehearsal ", "Rehearsal a.b.c.d", "Rehearsal", header + "A", header + " " + header)) {
            assertThat(passes.bot(forged, shadow)).as(forged).isEmpty();
            assertIsNobody(shop.with("Authorization", forged).buy(shadow.toString(), 1, "key"));
        }
    }

    /** Its code is compared as a text, so there is no second way to write it either. */
    @Test
    void aPassOfWhichAnythingWasChangedIsNone() {
        var header = passes.header(shadow, 3, now().plus(Duration.ofMinutes(4)));
        assertThat(passes.bot(header, shadow)).isPresent();
        for (var at = BotPasses.SCHEME.length(); at < header.length(); at++) {
            var before = header.substring(0, at);
            var behind = header.substring(at + 1);
            for (var other : "0179AZaz-_.= ".toCharArray()) {
                if (header.charAt(at) != other) {
                    assertThat(passes.bot(before + other + behind, shadow))
                            .as(before + other + behind)
                            .isEmpty();
                }
            }
            assertThat(passes.bot(before + behind, shadow)).as(before + behind).isEmpty();
        }
        var random = new Random(9);
        for (var press = 0; press < 20; press++) {
            var at = BotPasses.SCHEME.length() + random.nextInt(header.length() - BotPasses.SCHEME.length());
            var other = header.charAt(at) == '7' ? '8' : '7';
            var altered = header.substring(0, at) + other + header.substring(at + 1);
            assertIsNobody(shop.with("Authorization", altered).buy(shadow.toString(), 1, "key"));
        }
        assertThat(shadowOrders.count(shadow)).isZero();
    }

    /** With a genuine pass beside a token a shopper is a shopper; and with the pass in front nobody. */
    @Test
    void aBorrowedPassMakesNobodyMore() throws IOException, InterruptedException {
        var pass = passes.header(shadow, 3, now().plus(Duration.ofMinutes(4)));
        var token = "Bearer " + fixture.shopper();

        assertThat(press(shadow, token, pass)).isEqualTo(404);
        assertThat(press(real, pass, token)).isEqualTo(401);
        assertThat(press(real, token, pass)).isEqualTo(202);

        await().atMost(PATIENCE).until(() -> orderCount(real) == 1);
        assertThat(sql.sql("select shopper_id from orders where offer_id = :offer")
                        .param("offer", real.value())
                        .query((row, number) -> new AccountId(row.getLong(1)))
                        .single()
                        .isBot())
                .isFalse();
        assertThat(shadowOrders.count(shadow)).isZero();
    }

    private int press(OfferId offer, String... authorizations) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + port + "/api/v1/offers/" + offer + "/purchases"))
                .header("Idempotency-Key", "key")
                .header("Content-Type", "application/json");
        List.of(authorizations).forEach(authorization -> request.header("Authorization", authorization));
        request.POST(HttpRequest.BodyPublishers.ofString("{\"units\": 1, \"address\": \"West Lake 1\"}"));
        return HttpClient.newHttpClient()
                .send(request.build(), HttpResponse.BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void aPassOpensNothingElse() {
        var bot = bot(0, shadow);
        for (var path : List.of(
                "/api/v1/orders",
                "/api/v1/addresses",
                "/api/v1/accounts/me",
                "/api/ops/orders",
                "/api/v1/coupons/mine")) {
            assertIsNobody(bot.get(path));
        }
        assertThat(bot.get("/orders").status()).isIn(302, 401);
        assertThat(bot.get("/offers/" + shadow).status()).isEqualTo(404);
        assertThat(sql.sql("select count(*) from account where id = :bot")
                        .param("bot", AccountId.bot(0).value())
                        .query(Long.class)
                        .single())
                .isZero();
    }

    /** A thousand bots come from one address; a shopper who shows a pass beside a token is a shopper. */
    @Test
    void eachBotIsAsGoodAsAnAddressOfItsOwn() {
        var refused = IntStream.range(0, 200)
                .mapToObj(bot -> press(bot, shadow.toString()))
                .filter(answer -> answer.status() == 429);
        assertThat(refused).isEmpty();

        var hasty = IntStream.range(0, 60).mapToObj(press -> press(7, shadow.toString(), "hasty-" + press));
        assertThat(hasty.map(ApiClient.Answer::status)).contains(429);
    }

    @Test
    void nobodyPaysForAShadow() {
        var trades = LocalAlipay.shared();
        assertThat(press(1, shadow.toString()).status()).isEqualTo(202);
        await().atMost(PATIENCE).until(() -> !shadowOrders.orders(shadow).isEmpty());
        var order = orders.find(
                        AccountId.bot(1),
                        new OrderId(shadowOrders.orders(shadow).iterator().next()))
                .orElseThrow();

        assertThatThrownBy(() -> payments.begin(order, PaymentChannel.PAGE)).isInstanceOf(PaymentRefused.class);
        assertThat(sql.sql("select count(*) from payment_attempt where order_id = :order")
                        .param("order", order.id().value())
                        .query(Long.class)
                        .single())
                .isZero();
        assertThat(trades).isNotNull();
    }

    @Test
    void listsTotalsAndCountersLeaveItOut() {
        var since = now().minus(Duration.ofHours(1));
        var rehearsedBefore = meters.counter("stampede.rehearsal.presses").count();
        var acceptedBefore = meters.get("stampede.purchases")
                .tag("outcome", "accepted")
                .counter()
                .count();
        var ordersBefore = totals.since(since);

        IntStream.range(0, 10).forEach(bot -> press(bot, shadow.toString()));
        await().atMost(PATIENCE).until(() -> shadowOrders.orders(shadow).size() == UNITS);

        assertThat(totals.since(since)).isEqualTo(ordersBefore);
        assertThat(meters.counter("stampede.rehearsal.presses").count()).isEqualTo(rehearsedBefore + 10);
        assertThat(meters.get("stampede.purchases")
                        .tag("outcome", "accepted")
                        .counter()
                        .count())
                .isEqualTo(acceptedBefore);
        var order = shadowOrders.orders(shadow).iterator().next();
        var list = shop.as(fixture.operator()).get("/api/ops/orders?number=" + order);
        assertThat(list.status()).isEqualTo(200);
        assertThat(list.body().toString()).doesNotContain(order.toString());
    }

    /**
     * When its time to pay is over its orders close; minutes after its end, which is made earlier here, the worker closes it out like any
     * sale; a week later nothing is left of it.
     */
    @Test
    void restsAreForgotten() {
        IntStream.range(0, 10).forEach(bot -> press(bot, shadow.toString()));
        await().atMost(PATIENCE).until(() -> shadowOrders.orders(shadow).size() == UNITS);
        var numbers = numbers();
        end();
        tidyAWeekLater();
        assertThat(shadowOrders.count(shadow)).as("it is not closed out").isEqualTo(UNITS);

        await("its orders close").atMost(PATIENCE.multipliedBy(3)).until(() -> closed() == UNITS);
        sql.sql(
                        "update stock_balance set opens_ms = opens_ms - :while, closes_ms = closes_ms - :while where offer_id = :offer")
                .param("while", Duration.ofMinutes(20).toMillis())
                .param("offer", shadow.value())
                .update();
        await("it is closed out").atMost(PATIENCE.multipliedBy(2)).until(this::isClosedOut);
        assertThat(tablesThatName(numbers)).as("nothing went out").isSubsetOf(OWN);
        assertThat(tablesThatName(LongStream.range(0, 10)
                        .map(bot -> AccountId.bot((int) bot).value())
                        .boxed()
                        .toList()))
                .as("nor to a bot")
                .isSubsetOf(OWN);
        assertThat(tablesThatName(numbers)).contains("orders", "settlement", "stock_movement");
        for (var order : shadowOrders.orders(shadow)) {
            assertThat(LocalAlipay.shared().trades(order.toString())).isEmpty();
            assertThat(LocalAlipay.shared().notifications(order.toString())).isEmpty();
        }

        tidyAWeekLater();

        assertThat(shadowOrders.count(shadow)).isZero();
        assertThat(tablesThatName(numbers)).as("but for what was measured").isSubsetOf("rehearsal", "sale_minute");
        assertThat(redis.keys("*" + shadow + "*"))
                .as("and that ends by itself in Redis")
                .allSatisfy(key -> assertThat(key).startsWith("pulse:"))
                .allSatisfy(key -> assertThat(redis.getExpire(key)).isPositive());
        assertThat(rows.find(rehearsal.id())).isPresent();
        assertThatThrownBy(() -> shadowOrders.forget(real)).isInstanceOf(IllegalArgumentException.class);
    }

    private void tidyAWeekLater() {
        tasks.tidy(new Tick("rehearsal.tidy", now()));
        sql.sql("update rehearsal set ended_ms = ended_ms - :week where id = :id")
                .param("week", Duration.ofDays(8).toMillis())
                .param("id", rehearsal.id())
                .update();
        tasks.tidy(new Tick("rehearsal.tidy", now()));
    }

    private long closed() {
        return sql.sql("select count(*) from orders where offer_id = :offer and status = 'CLOSED'")
                .param("offer", shadow.value())
                .query(Long.class)
                .single();
    }

    private boolean isClosedOut() {
        return sql.sql("select settled_ms > 0 and counter_dropped = 1 from stock_balance where offer_id = :offer")
                .param("offer", shadow.value())
                .query(Boolean.class)
                .single();
    }

    /** Those of the shadow and of its orders. */
    private List<Long> numbers() {
        var numbers = new ArrayList<>(shadowOrders.orders(shadow));
        numbers.add(shadow.value());
        return numbers;
    }

    /** All tables of the shop in which one of them stands, as a number or in a text. */
    private Set<String> tablesThatName(List<Long> numbers) {
        var columns = sql.sql("""
                select table_name, column_name, data_type from information_schema.columns
                  join information_schema.tables using (table_schema, table_name)
                 where table_schema = database() and table_type = 'BASE TABLE'
                   and data_type in ('bigint', 'char', 'varchar', 'text', 'mediumtext', 'longtext', 'json')
                """)
                .query((row, number) -> Map.entry(row.getString(1), condition(row.getString(2), row.getString(3))))
                .list();
        var conditions = columns.stream()
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.joining(" or "))));
        var text = numbers.stream().map(Object::toString).collect(Collectors.joining("|"));
        return conditions.entrySet().stream()
                .filter(table -> sql.sql(
                                "select exists (select 1 from %s where %s)".formatted(table.getKey(), table.getValue()))
                        .param("numbers", numbers)
                        .param("text", text)
                        .query(Boolean.class)
                        .single())
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    private static String condition(String column, String type) {
        return type.equals("bigint") ? "`" + column + "` in (:numbers)" : "`" + column + "` regexp :text";
    }

    private ApiClient.Answer press(int bot, String offer) {
        return press(bot, offer, "key-" + bot);
    }

    private ApiClient.Answer press(int bot, String offer, String key) {
        return bot(bot, shadow).buy(offer, 1, key);
    }

    private ApiClient bot(int number, OfferId pass) {
        return shop.with("Authorization", passes.header(pass, number, now().plus(Duration.ofMinutes(4))));
    }

    private PurchaseRequest wish(int bot, OfferId offer) {
        var account = new SignedIn(AccountId.bot(bot), "bot-" + bot, Role.SHOPPER);
        return new PurchaseRequest(
                purchases.admit(account, "192.0.2.1"),
                offer,
                1,
                "Nowhere 1",
                UUID.randomUUID().toString());
    }

    private long orderCount(OfferId offer) {
        return sql.sql("select count(*) from orders where offer_id = :offer")
                .param("offer", offer.value())
                .query(Long.class)
                .single();
    }

    /** As whoever shows no pass, or a token that is none. */
    private static void assertIsNobody(ApiClient.Answer answer) {
        assertThat(answer.text("reason")).as("%s", answer.body()).isEqualTo("NOT_SIGNED_IN");
        assertThat(answer.status()).isEqualTo(401);
    }

    private static List<String> addressesOfOffers() throws IOException {
        try (var lines = Files.lines(ENDPOINTS)) {
            return lines.filter(line -> line.startsWith("GET "))
                    .map(line -> COLUMNS.splitToList(line).get(1))
                    .filter(address -> NAMES_AN_OFFER.matcher(address).find())
                    .filter(address -> !address.startsWith("/console/") && !address.startsWith("/api/ops/"))
                    .toList();
        }
    }

    /** Status, where to, and text, without what differs from one answer to the next. */
    private String told(Optional<Role> who, String address, OfferId offer) {
        var answer = ask(who, NAMES_AN_OFFER.matcher(address).replaceAll(offer.toString()));
        return (answer.statusCode() + " "
                        + answer.headers().firstValue("Location").orElse("") + "\n" + answer.body())
                .replace(offer.toString(), "OFFER")
                .replaceAll("name=\"_csrf\" value=\"[^\"]+\"", "")
                .replaceAll("data-now=\"[0-9]+\"", "")
                .replaceAll("\"(traceId|timestamp)\" *: *\"[^\"]*\"", "")
                .replaceAll("[0-9a-f]{32}", "TRACE");
    }

    private String text(Optional<Role> who, String path) {
        return ask(who, path).body();
    }

    private HttpResponse<String> ask(Optional<Role> who, String path) {
        var account = who.map(role -> accounts.ensure(
                role == Role.SELLER ? "api-seller" : "shadow-stranger", "a long enough password", role));
        if (path.startsWith("/api/")) {
            return account.map(known -> new Browser(port).get(path, "Authorization", "Bearer " + tokens.issue(known)))
                    .orElseGet(() -> new Browser(port).get(path));
        }
        return account.map(known -> new ConsoleBrowser(port, cookies, known).open(path, "Accept", "text/html"))
                .orElseGet(() -> new Browser(port).get(path, "Accept", "text/html"));
    }

    private int left(OfferId offer) {
        return sql.sql("select available from stock_balance where offer_id = :offer")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    private static Instant now() {
        return Instant.now().truncatedTo(ChronoUnit.MILLIS);
    }
}
