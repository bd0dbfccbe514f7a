package stampede.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.history.TaskHistory;
import stampede.inquiry.Standstill;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.order.ReservationAbandonment;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;
import stampede.stock.Reservation;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.testing.ErrandRuns;
import stampede.testing.ErrandTasks.Errand;
import stampede.testing.ErrandTasks.What;
import stampede.testing.Proof;
import stampede.token.AccessTokenIssuer;

/** What died is found by what the shop knows of it, and sent again once, whoever asks. */
@StampedeTest
class ArchiveRecoveryTests {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String ARCHIVE = "/api/ops/archive";
    private static final String PASSWORD = "a long enough password";

    /** 1,000 with {@code -Dproof=full}. */
    private static final int BROKEN = Proof.size(30, 1_000);

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private BrokenPlacements broken;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Standstill standstill;

    @Autowired
    private Orders orders;

    @Autowired
    private ReservationAbandonment abandonment;

    @Autowired
    private BooksCheck books;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskHistory history;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private ArchiveCatchUp catchUp;

    @Autowired
    private ArchiveRunTurn turns;

    @Autowired
    private PlaceOrderMessages messages;

    @Autowired
    private JdbcClient sql;

    private SignedIn who;
    private ApiClient operator;
    private ConsoleBrowser browser;
    private ErrandRuns errands;

    @BeforeEach
    void signIn() {
        who = accounts.ensure("archive-operator", PASSWORD, Role.OPERATOR);
        operator = new ApiClient(port).as(tokens.issue(who));
        browser = new ConsoleBrowser(port, cookies, who);
        errands = new ErrandRuns(tasks, history, dead);
    }

