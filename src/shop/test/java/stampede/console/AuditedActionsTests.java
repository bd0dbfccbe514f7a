package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.workflow.Workflow.chain;
import static stampede.workflow.Workflow.step;

import com.google.common.primitives.Bytes;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.alipaysandbox.LocalAlipayFault;
import stampede.api.ApiClient;
import stampede.archive.ArchiveRuns;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductRecord;
import stampede.catalog.TestOffers;
import stampede.category.CategoryErrands;
import stampede.channel.ChannelErrands;
import stampede.coupon.Coupons;
import stampede.coupon.NewCoupon;
import stampede.draft.DraftErrands;
import stampede.history.TaskHistory;
import stampede.imports.ImportBatch;
import stampede.imports.Imports;
import stampede.inquiry.Standstill;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.payment.PaidOrders;
import stampede.payment.PaymentChannel;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.picture.PictureId;
import stampede.picture.PictureShape;
import stampede.product.ProductActs;
import stampede.product.ProductPictureActs;
import stampede.product.SamplePictures;
import stampede.refund.Refund;
import stampede.sale.PauseRequests;
import stampede.security.PageCookies;
import stampede.shipping.Parcel;
import stampede.shipping.Shipments;
import stampede.signin.SignIns;
import stampede.task.SendOption;
import stampede.task.Tasks;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskRetries;
import stampede.testing.ErrandRuns;
import stampede.testing.ErrandTasks;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.Letter;
import stampede.testing.ErrandTasks.What;
import stampede.token.AccessTokenIssuer;
import stampede.workflow.Workflows;

/**
 * Every act by page or API is really done here, and leaves its row of the audit log. What can be done is read from the
 * mappings: a new endpoint that changes something fails this class until it has its {@link Act} and its row.
 */
