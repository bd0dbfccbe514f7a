package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.counter.StockWorkbench;
import stampede.ids.Ids;
import stampede.inquiry.PurchaseResolver;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.payment.PaidOrders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.security.PageCookies;
import stampede.task.TaskId;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskRetries;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was undone and repaired, on its page, as a file, and in the file that needs no database. */
@StampedeTest
class CompensationPagesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PAGE = "/console/compensations";
    private static final String ADDRESS = "Nowhere 77";

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final JsonMapper json = new JsonMapper();

    @LocalServerPort
    private int port;

    @Autowired
    private Environment environment;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Purchases purchases;

    @Autowired
    private Payments payments;

    @Autowired
    private Orders orders;

    @Autowired
    private PurchaseResolver resolver;

    @Autowired
    private TaskRetries retries;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private StringRedisTemplate redis;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Ids ids;

    private ConsoleBrowser browser;
    private SignedIn operator;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("compensation-operator", "a long enough password", Role.OPERATOR);
        browser = new ConsoleBrowser(port, cookies, operator);
    }

    @AfterEach
    void forget() {
        sql.sql("drop trigger if exists refused_placement").update();
        retries.reset("order.place");
    }

    @Test
    void tellsTheWholeStoryOfAnOrderOnThePageAndInTheFile() throws IOException {
        var offer = paidOrders.open(2);
        var shopper = new SignedIn(new AccountId(ids.next()), "patient", Role.SHOPPER);
        assertThat(retries.set(
                        "order.place",
                        new RetryTimes(
                                List.of(Duration.ofSeconds(1), Duration.ofSeconds(1)), 0, 0, Duration.ofSeconds(60)),
                        0))
                .isTrue();
        sql.sql("""
                create trigger refused_placement before insert on orders for each row
                if new.shopper_id = %d then signal sqlstate '45000' set message_text = 'no %s today'; end if
                """.formatted(shopper.id().value(), ADDRESS)).update();
        var key = UUID.randomUUID().toString();
        var order = purchases
                .buy(new PurchaseRequest(purchases.admit(shopper, key), offer, 1, ADDRESS, key))
                .reservation()
                .value();
        // Else the sweeper would send it again meanwhile. Taken out of the set, it would be put back by an audit.
        redis.opsForZSet().add(StockWorkbench.key(offer, "pending"), Long.toString(order), (double)
                Instant.now().plus(1, ChronoUnit.HOURS).toEpochMilli());
        await().atMost(PATIENCE).until(() -> !died(order).isEmpty());
        sql.sql("drop trigger refused_placement").update();

        assertThat(dead.replay(died(order).get(0).id())).isTrue();
        await().atMost(PATIENCE).until(() -> orders.find(new OrderId(order)).isPresent());
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(story(order))
                        .containsExactly(
                                "RETRY RETRYING 1",
                                "RETRY RETRYING 2",
                                "ARCHIVED FAILED 3",
                                "ARCHIVE_RETRIED RETRYING 1",
                                "RETRY_SUCCEEDED OK 1"));

        var shown = Jsoup.parse(browser.read(PAGE + "?sort=at&order=" + order)).select("table.list tbody tr");
        assertThat(shown.eachText()).hasSize(5);
        assertThat(shown.get(0).text()).contains("Failed, tried again", "again in 1.0 s", "order.place, attempt 1");
        assertThat(shown.get(2).text()).contains("among the dead", "attempt 3");
        assertThat(shown.get(4).text()).contains("A retry succeeded");
        assertThat(browser.read("/console/orders/" + order)).contains(PAGE + "?order=" + order);
        assertThat(browser.read(PAGE + ".csv?order=" + order).lines()).hasSize(6);

        var lines = lines(order);
        assertThat(lines.stream()
                        .map(line -> text(line, "kind") + " " + text(line, "outcome") + " " + text(line, "attempt")))
                .containsExactlyElementsOf(story(order));
        assertThat(lines).allSatisfy(line -> {
            assertThat(Instant.parse(text(line, "at"))).isAfter(Instant.now().minus(1, ChronoUnit.HOURS));
            assertThat(text(line, "offer")).isEqualTo(offer.toString());
            assertThat(line.toString())
                    .doesNotContain(ADDRESS, "Nowhere", shopper.id().toString(), key);
        });
    }

    /** An order whose trade Alipay says nothing about is taken back by hand at once, and the money that comes afterwards goes back. */
    @Test
    void takesBackWhatIsClosingWhileAlipayIsSilent() {
        var offer = paidOrders.open(1);
        var order = paidOrders.placed(offer);
        payments.begin(order, PaymentChannel.PAGE);
        var cashier = payments.page(order);
        var silent =
                alipay.switchOn(LocalAlipayFault.error500().forOrder(order.id().toString()));
        try {
            orders.startClosing(order.id(), "operator:" + operator.id());
            assertThat(resolver.resolve(operator, order.id())).isEqualTo(PurchaseResolver.Outcome.STILL_CLOSING);
            var page = "/console/purchases/" + order.id();
            assertThat(browser.read(page)).contains("Take it back without Alipay");
            assertThat(browser.submit(page, page + "/roll-back", Map.of("reason", "no")))
                    .contains("Say why");
            assertThat(orders.find(order.id()).orElseThrow().status()).isEqualTo(OrderStatus.CLOSING);

            browser.submit(page, page + "/roll-back", Map.of("reason", "Alipay is silent, the unit is wanted"));

            assertThat(orders.find(order.id()).orElseThrow().status()).isEqualTo(OrderStatus.CLOSED);
        } finally {
            silent.off();
        }
        await("its unit is sold again")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> paidOrders.placed(offer).status() == OrderStatus.AWAITING_PAYMENT);
        alipay.pay(cashier);
        paidOrders.until(order, OrderStatus.REFUNDED);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(kinds(order.id().value()))
                        .contains("CLOSED_WITHOUT_WORD", "RESOLVED_BY_HAND", "LATE_MONEY", "REFUND_TRIED"));
    }

    @Test
    void theRateIsThatOfTheDatabase() {
        var now = Instant.now();
        var from = now.atZone(ZoneId.of("Asia/Shanghai")).minusDays(400).truncatedTo(ChronoUnit.MINUTES);
        for (var outcome : List.of("OK", "OK", "OK", "FAILED", "RETRYING")) {
            sql.sql("""
                    insert into compensation (at_ms, kind, outcome, cause, detail, who, node)
                    values (:at, if(:outcome = 'RETRYING', 'REFUND_TRIED', 'COUNTER_CORRECTED'), :outcome, '', '', 'rate', 'test')
                    """)
                    .param("at", from.plusMinutes(1).toInstant().toEpochMilli())
                    .param("outcome", outcome)
                    .update();
        }
        var period =
                "?from=" + from.toLocalDateTime() + "&to=" + from.plusMinutes(5).toLocalDateTime();
        try {
            var said = Jsoup.parse(browser.read(PAGE + period))
                    .expectFirst("#rate")
                    .text();
            var rate = sql.sql("""
                    select 100 * sum(outcome = 'OK') / sum(outcome in ('OK', 'FAILED')) from compensation
                    where at_ms >= :from and at_ms < :to
                    """)
                    .param("from", from.toInstant().toEpochMilli())
                    .param("to", from.plusMinutes(5).toInstant().toEpochMilli())
                    .query(Double.class)
                    .single();
            assertThat(said).startsWith("%.2f %%".formatted(rate)).contains("3 good, 1 failed");
        } finally {
            sql.sql("delete from compensation where who = 'rate'").update();
        }
    }

    private List<DeadTask> died(long order) {
        return dead.of(new TaskId(Long.toString(order)));
    }

    private List<String> story(long order) {
        return sql.sql("""
                select concat(kind, ' ', outcome, ' ', attempt) from compensation
                where order_id = :order and task = 'order.place' order by at_ms, id
                """).param("order", order).query(String.class).list();
    }

    private List<String> kinds(long order) {
        return sql.sql("select kind from compensation where order_id = :order")
                .param("order", order)
                .query(String.class)
                .list();
    }

    private List<JsonNode> lines(long order) throws IOException {
        try (var all = Files.lines(
                Path.of(environment.getRequiredProperty("stampede.compensation.directory"), "compensation.jsonl"))) {
            return all.map(json::readTree)
                    .filter(line -> text(line, "order").equals(Long.toString(order)))
                    .toList();
        }
    }

    private static String text(JsonNode line, String name) {
        return line.path(name).asString();
    }
}