    @Test
    void whatDiedOfABrokenLedgerIsPlacedOnceAfterTheRepair() {
        var offer = broken.onSale(BROKEN + 5);
        var wanted = broken.die(offer, BROKEN);
        var undecided = ARCHIVE + "?handled=false&offer=" + offer;
        var page = operator.get(undecided).body();
        assertThat(page.path("count").asInt()).isEqualTo(BROKEN);
        var newest = page.path("items").get(0).path("id").asString();
        assertThat(page.path("items").get(0).path("stakeFen").asInt()).isEqualTo(1_990);
        assertThat(operator.get(ARCHIVE + "/" + newest)
                        .body()
                        .at("/ifRetried/outcome")
                        .asString())
                .isEqualTo("WOULD_PLACE");
        broken.repair(offer);
        var start = System.nanoTime();

        var filter = Map.of("state", "UNDECIDED", "offer", offer.toString());
        assertThat(begin(filter, newest, BROKEN + 1).status()).isEqualTo(409);
        var begun = begin(filter, newest, BROKEN);
        assertThat(begun.status()).isEqualTo(202);
        var run = begun.text("id");

        await().atMost(PATIENCE)
                .until(() ->
                        operator.get(ARCHIVE + "/runs/" + run).text("state").equals("DONE"));
        await().atMost(PATIENCE).until(() -> orders.statuses(wanted).size() == BROKEN);
        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(books.check(offer).broken()).as("books").isEmpty());
        Proof.print(
                "archive: %d orders placed %d ms after the repair, 20 a second at most",
                BROKEN, Duration.ofNanos(System.nanoTime() - start).toMillis());
        assertThat(orders.statuses(wanted).values())
                .as("of a thousand the first are not paid in time")
                .isSubsetOf(OrderStatus.AWAITING_PAYMENT, OrderStatus.CLOSING, OrderStatus.CLOSED);
        assertThat(operator.get(undecided).body().path("count").asInt()).isZero();
        var done = operator.get(ARCHIVE + "/runs/" + run).body();
        assertThat(done.path("done").asInt() + done.path("decided").asInt()).isEqualTo(BROKEN);
        assertThat(done.path("failedAgain").asInt()).isZero();
        assertThat(audited("DEAD_TASKS_RUN_BEGUN", "archive-run:" + run)).isEqualTo(1);
        assertThat(audited("DEAD_TASKS_RUN_ENDED", "archive-run:" + run)).isEqualTo(1);
        assertThat(sql.sql(
                                "select count(*) from operator_audit where action = 'TASK_REPLAYED' and who = :who and detail = :run")
                        .param("who", who.who())
                        .param("run", "archive-run:" + run)
                        .query(Integer.class)
                        .single())
                .as("a row for each")
                .isEqualTo(done.path("done").asInt());
    }

    @Test
    void aPlacementWhoseReservationWasGivenUpSaysSoAndARetryHarmsNothing() {
        var offer = broken.onSale(5);
        var order = broken.die(offer, 1).get(0);
        assertThat(abandonment.abandon(reservation(order))).isTrue();
        broken.repair(offer);
        var number = broken.number(order);

        var page = browser.read("/console/archive/" + number);
        assertThat(page).contains("data-outcome=\"ABANDONED\"").contains("is answered ABANDONED and changes nothing");
        assertThat(page).contains("Settled meanwhile").contains("So it is since");
        assertThat(page).doesNotContain("Somewhere 5");
        var held = held(offer);
        assertThat(browser.submit(
                        "/console/archive/" + number, "/console/archive/" + number + "/retry", Map.of("wait", "0")))
                .contains("It is sent again.");

        await().atMost(PATIENCE)
                .untilAsserted(() ->
                        assertThat(books.check(offer).broken()).as("books").isEmpty());
        assertThat(orders.statuses(List.of(order))).containsEntry(order, OrderStatus.ABANDONED);
        assertThat(held(offer)).isEqualTo(held);
        assertThat(operator.get(ARCHIVE + "/" + number).body().at("/task/state").asString())
                .isEqualTo("RETRIED");
        assertThat(browser.read("/console/archive?order=" + order)).contains(who.who());
    }

    @Test
    void ofTwoWhoRetryAtOnceOneIsTooLate() throws Exception {
        var number = errands.died(new Errand(What.FAIL, "twice-" + System.nanoTime()));
        var both = new CountDownLatch(2);
        var pool = Executors.newFixedThreadPool(2);
        List<Future<Integer>> answers = IntStream.range(0, 2)
                .mapToObj(each -> pool.submit(() -> {
                    both.countDown();
                    both.await();
                    return operator.postText(ARCHIVE + "/" + number + "/retry", "application/json", "")
                            .status();
                }))
                .toList();
        pool.shutdown();
        var statuses = List.of(answers.get(0).get(), answers.get(1).get());

        assertThat(statuses).containsExactlyInAnyOrder(202, 409);
        var late = operator.post(ARCHIVE + "/" + number + "/retry", Map.of());
        assertThat(late.text("reason")).isEqualTo("ALREADY_DECIDED");
        assertThat(audited("TASK_REPLAYED", "dead:" + number)).isEqualTo(1);
        var id = dead.find(number).orElseThrow().taskId();
        await().atMost(PATIENCE).until(() -> dead.of(id).size() == 2);
        assertThat(dead.of(id)).as("one run, one death").hasSize(2);
        assertThat(operator.post(ARCHIVE + "/9223372036854775807/retry", Map.of())
                        .status())
                .isEqualTo(404);
    }

    @Test
    void anOrderThatFailedIsReprocessedAndOthersAreLeftAlone() {
        var offer = broken.onSale(5);
        var order = broken.die(offer, 1).get(0);
        broken.repair(offer);

        var done = operator.post("/api/ops/orders/" + order + "/reprocess", Map.of());
        assertThat(done.status()).isEqualTo(202);
        assertThat(done.text("outcome")).isEqualTo("RETRIED");
        await().atMost(PATIENCE).until(() -> orders.find(order).isPresent());

        var fine = paidOrders.placed(offer).id();
        var refused = operator.post("/api/ops/orders/" + fine + "/reprocess", Map.of());
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.text("reason")).isEqualTo("NOTHING_TO_DO");
        assertThat(operator.post("/api/ops/orders/1/reprocess", Map.of()).status())
                .isEqualTo(404);
        var lost = standstill.reserved(standstill.open(), Standstill.LONG);
        assertThat(operator.post("/api/ops/orders/" + lost + "/reprocess", Map.of())
                        .text("outcome"))
                .isEqualTo("GIVEN_UP");
    }

    @Test
    void whatDiedBeforeIsFoundAfterTheCatchUp() {
        var offer = broken.onSale(5);
        var order = broken.die(offer, 1).get(0);
        broken.repair(offer);
        var number = broken.number(order);
        var found = ARCHIVE + "?order=" + order;
        assertThat(operator.get(found).body().path("items")).hasSize(1);
        assertThat(operator.get(ARCHIVE + "?seller=77&order=" + order).body().path("items"))
                .hasSize(1);
        sql.sql("delete from archived_task where dead_id = :dead")
                .param("dead", number)
                .update();
        assertThat(operator.get(found).body().path("items")).isEmpty();

        catchUp.add();

        assertThat(operator.get(found).body().at("/items/0/id").asString()).isEqualTo(Long.toString(number));
        assertThat(operator.get(found).body().at("/items/0/sellerId").asString())
                .isEqualTo("77");
        assertThat(operator.get(found + "&task=order.close-unpaid").body().path("items"))
                .isEmpty();
    }

    @Test
    void onesThatAreTickedAreSentAgainAndARunIsStopped() {
        var numbers = IntStream.range(0, 5)
                .mapToObj(each -> errands.died(new Errand(What.FAIL, "ticked-" + each + System.nanoTime())))
                .toList();
        var list = "/console/archive?task=monitor.errand";
        assertThat(browser.post(list, "/console/archive/runs", Map.of("chosen", "rows", "reason", "A test"))
                        .statusCode())
                .as("nothing is ticked")
                .isEqualTo(409);
        var some = "id=" + numbers.get(0) + "&id=" + numbers.get(1);
        assertThat(browser.chosen(
                                list,
                                "/console/archive/runs",
                                Map.of("chosen", "rows&" + some, "perSecond", "101", "reason", "A+test"))
                        .statusCode())
                .as("too fast")
                .isEqualTo(422);
        var two = browser.chosen(
                list,
                "/console/archive/runs",
                Map.of("chosen", "rows&" + some, "perSecond", "100", "reason", "A+test"));
        assertThat(two.statusCode()).isEqualTo(302);
        var address = two.headers().firstValue("Location").orElseThrow();
        await().atMost(PATIENCE).until(() -> browser.read(address).contains(">Done<"));
        assertThat(status(numbers.get(0))).isEqualTo(DeadTask.Status.REPLAYED);
        assertThat(status(numbers.get(2))).isEqualTo(DeadTask.Status.DEAD);

        var rest = numbers.subList(1, 5).stream().map(String::valueOf).toList();
        var begun = operator.post(ARCHIVE + "/retries", Map.of("ids", rest, "perSecond", 1, "reason", "To be stopped"));
        assertThat(begun.status()).isEqualTo(202);
        assertThat(begun.body().path("total").asInt()).as("one was decided").isEqualTo(3);
        var run = begun.text("id");
        assertThat(operator.post(ARCHIVE + "/runs/" + run + "/stop", Map.of()).text("state"))
                .isEqualTo("STOPPED");
        var left = operator.get(ARCHIVE + "/runs/" + run).body().path("left").asInt();
        assertThat(left).isPositive();
        assertThat(status(numbers.get(4))).isEqualTo(DeadTask.Status.DEAD);
        assertThat(operator.post(ARCHIVE + "/retries", Map.of("reason", "Which ones?"))
                        .status())
                .isEqualTo(422);
    }

    @Test
    void aTurnThatIsLostIsTakenByAnother() {
        var number = errands.died(new Errand(What.FAIL, "lost-" + System.nanoTime()));
        sql.sql("""
                insert into archive_run (who, reason, filter, per_second, total, retried, decided, state, step, began_ms, changed_ms)
                values ('operator:1', 'A node died', '', 10, 1, 0, 0, 'RUNNING', 0, 1, 1)
                """).update();
        var run = sql.sql("select max(id) from archive_run where reason = 'A node died'")
                .query(Long.class)
                .single();
        sql.sql("insert into archive_run_task (run_id, dead_id) values (:run, :dead)")
                .param("run", run)
                .param("dead", number)
                .update();

        turns.resume();

        await().atMost(PATIENCE)
                .until(() ->
                        operator.get(ARCHIVE + "/runs/" + run).text("state").equals("DONE"));
        assertThat(status(number)).isEqualTo(DeadTask.Status.REPLAYED);
        turns.take(run, 0);
        assertThat(operator.get(ARCHIVE + "/runs/" + run).body().path("done").asInt())
                .isEqualTo(1);
    }

    @Test
    void notesAreKeptAndADiscardSaysWhy() {
        var number = errands.died(new Errand(What.FAIL, "noted-" + System.nanoTime()));
        var path = "/console/archive/" + number;

        assertThat(browser.submit(path, path + "/notes", Map.of("text", "The <b>database</b> was away")))
                .contains("The &lt;b&gt;database&lt;/b&gt; was away")
                .contains(who.who());
        assertThat(browser.post(path, path + "/notes", Map.of("text", " ")).statusCode())
                .isEqualTo(422);
        assertThat(browser.read(path + "/discard")).contains("Discard this dead task?");
        assertThat(operator.post(ARCHIVE + "/" + number + "/discard", Map.of("reason", "Nobody wants it"))
                        .text("outcome"))
                .isEqualTo("DISCARDED");
        assertThat(browser.open(path + "/discard").statusCode()).isEqualTo(409);
        assertThat(operator.get(ARCHIVE + "/" + number)
                        .body()
                        .at("/notes/0/text")
                        .asString())
                .isEqualTo("The <b>database</b> was away");
        assertThat(browser.read("/console/archive?state=DISCARDED&task=monitor.errand"))
                .contains("/console/archive/" + number);
        assertThat(browser.open("/console/archive/abc").statusCode()).isIn(400, 404);
    }

    @Test
    void groupsLeadToTheirTasks() {
        var key = "group" + System.nanoTime();
        errands.died(new Errand(What.FAIL, key));
        var page = operator.get(ARCHIVE + "?handled=false&task=monitor.errand&error=IllegalArgumentException")
                .body();
        var mine = page.path("items")
                .valueStream()
                .filter(one -> one.path("error").asString().contains("it broke"))
                .findFirst()
                .orElseThrow();
        var group = mine.path("fingerprint").asString();

        assertThat(group).matches("[0-9a-f]{16}");
        assertThat(operator.get(ARCHIVE + "?error=" + group).body().path("items"))
                .isNotEmpty();
        assertThat(browser.read("/console/archive?state=UNDECIDED&error=" + group))
                .contains("it broke");
        assertThat(browser.read("/console")).contains("/console/archive?state=UNDECIDED");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(operator.get(ARCHIVE + "?state=UNDECIDED")
                                .body()
                                .path("count")
                                .asLong())
                        .as("as Tonight counts")
                        .isEqualTo(dead.count(DeadTask.Status.DEAD, 10_000)));
    }

    private ApiClient.Answer begin(Map<String, String> filter, String newest, int expected) {
        return operator.post(
                ARCHIVE + "/retries",
                Map.of(
                        "filter", filter,
                        "newest", newest,
                        "expected", expected,
                        "perSecond", 20,
                        "reason", "The ledger is mended"));
    }

    private Reservation reservation(OrderId order) {
        return dead.find(broken.number(order))
                .flatMap(task -> dead.payload(task, PlaceOrder.class))
                .flatMap(messages::reservation)
                .orElseThrow();
    }

    private DeadTask.Status status(long number) {
        return dead.find(number).orElseThrow().status();
    }

    private int held(OfferId offer) {
        return sql.sql("select count(*) from orders where offer_id = :offer and holds_units = 1")
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    private int audited(String action, String subject) {
        return sql.sql("select count(*) from operator_audit where action = :action and subject = :subject")
                .param("action", action)
                .param("subject", subject)
                .query(Integer.class)
                .single();
    }
}
