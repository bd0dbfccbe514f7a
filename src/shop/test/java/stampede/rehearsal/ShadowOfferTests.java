package stampede.rehearsal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
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
import stampede.task.Tick;

/** Bots and shadows are safe by construction: each danger of a rehearsal, and what keeps it away. */
@StampedeTest
class ShadowOfferTests {

    private static final int UNITS = 5;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

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
    private Ids ids;

    private ApiClient shop;
    private Rehearsal rehearsal;
    private OfferId real;
    private OfferId shadow;

    @BeforeEach
    void open() throws InterruptedException {
        shop = new ApiClient(port);
        real = OfferId.of(fixture.onSale(shop, 10, 1));
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

    @Test
    void nobodyElseCanSeeOrBuyAShadow() {
        for (var path : List.of("/offers/" + shadow, "/api/v1/offers/" + shadow, "/offers/" + shadow + "/room")) {
            assertThat(shop.get(path).status()).as(path).isEqualTo(404);
        }
        assertThat(shop.as(fixture.shopper()).get("/api/v1/offers/" + shadow).status())
                .isEqualTo(404);
        assertThat(shop.as(fixture.seller()).get("/api/v1/offers/" + shadow).status())
                .isEqualTo(404);
        assertThat(catalog.offer(shadow)).isEmpty();
        var offer = catalog.offer(real).orElseThrow();
        assertThat(catalog.offers(offer.slot()))
                .extracting(found -> found.id())
                .contains(real)
                .doesNotContain(shadow);

        var press = shop.as(fixture.shopper()).buy(shadow.toString(), 1, "key");
        assertThat(press.status()).isEqualTo(404);
        assertThat(press.text("reason")).isEqualTo("UNKNOWN_OFFER");
        assertThat(shop.as(fixture.seller()).buy(shadow.toString(), 1, "key").status())
                .isEqualTo(403);
        assertThat(shop.buy(shadow.toString(), 1, "key").status()).isEqualTo(401);
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
            assertThat(answer.status()).isEqualTo(401);
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
            assertThat(shop.with("Authorization", forged)
                            .buy(shadow.toString(), 1, "key")
                            .status())
                    .isEqualTo(401);
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
            assertThat(shop.with("Authorization", altered)
                            .buy(shadow.toString(), 1, "key")
                            .status())
                    .as(altered)
                    .isEqualTo(401);
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
            assertThat(bot.get(path).status()).as(path).isEqualTo(401);
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
        var toldBefore = told();

        IntStream.range(0, 10).forEach(bot -> press(bot, shadow.toString()));
        await().atMost(PATIENCE).until(() -> shadowOrders.orders(shadow).size() == UNITS);

        assertThat(totals.since(since)).isEqualTo(ordersBefore);
        assertThat(meters.counter("stampede.rehearsal.presses").count()).isEqualTo(rehearsedBefore + 10);
        assertThat(meters.get("stampede.purchases")
                        .tag("outcome", "accepted")
                        .counter()
                        .count())
                .isEqualTo(acceptedBefore);
        assertThat(told()).isEqualTo(toldBefore);
        var order = shadowOrders.orders(shadow).iterator().next();
        var list = shop.as(fixture.operator()).get("/api/ops/orders?number=" + order);
        assertThat(list.status()).isEqualTo(200);
        assertThat(list.body().toString()).doesNotContain(order.toString());
    }

    /** When its time to pay is over its orders close and its sale is closed out like any other; a week later nothing is left of it. */
    @Test
    void restsAreForgotten() {
        IntStream.range(0, 10).forEach(bot -> press(bot, shadow.toString()));
        await().atMost(PATIENCE).until(() -> shadowOrders.orders(shadow).size() == UNITS);
        end();
        tasks.tidy(new Tick("rehearsal.tidy", now()));
        assertThat(shadowOrders.count(shadow)).isEqualTo(UNITS);

        sql.sql("update rehearsal set ended_ms = ended_ms - :week where id = :id")
                .param("week", Duration.ofDays(8).toMillis())
                .param("id", rehearsal.id())
                .update();
        tasks.tidy(new Tick("rehearsal.tidy", now()));
        assertThat(shadowOrders.count(shadow)).as("it is not closed out").isEqualTo(UNITS);

        sql.sql("update stock_balance set settled_ms = 1, counter_dropped = 1 where offer_id = :offer")
                .param("offer", shadow.value())
                .update();
        tasks.tidy(new Tick("rehearsal.tidy", now()));
        assertThat(shadowOrders.count(shadow)).isZero();
        for (var table : List.of("stock_balance", "stock_movement", "stock_quota", "orders")) {
            assertThat(sql.sql("select count(*) from " + table + " where offer_id = :offer")
                            .param("offer", shadow.value())
                            .query(Long.class)
                            .single())
                    .as(table)
                    .isZero();
        }
        assertThat(rows.find(rehearsal.id())).isPresent();
        assertThatThrownBy(() -> shadowOrders.forget(real)).isInstanceOf(IllegalArgumentException.class);
    }

    private long told() {
        return sql.sql("select count(*) from channel_delivery")
                .query(Long.class)
                .single();
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