@StampedeTest
class AuditedActionsTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String PASSWORD = "a long enough password";
    private static final String QUEUE = ErrandTasks.QUEUE;
    private static final String QUEUE_PAGE = "/console/tasks/queues/one?queue=" + QUEUE;
    private static final String SETTING = "storefront.watchers-per-account";
    private static final String ANY_FORM = "/console/tasks/schedules";

    private static final Map<String, String> PRODUCT = Map.of("nameZh", "茶壶", "listPrice", "99");

    private final LocalAlipay alipay = LocalAlipay.shared();
    private final HttpClient client = HttpClient.newHttpClient();
    private final String key = UUID.randomUUID().toString();

    @LocalServerPort
    private int port;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private SignIns signIns;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private Payments payments;

    @Autowired
    private Orders orders;

    @Autowired
    private TaskRetries retries;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private ArchiveRuns archiveRuns;

    @Autowired
    private TaskHistory history;

    @Autowired
    private Workflows workflows;

    @Autowired
    private Standstill standstill;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private Imports imports;

    @Autowired
    private Coupons coupons;

    @Autowired
    private ProductActs products;

    @Autowired
    private ProductPictureActs pictures;

    @Autowired
    private DraftErrands offers;

    @Autowired
    private ChannelErrands channels;

    @Autowired
    private CategoryErrands categories;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private PauseRequests pauses;

    @Autowired
    private Shipments shipments;

    @Autowired
    private JdbcClient sql;

    private SignedIn operator;
    private ConsoleBrowser browser;
    private ErrandRuns runs;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("audited-operator", PASSWORD, Role.OPERATOR);
        browser = new ConsoleBrowser(port, cookies, operator);
        runs = new ErrandRuns(tasks, history, dead);
    }

    @AfterEach
    void resume() {
        queues.resume(QUEUE);
        queues.scale(QUEUE, Optional.empty(), Optional.empty());
        sql.sql("delete from setting where name = :name").param("name", SETTING).update();
        sql.sql("delete from setting_change where name = :name")
                .param("name", SETTING)
                .update();
    }

    @Test
    void everyEndpointThatChangesSomethingIsDoneHere() {
        var mapped = mappings.getHandlerMethods().keySet().stream()
                .flatMap(AuditedActionsTests::changing)
                .toList();

        assertThat(mapped).as("there are such endpoints").hasSizeGreaterThan(20);
        assertThat(Stream.of(Act.values()).map(Act::endpoint)).containsExactlyInAnyOrderElementsOf(mapped);
    }

    @ParameterizedTest
    @EnumSource(Act.class)
    void leavesItsRow(Act act) {
        var newest = sql.sql("select coalesce(max(id), 0) from operator_audit")
                .query(Long.class)
                .single();
        var began = Instant.now().minusSeconds(5);

        var subject = act.work.on(this);

        var rows = sql.sql("select * from operator_audit where id > :newest and who = :who and subject = :subject")
                .param("newest", newest)
                .param("who", "operator:" + operator.id())
                .param("subject", subject)
                .query()
                .listOfRows();
        assertThat(rows).as("%s on %s", act.action, subject).hasSize(act.rows);
        assertThat(rows).allSatisfy(row -> {
            assertThat(row.get("action")).isEqualTo(act.action);
            assertThat(row.get("address")).isEqualTo("127.0.0.1");
            assertThat((String) row.get("trace_id")).matches("[0-9a-f]{32}");
            assertThat(Instant.ofEpochMilli((Long) Objects.requireNonNull(row.get("at_ms"))))
                    .isBetween(began, Instant.now().plusSeconds(5));
        });
        var last = rows.get(rows.size() - 1);
        assertThat(last.get("value_before")).as("before").asString().matches(act.before);
        assertThat(last.get("value_after")).as("after").asString().matches(act.after);
        assertThat(rows.toString())
                .as("no password, token, key or delivery address")
                .doesNotContain(PASSWORD, "Somewhere 5", "eyJ", "PRIVATE KEY", "/welcome/");
    }

    /** What may be sent to change something. A mapping that names no method takes them all. */
    private static Stream<String> changing(RequestMappingInfo info) {
        var methods = info.getMethodsCondition().getMethods();
        return info.getPatternValues().stream()
                .filter(path -> path.startsWith("/console") || path.matches("/api/(?:[^/]+/)?ops(?:/.*)?"))
                .flatMap(path -> (methods.isEmpty() ? Stream.of(RequestMethod.values()) : methods.stream())
                        .filter(method -> !List.of(RequestMethod.GET, RequestMethod.HEAD, RequestMethod.OPTIONS)
                                .contains(method))
                        .map(method -> method + " " + path));
    }

    private void form(String page, String path, Map<String, String> fields) {
        var answer = browser.post(page, path, fields);
        assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isEqualTo(302);
        assertThat(answer.headers().firstValue("Location").orElseThrow())
                .as(path)
                .doesNotContain("refused=", "UNCERTAIN", "NOT_SCALED", "BROKER_AWAY", "DECIDED", "missing=");
    }

    private String api(String path, String json) {
        return call(path, "application/json", json);
    }

    private String json(String method, String path, String json) {
        return send(
                method,
                path,
                request -> request.header("Content-Type", "application/json"),
                json.getBytes(StandardCharsets.UTF_8));
    }

    private String browserless(String path) {
        return send("GET", path, request -> request, new byte[0]);
    }

    private String call(String path, String type, String text) {
        return send(
                "POST", path, request -> request.header("Content-Type", type), text.getBytes(StandardCharsets.UTF_8));
    }

    private String send(String method, String path, UnaryOperator<HttpRequest.Builder> headers, byte[] body) {
        var request = headers.apply(HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                        .header("Authorization", "Bearer " + tokens.issue(operator)))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build();
        try {
            var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).as("%s: %s", path, answer.body()).isBetween(200, 299);
            return answer.body();
        } catch (IOException broken) {
            throw new AssertionError(broken);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stopped);
        }
    }

    private String sale(String change) {
        var offer = paidOrders.open(3);
        form("/console/offers/" + offer + "/pause", "/console/offers/" + offer + "/" + change, Map.of());
        return "offer:" + offer;
    }

    private String pauseDeclined() {
        var seller = seller();
        var offer = paidOrders.open(3);
        giveTo(seller, offer);
        pauses.ask(seller, offer, "The price is wrong");
        var page = "/console/offers/" + offer + "/pause-request";
        form(page, page, Map.of("words", "The price is right"));
        return "offer:" + offer;
    }

    private void giveTo(SignedIn seller, OfferId offer) {
        sql.sql("update product set seller_id = :seller where id = (select product_id from offer where id = :offer)")
                .param("seller", seller.id().value())
                .param("offer", offer.value())
                .update();
    }

    private String unitsAdded() {
        var offer = paidOrders.open(3);
        var page = "/console/offers/" + offer + "/acts/ADD";
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("number", "2", "seen", seen, "reason", "An audited act"));
        return "offer:" + offer;
    }

    private long alert() {
        var subject = "test:" + UUID.randomUUID();
        sql.sql("""
                insert into alert (rule_name, subject, severity, state, is_open, value, started_ms, bad_ms)
                values ('stuck', :subject, 'URGENT', 'PENDING', 1, 11, 0, 0)
                """).param("subject", subject).update();
        return sql.sql("select id from alert where subject = :subject")
                .param("subject", subject)
                .query(Long.class)
                .single();
    }

    private String alertActed(String act, Map<String, String> fields) {
        var alert = alert();
        form("/console/alerts/" + alert, "/console/alerts/" + alert + "/" + act, fields);
        return "alert:" + alert;
    }

    private String alertsSilenced() {
        var page = "/console/alerts/silences/new?rule=stuck&subject=nothing";
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("seen", seen, "reason", "An audited act"));
        return "alerts";
    }

    private String silencedByApi() {
        return api(
                "/api/ops/alerts/silences",
                "{\"rule\":\"stuck\",\"subject\":\"nothing\",\"minutes\":5,\"reason\":\"An audited act\"}");
    }

    private String silence() {
        return silencedByApi().replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");
    }

    private String silenceEnded() {
        var silence = silence();
        form("/console/alerts/silences", "/console/alerts/silences/" + silence + "/end", Map.of());
        return "silence:" + silence;
    }

    private String saleByApi(String change) {
        var offer = paidOrders.open(3);
        api("/api/ops/offers/" + offer + "/" + change, "{}");
        return "offer:" + offer;
    }

    private String saleByApi(String method, String change, String json, OfferId offer) {
        var body = json + (json.isEmpty() ? "" : ",") + "\"reason\":\"An audited act\"";
        json(method, "/api/ops/offers/" + offer + "/" + change, "{" + body + "}");
        return "offer:" + offer;
    }

    private String unitsByApi() {
        var offer = paidOrders.open(3);
        var version = browserless("/api/ops/offers/" + offer + "/units").replaceAll("(?s).*\"version\":(\\d+).*", "$1");
        return saleByApi("PUT", "units", "\"total\":5,\"version\":" + version, offer);
    }

    private String slotByApi() {
        var opens = Instant.now().plus(Duration.ofDays(31)).plusMillis(Math.floorMod(key.hashCode(), 100_000));
        var body = api(
                "/api/ops/slots",
                "{\"opensAt\":\"%s\",\"closesAt\":\"%s\"}".formatted(opens, opens.plus(Duration.ofHours(1))));
        return "slot:" + body.replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");
    }

    private String orderByApi(String method, String act, String json, Order order) {
        json(method, "/api/ops/orders/" + order.id() + "/" + act, "{" + json + "}");
        return "order:" + order.id();
    }

    /** Shipped by somebody else, so that the one row is that of the correction. */
    private String correctedByApi() {
        var order = paid();
        shipments.ship(accounts.ensure("audited-other", PASSWORD, Role.OPERATOR), new Parcel(order.id(), "SF", "SF1"));
        return orderByApi(
                "PUT",
                "shipment",
                "\"was\":{\"carrier\":\"SF\",\"number\":\"SF1\"},\"parcel\":{\"carrier\":\"SF\",\"number\":\"SF2\"}",
                order);
    }

    private String invitedByApi() {
        var name = "byapi" + Math.floorMod(key.hashCode(), 1_000_000);
        var body = api(
                "/api/ops/accounts",
                "{\"username\":\"%s\",\"role\":\"OPERATOR\",\"duties\":[\"RUN\"],\"reason\":\"A new colleague\"}"
                        .formatted(name));
        assertThat(body).contains("/welcome/");
        return "account:" + accounts.find(name).orElseThrow().id();
    }

    private String accountByApi(String act, SignedIn account) {
        return accountByApi("POST", act, "", account);
    }

    private String accountByApi(String method, String act, String json, SignedIn account) {
        var body = json + (json.isEmpty() ? "" : ",") + "\"reason\":\"An audited act\"";
        json(method, "/api/ops/accounts/" + account.id() + "/" + act, "{" + body + "}");
        return "account:" + account.id();
    }

    private SignedIn inState(String state) {
        var account = seller();
        sql.sql("update account set state = :state, locked_ms = 1 where id = :id")
                .param("state", state)
                .param("id", account.id().value())
                .update();
        return account;
    }

    private String approvedByApi() {
        var answer = api("/api/ops/offer-drafts/" + offers.pending() + "/approval", "{\"version\": 1}");
        return "offer:" + answer.replaceFirst("(?s).*\"offerId\":\"(\\d+)\".*", "$1");
    }

    private String rejectedByApi() {
        var draft = offers.pending();
        api("/api/ops/offer-drafts/" + draft + "/rejection", "{\"version\": 1, \"words\": \"Not like this\"}");
        return "offer-draft:" + draft;
    }

    private String draftedByApi() {
        var answer = api("/api/ops/offer-drafts", offers.json(5));
        return "offer-draft:" + answer.replaceFirst("(?s).*\"id\":\"(\\d+)\".*", "$1");
    }

    private String changedByApi() {
        var draft = offers.made();
        send(
                "PUT",
                "/api/ops/offer-drafts/" + draft.id(),
                request -> request.header("If-Match", "0").header("Content-Type", "application/json"),
                offers.json(draft.terms(), 6).getBytes(StandardCharsets.UTF_8));
        return "offer-draft:" + draft.id();
    }

    private String submittedByApi() {
        var answer = api("/api/ops/offer-drafts/" + offers.made().id() + "/submission", "");
        return "offer:" + answer.replaceFirst("(?s).*\"offerId\":\"(\\d+)\".*", "$1");
    }

    private String recalledByApi() {
        var draft = offers.pending();
        send("DELETE", "/api/ops/offer-drafts/" + draft + "/submission", request -> request, new byte[0]);
        return "offer-draft:" + draft;
    }

    private String warmed() {
        var offer = TestOffers.upcoming(publishing);
        form("/console/offers/" + offer, "/console/offers/" + offer + "/warming", Map.of());
        return "offer:" + offer;
    }

    private String channelMadeByApi() {
        var answer = api(
                "/api/ops/channels",
                "{\"name\":\"By API " + key
                        + "\",\"kind\":\"MAIL\",\"recipients\":[\"a@example.com\"],\"severities\":[\"INFO\"],\"rules\":[\"none\"],"
                        + "\"language\":\"en\"}");
        return "channel:" + answer.replaceFirst("(?s).*\"id\":\"(\\d+)\".*", "$1");
    }

    private String channelChangedByApi() {
        var channel = channels.mail();
        send(
                "PUT",
                "/api/ops/channels/" + channel.id(),
                request -> request.header("If-Match", "\"0\"").header("Content-Type", "application/json"),
                ("{\"name\":\"By API " + key
                                + "\",\"kind\":\"MAIL\",\"recipients\":[\"a@example.com\"],\"severities\":[\"INFO\"],"
                                + "\"rules\":[\"none\"],\"language\":\"en\"}")
                        .getBytes(StandardCharsets.UTF_8));
        return channel.subject();
    }

    private String channelTestedByApi() {
        var channel = channels.mail();
        api("/api/ops/channels/" + channel.id() + "/test", "");
        return channel.subject();
    }

    private String channelRemovedByApi() {
        var channel = channels.mail();
        send("DELETE", "/api/ops/channels/" + channel.id(), request -> request, new byte[0]);
        return channel.subject();
    }

    private String categoryMadeByApi() {
        var answer = api("/api/ops/categories", "{\"nameEn\":\"By API " + key + "\"}");
        return "category:" + answer.replaceFirst("(?s).*\"id\":\"(\\d+)\".*", "$1");
    }

    private String categoryChangedByApi() {
        var category = categories.make(Optional.empty());
        send(
                "PUT",
                "/api/ops/categories/" + category.id(),
                request -> request.header("If-Match", "\"0\"").header("Content-Type", "application/json"),
                ("{\"nameEn\":\"By API " + key + "\"}").getBytes(StandardCharsets.UTF_8));
        return "category:" + category.id();
    }

    private String categoryMovedByApi(String where) {
        var second = categories.second();
        var moved = where.equals("up") ? second : categories.before(second);
        api("/api/ops/categories/" + moved.id() + "/" + where, "");
        return "category:" + moved.id();
    }

    private String categoryRemovedByApi() {
        var category = categories.make(Optional.empty());
        send("DELETE", "/api/ops/categories/" + category.id(), request -> request, new byte[0]);
        return "category:" + category.id();
    }

    private String invited() {
        var name = "invited" + Math.floorMod(key.hashCode(), 1_000_000);
        var answer = browser.post(
                "/console/accounts/new",
                "/console/accounts",
                Map.of("username", name, "role", "SELLER", "reason", "A new seller."));
        assertThat(answer.body()).contains("/welcome/");
        return "account:" + accounts.find(name).orElseThrow().id();
    }

    private String locked() {
        var seller = seller();
        var page = "/console/accounts/" + seller.id() + "/acts/LOCK";
        form(page, page, Map.of("reason", "A test of locks."));
        return "account:" + seller.id();
    }

    private String pausedAll() {
        var seller = seller();
        var offer = paidOrders.open(3);
        giveTo(seller, offer);
        var account = "/console/accounts/" + seller.id();
        form(account + "/acts/LOCK", account + "/acts/LOCK", Map.of("reason", "A test of locks."));
        var page = account + "/pause";
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("seen", seen, "reason", "A test of locks."));
        return "offer:" + offer;
    }

    private String signedOut() {
        var seller = seller();
        cookies.signIn(seller, new MockHttpServletRequest(), new MockHttpServletResponse());
        var signIn = signIns.open(seller.id()).get(0).id();
        var page = "/console/accounts/" + seller.id();
        form(page, page + "/sign-ins/" + signIn + "/end", Map.of());
        return "account:" + seller.id();
    }

    private SignedIn seller() {
        return accounts.ensure("sold" + UUID.randomUUID().toString().substring(0, 8), PASSWORD, Role.SELLER);
    }

    private SignedIn colleague() {
        return accounts.ensure("oper" + UUID.randomUUID().toString().substring(0, 8), PASSWORD, Role.OPERATOR);
    }

    private String published() {
        var body = api(
                "/api/ops/offers", "{\"name\":\"Audited teapot\",\"priceFen\":500,\"units\":7,\"limitPerShopper\":2}");
        return "offer:" + OfferId.of(body.replaceAll("(?s).*\"offerId\":\"(\\d+)\".*", "$1"));
    }

    /** There is one at a time, and the one before may be about to end. */
    private String rehearsed(Consumer<String> ask) {
        var offer = published().substring("offer:".length());
        await().atMost(Duration.ofMinutes(2)).untilAsserted(() -> ask.accept(offer));
        var id = sql.sql("select max(id) from rehearsal").query(String.class).single();
        sql.sql("update rehearsal set stop_ms = 1 where id = :id")
                .param("id", id)
                .update();
        return "rehearsal:" + id;
    }

    /** Another operator asked for it, and leaves a row of the same subject. */
    private String rehearsalStopped(Consumer<String> stop) {
        var other = tokens.issue(accounts.ensure("audited-asker", PASSWORD, Role.OPERATOR));
        var wish = Map.of(
                "offerId", published().substring("offer:".length()), "shoppers", 500, "curve", "RAMP", "beside", true);
        await().atMost(Duration.ofMinutes(2))
                .until(() -> new ApiClient(port)
                                .as(other)
                                .post("/api/ops/rehearsals", wish)
                                .status()
                        == 202);
        var id = sql.sql("select max(id) from rehearsal").query(String.class).single();
        stop.accept(id);
        return "rehearsal:" + id;
    }

    private static String wish(String offer) {
        return "{\"offerId\":\"" + offer + "\",\"shoppers\":500,\"curve\":\"RAMP\",\"beside\":true}";
    }

    private String shoppers() {
        var prefix = "audit" + (char) ('a' + Math.floorMod(key.hashCode(), 26));
        api("/api/ops/shoppers", "{\"prefix\":\"" + prefix + "\",\"count\":2}");
        return "shoppers:" + prefix;
    }

    private String resolved() {
        var lost = standstill.reserved(standstill.open(), Standstill.LONG);
        form("/console/purchases/" + lost, "/console/purchases/" + lost + "/resolve", Map.of());
        return "order:" + lost;
    }

    /** Its order is closing, and Alipay does not answer. */
    private String rolledBack(Consumer<OrderId> act) {
        var order = paidOrders.placed(paidOrders.open(3));
        payments.begin(order, PaymentChannel.PAGE);
        var silent =
                alipay.switchOn(LocalAlipayFault.error500().forOrder(order.id().toString()));
        try {
            orders.startClosing(order.id(), "operator:" + operator.id());
            act.accept(order.id());
        } finally {
            silent.off();
        }
        return "order:" + order.id();
    }

    private String retriesSet(Consumer<String> act) {
        retries.reset(ErrandTasks.ROW);
        try {
            act.accept(ErrandTasks.ROW);
        } finally {
            retries.reset(ErrandTasks.ROW);
        }
        return "task:" + ErrandTasks.ROW;
    }

    private String retriesReset(Consumer<String> act) {
        retries.reset(ErrandTasks.ROW);
        retries.set(ErrandTasks.ROW, new RetryTimes(List.of(Duration.ofSeconds(5)), 0, 0, Duration.ofSeconds(60)), 0);
        act.accept(ErrandTasks.ROW);
        return "task:" + ErrandTasks.ROW;
    }

    private String resolvedByApi() {
        var lost = standstill.reserved(standstill.open(), Standstill.LONG);
        api("/api/ops/purchases/" + lost + "/resolve", "{}");
        return "order:" + lost;
    }

    private String couponStopped() {
        var coupon = coupons.publish(
                seller(),
                new NewCoupon(
                        "Audited " + key,
                        "",
                        new Money(100),
                        new Money(0),
                        1,
                        Optional.empty(),
                        Optional.empty(),
                        NewCoupon.DAYS,
                        Optional.empty()));
        var page = "/console/coupons/" + coupon + "/stop";
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("seen", seen, "reason", "An audited act"));
        return "offer:" + coupon;
    }

    private String readImport() {
        var body = call("/api/ops/imports?kind=shipments&fileName=parcels.csv", "text/csv", parcels());
        return "import:" + body.replaceAll("(?s).*\"importId\":\"(\\d+)\".*", "$1");
    }

    private String readImportByPage() {
        var fields = Map.of("kind", "shipments", "text", parcels());
        var answer = browser.post("/console/imports", "/console/imports", fields);
        return "import:" + answer.headers().firstValue("Location").orElseThrow().replaceAll(".*/", "");
    }

    private String appliedImport() {
        var id = readByAnother();
        api("/api/ops/imports/" + id + "/apply", "");
        return "import:" + id;
    }

    private String appliedImportByPage() {
        var page = "/console/imports/" + readByAnother();
        form(page, page + "/apply", Map.of());
        return "import:" + page.substring(page.lastIndexOf('/') + 1);
    }

    /** Its file was read by somebody else, and its end is theirs. */
    private long readByAnother() {
        var other = accounts.ensure("audited-other", PASSWORD, Role.OPERATOR);
        return imports.read(other, "shipments", "parcels.csv", parcels().getBytes(StandardCharsets.UTF_8))
                .id();
    }

    private String takenBackImport() {
        var id = appliedByAnother();
        api("/api/ops/imports/" + id + "/take-back", "{\"reason\": \"An audited act\"}");
        return "import:" + id;
    }

    private String takenBackImportByPage() {
        var id = appliedByAnother();
        var page = "/console/imports/" + id + "/take-back";
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("seen", seen, "reason", "An audited act"));
        return "import:" + id;
    }

    /** What it made, and what takes it back in the end, are by somebody else. */
    private long appliedByAnother() {
        var other = accounts.ensure("audited-other", PASSWORD, Role.OPERATOR);
        var file = "sku,name_en,list_price\nAUDITED-" + UUID.randomUUID() + ",Audited,10\n";
        var id = imports.read(other, "products", "products.csv", file.getBytes(StandardCharsets.UTF_8))
                .id();
        imports.apply(other, id, false);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> imports.find(Scope.of(other), id).state() == ImportBatch.State.APPLIED);
        return id;
    }

    private String parcels() {
        return "order,carrier,number\n" + paid().id() + ",SF,SF1\n";
    }

    private Order paid() {
        return paidOrders.paid(paidOrders.open(3));
    }

    private String decided(String decision) {
        var order = paid();
        var asked = refunds.ask(order.shopper(), order.id(), order.total(), "").requestNo();
        form(
                "/console/payments/refunds/" + asked,
                "/console/payments/refunds/" + asked + "/" + decision,
                Map.of("words", "Why not."));
        return "refund:" + asked;
    }

    private String retried() {
        var order = paid();
        var no = alipay.switchOn(LocalAlipayFault.refuse("ACQ.TRADE_HAS_FINISHED")
                .forOrder(order.id().toString()));
        String stuck;
        try {
            stuck = refunds.give(operator, order.id(), order.total(), "").requestNo();
            await().atMost(PATIENCE)
                    .until(() -> paidOrders.money(order).refunds().get(0).state() == Refund.State.STUCK);
        } finally {
            no.off();
        }
        form("/console/payments/refunds/" + stuck, "/console/payments/refunds/" + stuck + "/retry", Map.of());
        return "refund:" + stuck;
    }

    private String given() {
        var page = "/console/payments/orders/" + paid().id();
        form(page, page + "/refunds", Map.of("amount", "4.90", "words", "A scratch.", "left", "1990"));
        return "order:" + page.substring(page.lastIndexOf('/') + 1);
    }

    private String addressSeen() {
        var page = "/console/orders/" + paid().id();
        assertThat(browser.post(page, page + "/address", Map.of()).statusCode()).isEqualTo(200);
        return "order:" + page.substring(page.lastIndexOf('/') + 1);
    }

    private String addressesExported() {
        var answer = browser.post("/console/orders", "/console/orders/to-ship.csv?product=" + paid().offer(), Map.of());
        assertThat(answer.statusCode()).isEqualTo(200);
        return "orders:to-ship";
    }

    /** Slips of those that were ticked, or what is pasted beside their addresses. */
    private String addressSeen(String on) {
        var id = paid().id();
        var fields = Map.of("chosen", "rows", "id", id.toString());
        var answer = browser.post("/console/orders", "/console/orders/" + on, fields);
        assertThat(answer.statusCode()).isEqualTo(200);
        return "order:" + id;
    }

    private String shipped() {
        var page = "/console/orders/" + paid().id();
        form(page, page + "/shipment", Map.of("carrier", "SF", "number", "SF1"));
        return "order:" + page.substring(page.lastIndexOf('/') + 1);
    }

    /** Shipped by somebody else, so that the one row is that of the correction. */
    private String corrected() {
        var order = paid();
        shipments.ship(accounts.ensure("audited-other", PASSWORD, Role.OPERATOR), new Parcel(order.id(), "SF", "SF1"));
        var page = "/console/orders/" + order.id();
        var version =
                Jsoup.parse(browser.read(page)).select("input[name=version]").val();
        form(page, page + "/correction", Map.of("carrier", "SF", "number", "SF2", "version", version));
        return "order:" + order.id();
    }

    private String closed() {
        return confirmed(paidOrders.placed(paidOrders.open(3)), "closing");
    }

    private String givenAll() {
        return confirmed(paid(), "refund");
    }

    private String confirmed(Order order, String act) {
        var page = "/console/orders/" + order.id() + "/" + act;
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("seen", seen, "reason", "An audited act"));
        return "order:" + order.id();
    }

    /** Given back by somebody else, so that the one row is that of the units. */
    private String unitsBack() {
        var order = paid();
        var other = accounts.ensure("audited-other", "a long enough password", Role.OPERATOR);
        refunds.give(other, order.id(), order.total(), "");
        paidOrders.until(order, OrderStatus.REFUNDED);
        var page = "/console/payments/orders/" + order.id();
        form(page, page + "/units", Map.of());
        return "order:" + order.id();
    }

    private String asked() {
        var order = paid();
        var page = "/console/payments/orders/" + order.id();
        form(page, page + "/question", Map.of());
        return "order:" + order.id();
    }

    private String compared() {
        var today = LocalDate.now(ZoneId.of("Asia/Shanghai"));
        form("/console/payments/days", "/console/payments/days", Map.of("day", today.toString()));
        return "day:" + today;
    }

    private String queue(String change, Map<String, String> more) {
        var fields = new LinkedHashMap<>(more);
        fields.put("queue", QUEUE);
        form(QUEUE_PAGE, "/console/tasks/queues/" + change, fields);
        return "queue:" + QUEUE;
    }

    private String resumedQueue() {
        queues.pause(QUEUE);
        return queue("resume", Map.of());
    }

    private String cancelled() {
        var id = tasks.send(new Errand(What.RUN, key), SendOption.in(Duration.ofHours(1)));
        runs.awaitKnown(id);
        form("/console/tasks/" + id, "/console/tasks/cancel", Map.of("id", id.value()));
        return "task:" + id;
    }

    private String cancelledWorkflow() {
        var whole = workflows.start(
                chain(step(new Errand(What.RUN, key), SendOption.in(Duration.ofHours(1))), step(new Letter(key, ""))));
        form("/console/tasks/workflow?id=" + whole, "/console/tasks/workflow/cancel", Map.of("id", whole.value()));
        return "workflow:" + whole;
    }

    private String decidedDead(String decision) {
        var number = runs.died(new Errand(What.FAIL, key));
        form("/console/tasks/dead/" + number, "/console/tasks/dead/" + decision, Map.of("number", "" + number));
        return "dead:" + number;
    }

    private String archived(String act, Map<String, String> fields) {
        var number = runs.died(new Errand(What.FAIL, key));
        var page = "/console/archive/" + number;
        form(page, page + "/" + act, fields);
        return "dead:" + number;
    }

    private String discardedInTheArchive() {
        var number = runs.died(new Errand(What.FAIL, key));
        var page = "/console/archive/" + number + "/discard";
        var seen = Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
        form(page, page, Map.of("seen", seen, "reason", "An audited act"));
        return "dead:" + number;
    }

    private String archivedByApi(String act, String json) {
        var number = runs.died(new Errand(What.FAIL, key));
        api("/api/ops/archive/" + number + "/" + act, json);
        return "dead:" + number;
    }

    private String archiveRun() {
        var number = runs.died(new Errand(What.FAIL, key));
        var answer = browser.post(
                "/console/archive?state=UNDECIDED",
                "/console/archive/runs",
                Map.of("chosen", "rows", "id", "" + number, "perSecond", "10", "reason", "An audited act"));
        return "archive-run:"
                + answer.headers().firstValue("Location").orElseThrow().replaceFirst(".*/", "");
    }

    private String archiveRunByApi() {
        var number = runs.died(new Errand(What.FAIL, key));
        var answer = api("/api/ops/archive/retries", "{\"ids\":[\"" + number + "\"],\"reason\":\"An audited act\"}");
        return "archive-run:" + answer.replaceFirst("(?s).*?\"id\":\"(\\d+)\".*", "$1");
    }

    /** Begun by somebody else, so that the one row is that of its stop. */
    private long othersRun() {
        var ids = IntStream.range(0, 3)
                .mapToObj(each -> runs.died(new Errand(What.FAIL, key + each)))
                .toList();
        var other = accounts.ensure("audited-other", PASSWORD, Role.OPERATOR);
        return archiveRuns
                .begin(other, ids, new ArchiveRuns.Pace(1, "An audited act"))
                .id();
    }

    private String archiveRunStopped() {
        var run = othersRun();
        form("/console/archive/runs/" + run, "/console/archive/runs/" + run + "/stop", Map.of());
        return "archive-run:" + run;
    }

    private String archiveRunStoppedByApi() {
        var run = othersRun();
        api("/api/ops/archive/runs/" + run + "/stop", "{}");
        return "archive-run:" + run;
    }

    private String reprocessed() {
        var lost = standstill.reserved(standstill.open(), Standstill.LONG);
        api("/api/ops/orders/" + lost + "/reprocess", "{}");
        return "order:" + lost;
    }

    private String decidedAllDead(String decision) {
        runs.died(new Letter(key, "1"));
        var fields = Map.of("name", ErrandTasks.LETTER, "seen", Instant.now().toString(), "number", "1000");
        form(ANY_FORM, "/console/tasks/dead/" + decision, fields);
        return "dead";
    }

    private String ticked() {
        form(ANY_FORM, "/console/tasks/schedules/run", Map.of("schedule", "monitor.tick"));
        return "schedule:monitor.tick";
    }

    private String setting() {
        var page = "/console/settings/" + SETTING;
        form(page, page, Map.of("value", settingValue(70), "version", settingVersion(), "reason", "An audited act"));
        return "setting:" + SETTING;
    }

    private String settingByApi() {
        api(
                "/api/ops/settings/" + SETTING + "/changes",
                "{\"value\":\"%s\",\"version\":%s,\"reason\":\"An audited act\"}"
                        .formatted(settingValue(80), settingVersion()));
        return "setting:" + SETTING;
    }

    private String productMade() {
        var answer = browser.post("/console/products/new", "/console/products", PRODUCT);
        return "product:"
                + answer.headers().firstValue("Location").orElseThrow().replaceAll(".*/(\\d+).*", "$1");
    }

    private String productChanged() {
        var product = product();
        var fields = new LinkedHashMap<>(PRODUCT);
        fields.put("version", Long.toString(product.version()));
        fields.put("seller", accountName(product));
        fields.put("nameZh", "改过");
        form("/console/products/" + product.id(), "/console/products/" + product.id(), fields);
        return "product:" + product.id();
    }

    private String product(String change) {
        var product = product();
        if (change.equals("return")) {
            products.retire(new SignedIn(product.seller(), "", Role.SELLER), product.id());
        }
        var page = "/console/products/" + product.id();
        form(page, page + "/" + change, Map.of());
        return "product:" + product.id();
    }

    private String productPictured() {
        var page = "/console/products/" + product().id();
        assertThat(browser.upload(page, page + "/pictures", Map.of(), SamplePictures.jpeg())
                        .statusCode())
                .isEqualTo(302);
        return "product:" + page.replaceAll(".*/", "");
    }

    private String pictureRemoved() {
        var product = product();
        var page = "/console/products/" + product.id();
        form(page, page + "/pictures/" + pictureOf(product), Map.of("act", "REMOVE"));
        return "product:" + product.id();
    }

    private String productMadeByApi() {
        var body = api("/api/ops/products", "{\"nameZh\":\"茶壶\",\"listPriceFen\":9900}");
        return "product:" + body.replaceAll("(?s).*\"id\":\"(\\d+)\".*", "$1");
    }

    private String productChangedByApi() {
        var product = product();
        send(
                "PUT",
                "/api/ops/products/" + product.id(),
                request -> request.header("If-Match", "\"" + product.version() + "\"")
                        .header("Content-Type", "application/json"),
                "{\"nameZh\":\"改过\",\"listPriceFen\":9900}".getBytes(StandardCharsets.UTF_8));
        return "product:" + product.id();
    }

    private String productRetiredByApi() {
        var product = product();
        send("DELETE", "/api/ops/products/" + product.id(), request -> request, new byte[0]);
        return "product:" + product.id();
    }

    private String productRestoredByApi() {
        var product = product();
        products.retire(new SignedIn(product.seller(), "", Role.SELLER), product.id());
        api("/api/ops/products/" + product.id() + "/return", "");
        return "product:" + product.id();
    }

    private String productPicturedByApi() {
        var product = product();
        var head = "--part\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.jpg\"\r\n\r\n";
        send(
                "POST",
                "/api/ops/products/" + product.id() + "/pictures",
                request -> request.header("Content-Type", "multipart/form-data; boundary=part"),
                Bytes.concat(
                        head.getBytes(StandardCharsets.UTF_8),
                        SamplePictures.jpeg(),
                        "\r\n--part--\r\n".getBytes(StandardCharsets.UTF_8)));
        return "product:" + product.id();
    }

    private String pictureRemovedByApi() {
        var product = product();
        send(
                "DELETE",
                "/api/ops/products/" + product.id() + "/pictures/" + pictureOf(product),
                request -> request,
                new byte[0]);
        return "product:" + product.id();
    }

    /** A seller's, made by them. */
    private ProductRecord product() {
        return products.add(seller(), PRODUCT);
    }

    private PictureId pictureOf(ProductRecord product) {
        try {
            return pictures.upload(
                            new SignedIn(product.seller(), "", Role.SELLER),
                            product.id(),
                            new ByteArrayInputStream(SamplePictures.jpeg()),
                            PictureShape.FIT)
                    .id();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    private String accountName(ProductRecord product) {
        return sql.sql("select username from account where id = :id")
                .param("id", product.seller().value())
                .query(String.class)
                .single();
    }

    /** Another than there is. */
    private static String settingValue(int least) {
        return Long.toString(least + Math.floorMod(System.nanoTime(), 10L));
    }

    private String settingVersion() {
        return sql.sql("select coalesce(max(version), 0) from setting where name = :name")
                .param("name", SETTING)
                .query(String.class)
                .single();
    }

    /** Does the act on something suitable, and answers the subject that its row names. */
    private interface Work {

        String on(AuditedActionsTests shop);
    }

    /** Everything that can be done, with its row. What is in no transaction has a row before and one after. */
    private enum Act {
        PAUSE("/console/offers/{offer}/pause", "OFFER_PAUSED", 1, "open", "paused", shop -> shop.sale("pause")),
        RESUME("/console/offers/{offer}/resume", "OFFER_RESUMED", 1, "open", "open", shop -> shop.sale("resume")),
        PAUSE_ALL(
                "/console/accounts/{account}/pause",
                "OFFER_PAUSED",
                1,
                "open",
                "paused",
                AuditedActionsTests::pausedAll),
        DECLINE_PAUSE(
                "/console/offers/{offer}/pause-request",
                "PAUSE_DECLINED",
                1,
                "ASKED",
                "DECLINED",
                AuditedActionsTests::pauseDeclined),
        UNITS("/console/offers/{offer}/acts/{act}", "UNITS_ADDED", 1, "3", "5", AuditedActionsTests::unitsAdded),
        UNITS_BY_API(
                "PUT /api/ops/offers/{offerId}/units", "UNITS_ADDED", 1, "3", "5", AuditedActionsTests::unitsByApi),
        LIMIT_BY_API(
                "PUT /api/ops/offers/{offerId}/limit",
                "LIMIT_CHANGED",
                1,
                "2",
                "3",
                shop -> shop.saleByApi("PUT", "limit", "\"limitPerShopper\":3", shop.offers.upcoming())),
        ADDRESS_LIMIT_BY_API(
                "PUT /api/ops/offers/{offerId}/address-limit",
                "ADDRESS_LIMIT_CHANGED",
                1,
                "0",
                "3",
                shop -> shop.saleByApi("PUT", "address-limit", "\"limitPerAddress\":3", shop.offers.upcoming())),
        PRICE_BY_API(
                "PUT /api/ops/offers/{offerId}/price",
                "PRICE_CHANGED",
                1,
                "¥.+",
                "¥9.01",
                shop -> shop.saleByApi("PUT", "price", "\"priceFen\":901", shop.offers.upcoming())),
        STOP_BY_API(
                "/api/ops/offers/{offerId}/stop",
                "OFFER_STOPPED",
                1,
                "20\\d\\d-.*",
                "20\\d\\d-.*",
                shop -> shop.saleByApi("POST", "stop", "", shop.paidOrders.open(3))),
        WITHDRAW_BY_API(
                "/api/ops/offers/{offerId}/withdrawal",
                "OFFER_WITHDRAWN",
                1,
                ".*",
                ".*",
                shop -> shop.saleByApi("POST", "withdrawal", "", shop.offers.upcoming())),
        PAUSE_BY_API(
                "/api/ops/offers/{offerId}/pause",
                "OFFER_PAUSED",
                1,
                "open",
                "paused",
                shop -> shop.saleByApi("pause")),
        RESUME_BY_API(
                "/api/ops/offers/{offerId}/resume",
                "OFFER_RESUMED",
                1,
                "open",
                "open",
                shop -> shop.saleByApi("resume")),
        PUBLISH("/api/ops/offers", "OFFER_PUBLISHED", 1, "", "7 units at .*", AuditedActionsTests::published),
        ASK_FOR_REHEARSAL(
                "/console/rehearsals",
                "REHEARSAL_ASKED",
                1,
                "",
                "\\d+ bots",
                shop -> shop.rehearsed(offer -> shop.form(
                        "/console/rehearsals/new",
                        "/console/rehearsals",
                        Map.of(
                                "offer", offer,
                                "shoppers", "10",
                                "presses", "1",
                                "curve", "RAMP",
                                "seconds", "30",
                                "beside", "true")))),
        ASK_FOR_REHEARSAL_BY_API(
                "/api/ops/rehearsals",
                "REHEARSAL_ASKED",
                1,
                "",
                "\\d+ bots",
                shop -> shop.rehearsed(offer -> shop.api("/api/ops/rehearsals", AuditedActionsTests.wish(offer)))),
        STOP_REHEARSAL(
                "/console/rehearsals/{rehearsalId}/stop",
                "REHEARSAL_STOPPED",
                1,
                "",
                "stop",
                shop -> shop.rehearsalStopped(
                        id -> shop.form("/console/rehearsals/" + id, "/console/rehearsals/" + id + "/stop", Map.of()))),
        STOP_REHEARSAL_BY_API(
                "/api/ops/rehearsals/{rehearsalId}/stop",
                "REHEARSAL_STOPPED",
                1,
                "",
                "stop",
                shop -> shop.rehearsalStopped(id -> shop.api("/api/ops/rehearsals/" + id + "/stop", "{}"))),
        SHOPPERS("/api/ops/shoppers", "SHOPPERS_ADDED", 1, "", "2 shoppers", AuditedActionsTests::shoppers),
        RESOLVE(
                "/console/purchases/{id}/resolve",
                "PURCHASE_RESOLVED",
                2,
                "no order",
                "ABANDONED",
                AuditedActionsTests::resolved),
        RESOLVE_BY_API(
                "/api/ops/purchases/{purchaseId}/resolve",
                "PURCHASE_RESOLVED",
                2,
                "no order",
                "ABANDONED",
                AuditedActionsTests::resolvedByApi),
        ROLL_BACK(
                "/console/purchases/{id}/roll-back",
                "PURCHASE_ROLLED_BACK",
                2,
                "CLOSING",
                "CLOSED",
                shop -> shop.rolledBack(order -> shop.form(
                        "/console/purchases/" + order,
                        "/console/purchases/" + order + "/roll-back",
                        Map.of("reason", "An audited act")))),
        ROLL_BACK_BY_API(
                "/api/ops/purchases/{purchaseId}/roll-back",
                "PURCHASE_ROLLED_BACK",
                2,
                "CLOSING",
                "CLOSED",
                shop -> shop.rolledBack(order ->
                        shop.api("/api/ops/purchases/" + order + "/roll-back", "{\"reason\":\"An audited act\"}"))),
        SET_RETRIES(
                "/console/retries/{task}",
                "RETRIES_SET",
                1,
                "annotation: .*",
                "2s 3s, jitter 10 %, 1 last tries after 1m",
                shop -> shop.retriesSet(task -> shop.form(
                        "/console/retries/" + task,
                        "/console/retries/" + task,
                        Map.of(
                                "version", "0",
                                "delays", "2s 3s",
                                "jitter", "10",
                                "lastTries", "1",
                                "lastTryDelay", "60",
                                "reason", "An audited act")))),
        SET_RETRIES_BY_API(
                "PUT /api/ops/retries/{task}",
                "RETRIES_SET",
                1,
                "annotation: .*",
                "2s 3s, jitter 10 %, 1 last tries after 1m",
                shop -> shop.retriesSet(task -> shop.json(
                        "PUT",
                        "/api/ops/retries/" + task,
                        "{\"delays\":[\"2s\",\"3s\"],\"jitterPercent\":10,\"lastTries\":1,\"lastTryDelay\":\"60s\","
                                + "\"version\":0,\"reason\":\"An audited act\"}"))),
        RESET_RETRIES(
                "/console/retries/{task}/reset",
                "RETRIES_RESET",
                1,
                "5s, .*",
                "annotation: .*",
                shop -> shop.retriesReset(task -> shop.form(
                        "/console/retries/" + task,
                        "/console/retries/" + task + "/reset",
                        Map.of("reason", "An audited act")))),
        RESET_RETRIES_BY_API(
                "/api/ops/retries/{task}/reset",
                "RETRIES_RESET",
                1,
                "5s, .*",
                "annotation: .*",
                shop -> shop.retriesReset(
                        task -> shop.api("/api/ops/retries/" + task + "/reset", "{\"reason\":\"An audited act\"}"))),
        APPROVE(
                "/console/payments/refunds/{requestNo}/approve",
                "REFUND_APPROVED",
                1,
                "ASKED",
                "DUE",
                shop -> shop.decided("approve")),
        DECLINE(
                "/console/payments/refunds/{requestNo}/decline",
                "REFUND_DECLINED",
                1,
                "ASKED",
                "DECLINED",
                shop -> shop.decided("decline")),
        RETRY(
                "/console/payments/refunds/{requestNo}/retry",
                "REFUND_RETRIED",
                1,
                "STUCK",
                "DUE",
                AuditedActionsTests::retried),
        GIVE(
                "/console/payments/orders/{id}/refunds",
                "REFUND_GIVEN",
                1,
                ".*19\\.90.*",
                ".*15\\.00.*",
                AuditedActionsTests::given),
        UNITS_BACK(
                "/console/payments/orders/{id}/units",
                "UNITS_PUT_BACK",
                1,
                "held",
                "on sale",
                AuditedActionsTests::unitsBack),
        LOOK_AT_ADDRESS("/console/orders/{id}/address", "ADDRESS_SEEN", 1, "", "", AuditedActionsTests::addressSeen),
        EXPORT_ADDRESSES(
                "/console/orders/to-ship.csv", "ADDRESSES_EXPORTED", 1, "", "", AuditedActionsTests::addressesExported),
        PRINT_SLIPS("/console/orders/slips", "ADDRESS_SEEN", 1, "", "", shop -> shop.addressSeen("slips")),
        PASTE_NUMBERS("/console/orders/parcels", "ADDRESS_SEEN", 1, "", "", shop -> shop.addressSeen("parcels")),
        SHIP("/console/orders/{id}/shipment", "ORDER_SHIPPED", 1, "PAID", "SHIPPED", AuditedActionsTests::shipped),
        CORRECT_PARCEL(
                "/console/orders/{id}/correction",
                "SHIPMENT_CORRECTED",
                1,
                "SF SF1",
                "SF SF2",
                AuditedActionsTests::corrected),
        CLOSE_ORDER(
                "/console/orders/{id}/closing",
                "ORDER_CLOSED",
                1,
                "AWAITING_PAYMENT",
                "CLOSING",
                AuditedActionsTests::closed),
        GIVE_ALL(
                "/console/orders/{id}/refund",
                "REFUND_GIVEN",
                1,
                "¥19.90 refundable",
                "¥0.00 refundable",
                AuditedActionsTests::givenAll),
        SHIP_BY_API(
                "/api/ops/orders/{orderId}/shipment",
                "ORDER_SHIPPED",
                1,
                "PAID",
                "SHIPPED",
                shop -> shop.orderByApi("POST", "shipment", "\"carrier\":\"SF\",\"number\":\"SF1\"", shop.paid())),
        CORRECT_BY_API(
                "PUT /api/ops/orders/{orderId}/shipment",
                "SHIPMENT_CORRECTED",
                1,
                "SF SF1",
                "SF SF2",
                AuditedActionsTests::correctedByApi),
        CLOSE_BY_API(
                "/api/ops/orders/{orderId}/closing",
                "ORDER_CLOSED",
                1,
                "AWAITING_PAYMENT",
                "CLOSING",
                shop -> shop.orderByApi(
                        "POST",
                        "closing",
                        "\"reason\":\"An audited act\"",
                        shop.paidOrders.placed(shop.paidOrders.open(3)))),
        GIVE_BY_API(
                "/api/ops/orders/{orderId}/refunds",
                "REFUND_GIVEN",
                1,
                ".*19\\.90.*",
                ".*15\\.00.*",
                shop -> shop.orderByApi(
                        "POST",
                        "refunds",
                        "\"amountFen\":490,\"refundableFen\":1990,\"reason\":\"A scratch\"",
                        shop.paid())),
        ASK_ALIPAY("/console/payments/orders/{id}/question", "ALIPAY_ASKED", 1, "", "PAID", AuditedActionsTests::asked),
        COMPARE("/console/payments/days", "RECONCILED", 1, ".*", "task .+", AuditedActionsTests::compared),
        QUEUE_PAUSE(
                "/console/tasks/queues/pause",
                "QUEUE_PAUSED",
                1,
                "running",
                "paused",
                shop -> shop.queue("pause", Map.of())),
        QUEUE_RESUME(
                "/console/tasks/queues/resume",
                "QUEUE_RESUMED",
                1,
                "paused",
                "running",
                AuditedActionsTests::resumedQueue),
        QUEUE_SCALE(
                "/console/tasks/queues/scale",
                "QUEUE_SCALED",
                1,
                "concurrency as the settings say, prefetch as the settings say",
                "concurrency 2, prefetch 3",
                shop -> shop.queue("scale", Map.of("concurrency", "2", "prefetch", "3"))),
        QUEUE_PURGE(
                "/console/tasks/queues/purge", "QUEUE_PURGED", 2, "\\d+", "0", shop -> shop.queue("purge", Map.of())),
        CANCEL("/console/tasks/cancel", "TASK_CANCELLED", 1, "SCHEDULED", "CANCELLED", AuditedActionsTests::cancelled),
        CANCEL_WORKFLOW(
                "/console/tasks/workflow/cancel",
                "WORKFLOW_CANCELLED",
                1,
                "[A-Z]+",
                "CANCELLED",
                AuditedActionsTests::cancelledWorkflow),
        REPLAY(
                "/console/tasks/dead/replay",
                "TASK_REPLAYED",
                1,
                "DEAD",
                "REPLAYED",
                shop -> shop.decidedDead("replay")),
        DISCARD(
                "/console/tasks/dead/discard",
                "TASK_DISCARDED",
                1,
                "DEAD",
                "DISCARDED",
                shop -> shop.decidedDead("discard")),
        ARCHIVE_RETRY(
                "/console/archive/{id}/retry",
                "TASK_REPLAYED",
                1,
                "DEAD",
                "REPLAYED",
                shop -> shop.archived("retry", Map.of("wait", "0"))),
        ARCHIVE_DISCARD(
                "/console/archive/{id}/discard",
                "TASK_DISCARDED",
                1,
                "DEAD",
                "DISCARDED",
                AuditedActionsTests::discardedInTheArchive),
        ARCHIVE_NOTE(
                "/console/archive/{id}/notes",
                "DEAD_TASK_NOTED",
                1,
                "",
                "Seen",
                shop -> shop.archived("notes", Map.of("text", "Seen"))),
        ARCHIVE_RUN(
                "/console/archive/runs",
                "DEAD_TASKS_RUN_BEGUN",
                1,
                "",
                "1 tasks, 10 a second",
                AuditedActionsTests::archiveRun),
        ARCHIVE_RUN_STOP(
                "/console/archive/runs/{run}/stop",
                "DEAD_TASKS_RUN_STOPPED",
                1,
                "\\d left",
                "STOPPED",
                AuditedActionsTests::archiveRunStopped),
        ARCHIVE_RETRY_BY_API(
                "/api/ops/archive/{deadId}/retry",
                "TASK_REPLAYED",
                1,
                "DEAD",
                "REPLAYED",
                shop -> shop.archivedByApi("retry", "{\"afterSeconds\":1}")),
        ARCHIVE_DISCARD_BY_API(
                "/api/ops/archive/{deadId}/discard",
                "TASK_DISCARDED",
                1,
                "DEAD",
                "DISCARDED",
                shop -> shop.archivedByApi("discard", "{\"reason\":\"An audited act\"}")),
        ARCHIVE_RUN_BY_API(
                "/api/ops/archive/retries",
                "DEAD_TASKS_RUN_BEGUN",
                1,
                "",
                "1 tasks, 10 a second",
                AuditedActionsTests::archiveRunByApi),
        ARCHIVE_RUN_STOP_BY_API(
                "/api/ops/archive/runs/{runId}/stop",
                "DEAD_TASKS_RUN_STOPPED",
                1,
                "\\d left",
                "STOPPED",
                AuditedActionsTests::archiveRunStoppedByApi),
        REPROCESS(
                "/api/ops/orders/{orderId}/reprocess",
                "PURCHASE_RESOLVED",
                2,
                "no order",
                "ABANDONED",
                AuditedActionsTests::reprocessed),
        REPLAY_ALL(
                "/console/tasks/dead/replay-all",
                "TASKS_ALL_REPLAYED",
                2,
                "\\d+",
                "0",
                shop -> shop.decidedAllDead("replay-all")),
        DISCARD_ALL(
                "/console/tasks/dead/discard-all",
                "TASKS_ALL_DISCARDED",
                2,
                "\\d+",
                "0",
                shop -> shop.decidedAllDead("discard-all")),
        OPEN_ACCOUNT("/console/accounts", "ACCOUNT_OPENED", 1, "", "SELLER", AuditedActionsTests::invited),
        LOCK_ACCOUNT(
                "/console/accounts/{account}/acts/{act}",
                "ACCOUNT_LOCKED",
                1,
                "open",
                "locked",
                AuditedActionsTests::locked),
        OPEN_ACCOUNT_BY_API(
                "/api/ops/accounts", "ACCOUNT_OPENED", 1, "", "OPERATOR SEE,RUN", AuditedActionsTests::invitedByApi),
        LINK_BY_API(
                "/api/ops/accounts/{accountId}/links",
                "PASSWORD_LINK_MADE",
                1,
                "",
                "link for a day",
                shop -> shop.accountByApi("links", shop.seller())),
        LOCK_BY_API(
                "/api/ops/accounts/{accountId}/lock",
                "ACCOUNT_LOCKED",
                1,
                "open",
                "locked",
                shop -> shop.accountByApi("lock", shop.seller())),
        UNLOCK_BY_API(
                "/api/ops/accounts/{accountId}/unlock",
                "ACCOUNT_UNLOCKED",
                1,
                "locked",
                "open",
                shop -> shop.accountByApi("unlock", shop.inState("ACTIVE"))),
        END_SIGN_INS_BY_API(
                "/api/ops/accounts/{accountId}/sign-ins/end",
                "SIGN_INS_ENDED",
                1,
                "0",
                "0",
                shop -> shop.accountByApi("sign-ins/end", shop.seller())),
        APPROVE_BY_API(
                "/api/ops/accounts/{accountId}/approval",
                "ACCOUNT_APPROVED",
                1,
                "PENDING",
                "ACTIVE",
                shop -> shop.accountByApi("approval", shop.inState("PENDING"))),
        DECLINE_BY_API(
                "/api/ops/accounts/{accountId}/rejection",
                "ACCOUNT_DECLINED",
                1,
                "PENDING",
                "DECLINED",
                shop -> shop.accountByApi("rejection", shop.inState("PENDING"))),
        ROLE_BY_API(
                "PUT /api/ops/accounts/{accountId}/role",
                "ROLE_CHANGED",
                1,
                "SELLER",
                "SHOPPER",
                shop -> shop.accountByApi("PUT", "role", "\"role\":\"SHOPPER\"", shop.seller())),
        DUTIES_BY_API(
                "PUT /api/ops/accounts/{accountId}/duties",
                "DUTIES_CHANGED",
                1,
                "SEE,RUN,MONEY,ADMIN",
                "SEE,RUN",
                shop -> shop.accountByApi("PUT", "duties", "\"duties\":[\"RUN\"]", shop.colleague())),
        END_SIGN_IN(
                "/console/accounts/{account}/sign-ins/{signIn}/end",
                "SIGN_IN_ENDED",
                1,
                "open",
                "ended",
                AuditedActionsTests::signedOut),
        SETTING("/console/settings/{name}", "SETTING_CHANGED", 1, ".+", "7\\d", AuditedActionsTests::setting),
        SETTING_BY_API(
                "/api/ops/settings/{name}/changes",
                "SETTING_CHANGED",
                1,
                ".+",
                "8\\d",
                AuditedActionsTests::settingByApi),
        STOP_COUPON(
                "/console/coupons/{coupon}/stop",
                "OFFER_STOPPED",
                1,
                "20\\d\\d-.*",
                "20\\d\\d-.*",
                AuditedActionsTests::couponStopped),
        READ_IMPORT_BY_PAGE("/console/imports", "IMPORT_READ", 1, "", "1 rows", AuditedActionsTests::readImportByPage),
        APPLY_IMPORT_BY_PAGE(
                "/console/imports/{importId}/apply",
                "IMPORT_BEGUN",
                1,
                "",
                "1 rows",
                AuditedActionsTests::appliedImportByPage),
        TAKE_IMPORT_BACK_BY_PAGE(
                "/console/imports/{importId}/take-back",
                "IMPORT_TAKE_BACK_BEGUN",
                1,
                "1 rows",
                "",
                AuditedActionsTests::takenBackImportByPage),
        TAKE_IMPORT_BACK(
                "/api/ops/imports/{importId}/take-back",
                "IMPORT_TAKE_BACK_BEGUN",
                1,
                "1 rows",
                "",
                AuditedActionsTests::takenBackImport),
        READ_IMPORT("/api/ops/imports", "IMPORT_READ", 1, "", "1 rows", AuditedActionsTests::readImport),
        APPLY_IMPORT(
                "/api/ops/imports/{importId}/apply",
                "IMPORT_BEGUN",
                1,
                "",
                "1 rows",
                AuditedActionsTests::appliedImport),
        PRODUCT_MADE(
                "/console/products",
                "PRODUCT_ADDED",
                1,
                "(?s).*",
                "(?s).*nameZh: 茶壶.*",
                AuditedActionsTests::productMade),
        PRODUCT_CHANGED(
                "/console/products/{product}",
                "PRODUCT_CHANGED",
                1,
                "nameZh: 茶壶",
                "nameZh: 改过",
                AuditedActionsTests::productChanged),
        PRODUCT_RETIRED(
                "/console/products/{product}/retirement",
                "PRODUCT_RETIRED",
                1,
                "ACTIVE",
                "RETIRED",
                shop -> shop.product("retirement")),
        PRODUCT_RESTORED(
                "/console/products/{product}/return",
                "PRODUCT_RESTORED",
                1,
                "RETIRED",
                "ACTIVE",
                shop -> shop.product("return")),
        PICTURE_ADDED(
                "/console/products/{product}/pictures",
                "PRODUCT_PICTURE_ADDED",
                1,
                "",
                "\\d+",
                AuditedActionsTests::productPictured),
        PICTURE_REMOVED(
                "/console/products/{product}/pictures/{picture}",
                "PRODUCT_PICTURE_REMOVED",
                1,
                "\\d+",
                "",
                AuditedActionsTests::pictureRemoved),
        PRODUCT_MADE_BY_API(
                "/api/ops/products",
                "PRODUCT_ADDED",
                1,
                "(?s).*",
                "(?s).*nameZh: 茶壶.*",
                AuditedActionsTests::productMadeByApi),
        PRODUCT_CHANGED_BY_API(
                "PUT /api/ops/products/{productId}",
                "PRODUCT_CHANGED",
                1,
                "nameZh: 茶壶",
                "nameZh: 改过",
                AuditedActionsTests::productChangedByApi),
        PRODUCT_RETIRED_BY_API(
                "DELETE /api/ops/products/{productId}",
                "PRODUCT_RETIRED",
                1,
                "ACTIVE",
                "RETIRED",
                AuditedActionsTests::productRetiredByApi),
        PRODUCT_RESTORED_BY_API(
                "/api/ops/products/{productId}/return",
                "PRODUCT_RESTORED",
                1,
                "RETIRED",
                "ACTIVE",
                AuditedActionsTests::productRestoredByApi),
        PICTURE_ADDED_BY_API(
                "/api/ops/products/{productId}/pictures",
                "PRODUCT_PICTURE_ADDED",
                1,
                "",
                "\\d+",
                AuditedActionsTests::productPicturedByApi),
        PICTURE_REMOVED_BY_API(
                "DELETE /api/ops/products/{productId}/pictures/{pictureId}",
                "PRODUCT_PICTURE_REMOVED",
                1,
                "\\d+",
                "",
                AuditedActionsTests::pictureRemovedByApi),
        DRAFT(
                "/console/offers",
                "OFFER_DRAFTED",
                1,
                "(?s).*units: \\n.*",
                "(?s).*units: 5.*",
                shop -> shop.offers.add(shop.browser)),
        CHANGE_DRAFT(
                "/console/offers/drafts/{draft}",
                "OFFER_DRAFT_CHANGED",
                1,
                "units: 5",
                "units: 6",
                shop -> shop.offers.change(shop.browser)),
        DELETE_DRAFT(
                "/console/offers/drafts/{draft}/deletion",
                "OFFER_DRAFT_DELETED",
                1,
                "(?s).*units: 5.*",
                "(?s).*units: \\n.*",
                shop -> shop.offers.delete(shop.browser)),
        SUBMIT_DRAFT(
                "/console/offers/drafts/{draft}/submission",
                "OFFER_PUBLISHED",
                1,
                "DRAFT",
                "PUBLISHED",
                shop -> shop.offers.submit(shop.browser)),
        APPROVE_DRAFT(
                "/console/offers/drafts/{draft}/approval",
                "OFFER_APPROVED",
                1,
                "PENDING",
                "PUBLISHED",
                shop -> shop.offers.approve(shop.browser)),
        REJECT_DRAFT(
                "/console/offers/drafts/{draft}/rejection",
                "OFFER_REJECTED",
                1,
                "PENDING",
                "DRAFT",
                shop -> shop.offers.reject(shop.browser)),
        APPROVE_DRAFT_BY_API(
                "/api/ops/offer-drafts/{draftId}/approval",
                "OFFER_APPROVED",
                1,
                "PENDING",
                "PUBLISHED",
                AuditedActionsTests::approvedByApi),
        REJECT_DRAFT_BY_API(
                "/api/ops/offer-drafts/{draftId}/rejection",
                "OFFER_REJECTED",
                1,
                "PENDING",
                "DRAFT",
                AuditedActionsTests::rejectedByApi),
        RECALL_DRAFT(
                "/console/offers/drafts/{draft}/recall",
                "OFFER_RECALLED",
                1,
                "PENDING",
                "DRAFT",
                shop -> shop.offers.recall(shop.browser)),
        DRAFT_BY_API(
                "/api/ops/offer-drafts",
                "OFFER_DRAFTED",
                1,
                "(?s).*units: \\n.*",
                "(?s).*units: 5.*",
                AuditedActionsTests::draftedByApi),
        CHANGE_DRAFT_BY_API(
                "PUT /api/ops/offer-drafts/{draftId}",
                "OFFER_DRAFT_CHANGED",
                1,
                "units: 5",
                "units: 6",
                AuditedActionsTests::changedByApi),
        SUBMIT_DRAFT_BY_API(
                "/api/ops/offer-drafts/{draftId}/submission",
                "OFFER_PUBLISHED",
                1,
                "DRAFT",
                "PUBLISHED",
                AuditedActionsTests::submittedByApi),
        RECALL_DRAFT_BY_API(
                "DELETE /api/ops/offer-drafts/{draftId}/submission",
                "OFFER_RECALLED",
                1,
                "PENDING",
                "DRAFT",
                AuditedActionsTests::recalledByApi),
        WARM("/console/offers/{offer}/warming", "COUNTER_WARMED", 2, "epoch 0", "epoch 1", AuditedActionsTests::warmed),
        CATEGORY_MADE(
                "/console/categories",
                "CATEGORY_ADDED",
                1,
                "nameZh: ",
                "nameZh: 类\\d+",
                shop -> shop.categories.add(shop.browser)),
        CATEGORY_CHANGED(
                "/console/categories/{category}",
                "CATEGORY_CHANGED",
                1,
                "nameEn: ",
                "nameEn: Changed \\d+",
                shop -> shop.categories.change(shop.browser)),
        CATEGORY_MOVED(
                "/console/categories/{category}/move",
                "CATEGORY_MOVED",
                1,
                "place 2",
                "place 1",
                shop -> shop.categories.move(shop.browser)),
        CATEGORY_REMOVED(
                "/console/categories/{category}/removal",
                "CATEGORY_REMOVED",
                1,
                "nameZh: 类\\d+",
                "nameZh: ",
                shop -> shop.categories.remove(shop.browser)),
        CATEGORY_MADE_BY_API(
                "/api/ops/categories",
                "CATEGORY_ADDED",
                1,
                "nameEn: ",
                "nameEn: By API .+",
                AuditedActionsTests::categoryMadeByApi),
        CATEGORY_CHANGED_BY_API(
                "PUT /api/ops/categories/{categoryId}",
                "CATEGORY_CHANGED",
                1,
                "(?s).*nameEn: .*",
                "(?s).*nameEn: By API .*",
                AuditedActionsTests::categoryChangedByApi),
        CATEGORY_UP_BY_API(
                "/api/ops/categories/{categoryId}/up",
                "CATEGORY_MOVED",
                1,
                "place 2",
                "place 1",
                shop -> shop.categoryMovedByApi("up")),
        CATEGORY_DOWN_BY_API(
                "/api/ops/categories/{categoryId}/down",
                "CATEGORY_MOVED",
                1,
                "place 1",
                "place 2",
                shop -> shop.categoryMovedByApi("down")),
        CATEGORY_REMOVED_BY_API(
                "DELETE /api/ops/categories/{categoryId}",
                "CATEGORY_REMOVED",
                1,
                "nameZh: 类\\d+",
                "nameZh: ",
                AuditedActionsTests::categoryRemovedByApi),
        CHANNEL_MADE(
                "/console/channels",
                "CHANNEL_ADDED",
                1,
                "(?s).*kind: .*",
                "(?s).*kind: DINGTALK.*",
                shop -> shop.channels.add(shop.browser)),
        CHANNEL_CHANGED(
                "/console/channels/{channel}",
                "CHANNEL_CHANGED",
                1,
                "rules: no-such-rule",
                "rules: drift",
                shop -> shop.channels.change(shop.browser)),
        CHANNEL_TESTED(
                "/console/channels/{channel}/test",
                "CHANNEL_TESTED",
                1,
                "",
                "NO_MAIL_SERVER",
                shop -> shop.channels.act(shop.browser, "test")),
        CHANNEL_PAUSED(
                "/console/channels/{channel}/pause",
                "CHANNEL_PAUSED",
                1,
                "telling",
                "paused",
                shop -> shop.channels.act(shop.browser, "pause")),
        CHANNEL_RESUMED(
                "/console/channels/{channel}/resume",
                "CHANNEL_RESUMED",
                1,
                "paused",
                "telling",
                shop -> shop.channels.act(shop.browser, "resume")),
        CHANNEL_REMOVED(
                "/console/channels/{channel}/removal",
                "CHANNEL_REMOVED",
                1,
                "(?s).*kind: MAIL.*",
                "(?s).*kind: .*",
                shop -> shop.channels.remove(shop.browser)),
        CHANNEL_MADE_BY_API(
                "/api/ops/channels",
                "CHANNEL_ADDED",
                1,
                "(?s).*kind: .*",
                "(?s).*kind: MAIL.*",
                AuditedActionsTests::channelMadeByApi),
        CHANNEL_CHANGED_BY_API(
                "PUT /api/ops/channels/{channelId}",
                "CHANNEL_CHANGED",
                1,
                "(?s)name: MAIL.*",
                "(?s)name: By API.*",
                AuditedActionsTests::channelChangedByApi),
        CHANNEL_TESTED_BY_API(
                "/api/ops/channels/{channelId}/test",
                "CHANNEL_TESTED",
                1,
                "",
                "NO_MAIL_SERVER",
                AuditedActionsTests::channelTestedByApi),
        CHANNEL_REMOVED_BY_API(
                "DELETE /api/ops/channels/{channelId}",
                "CHANNEL_REMOVED",
                1,
                "(?s).*kind: MAIL.*",
                "(?s).*kind: .*",
                AuditedActionsTests::channelRemovedByApi),
        COPY_OFFER(
                "/console/offers/{offer}/copy",
                "OFFER_COPIED",
                1,
                "",
                "offer-draft:.+",
                shop -> shop.offers.copy(shop.browser)),
        MAKE_SLOT_BY_API("/api/ops/slots", "SLOT_MADE", 1, "", ".+ to .+", AuditedActionsTests::slotByApi),
        MAKE_SLOT("/console/slots", "SLOT_MADE", 1, "", ".+ to .+", shop -> shop.offers.makeSlot(shop.browser)),
        ACKNOWLEDGE_ALERT(
                "/console/alerts/{id}/acknowledgement",
                "ALERT_ACKNOWLEDGED",
                1,
                "",
                "stuck test:.+",
                shop -> shop.alertActed("acknowledgement", Map.of())),
        NOTE_ALERT(
                "/console/alerts/{id}/notes",
                "ALERT_NOTED",
                1,
                "",
                "note",
                shop -> shop.alertActed("notes", Map.of("words", "An audited act"))),
        ACKNOWLEDGE_ALERT_BY_API(
                "/api/ops/alerts/{alert}/acknowledgement", "ALERT_ACKNOWLEDGED", 1, "", "stuck test:.+", shop -> {
                    var alert = shop.alert();
                    shop.api("/api/ops/alerts/" + alert + "/acknowledgement", "{}");
                    return "alert:" + alert;
                }),
        SILENCE_ALERTS(
                "/console/alerts/silences/new",
                "ALERTS_SILENCED",
                1,
                "",
                "\\d+ until .+",
                AuditedActionsTests::alertsSilenced),
        SILENCE_ALERTS_BY_API("/api/ops/alerts/silences", "ALERTS_SILENCED", 1, "", "\\d+ until .+", shop -> {
            shop.silencedByApi();
            return "alerts";
        }),
        END_SILENCE(
                "/console/alerts/silences/{id}/end",
                "ALERT_SILENCE_ENDED",
                1,
                "20\\d\\d-.*",
                "ended",
                AuditedActionsTests::silenceEnded),
        END_SILENCE_BY_API(
                "/api/ops/alerts/silences/{silence}/end", "ALERT_SILENCE_ENDED", 1, "20\\d\\d-.*", "ended", shop -> {
                    var silence = shop.silence();
                    shop.api("/api/ops/alerts/silences/" + silence + "/end", "{}");
                    return "silence:" + silence;
                }),
        TICK("/console/tasks/schedules/run", "SCHEDULE_RUN", 1, "", "task:.+", AuditedActionsTests::ticked);

        private final String path;
        private final String action;
        private final int rows;
        private final String before;
        private final String after;

        /** A lambda that holds nothing. */
        @SuppressWarnings("ImmutableEnumChecker")
        private final Work work;

        Act(String path, String action, int rows, String before, String after, Work work) {
            this.path = path;
            this.action = action;
            this.rows = rows;
            this.before = before;
            this.after = after;
            this.work = work;
        }

        String endpoint() {
            return path.startsWith("/") ? "POST " + path : path;
        }
    }
}
