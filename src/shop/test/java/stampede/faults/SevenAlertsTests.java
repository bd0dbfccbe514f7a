package stampede.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Iterables;
import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.MessageSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alert.Alert;
import stampede.alert.AlertBoard;
import stampede.alert.AlertRule;
import stampede.alipaysandbox.LocalAlipay;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.channel.ChannelActs;
import stampede.channel.ChannelErrands;
import stampede.channel.ChannelKind;
import stampede.channel.ChannelReceivers;
import stampede.channel.ChannelReceivers.Received;
import stampede.counter.CounterSpoil;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.purchase.PatientBuyer;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.RetryTimes;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskRetries;
import stampede.testing.Apart;
import stampede.testing.Proof;
import stampede.watch.PrometheusServer;
import stampede.watch.WatchTool;
import tools.jackson.databind.json.JsonMapper;

/**
 * The seven things that somebody has to be told of at the least, each because it really is so. A real Prometheus with the rules of the
 * release and the shop's own rules both find them; two chats, a receiver of webhooks and a mailbox hear of each once, and once that it is
 * over. On both sides, how long something must last is cut to seconds, and one in a hundred tasks may be given up, so that some thousand
 * are enough for that to be over.
 */
@Apart
@Tag("faults")
@Tag(Proof.WHOLE)
class SevenAlertsTests {

    /** Their names in the rules for Prometheus. */
    private static final Map<AlertRule, String> SEVEN = Map.of(
            AlertRule.DEAD_LETTERS, "DeadLettersPileUp",
            AlertRule.ARCHIVED, "TaskArchived",
            AlertRule.FINAL_FAILURES, "FinalFailures",
            AlertRule.PURCHASE_SUCCESS, "PurchaseSuccessLow",
            AlertRule.COMMIT_DELAY, "CommitsSlow",
            AlertRule.STUCK, "PurchasesStuck",
            AlertRule.DRIFT, "StockDrift");

    /** The mailbox keeps a copy for each of two readers. */
    private static final List<String> ONCE = List.of(
            "dingtalk firing",
            "dingtalk over",
            "wecom firing",
            "wecom over",
            "webhook firing",
            "webhook over",
            "mail firing",
            "mail firing",
            "mail over",
            "mail over");

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(1), "operator", Role.OPERATOR);
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final int ENOUGH_TASKS = 1_300;
    private static final int MORE_TASKS = 2_600;
    private static final int AT_A_TIME = 200;
    private static final int REFUSED = 30;
    private static final long FIRST_REFUSED = 1_000_001;

    private final JsonMapper json = new JsonMapper();
    private final ScheduledExecutorService disturber = Executors.newSingleThreadScheduledExecutor();
    private final ChannelReceivers receivers = new ChannelReceivers();
    private final GreenMail mailbox = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));

    @Test
    void eachIsFoundTwiceToldOnceByEveryWayAndTakenBack(@TempDir Path place) throws IOException, SQLException {
        mailbox.start();
        try (receivers;
                var servers = OwnServers.empty("stampede_alerts", 10);
                var shop = OwnShop.start(servers, settings())) {
            WatchTool.prepare(place, "127.0.0.1:" + shop.port());
            shortenWaits(place.resolve("stampede-alerts.yml"));
            try (var prometheus = PrometheusServer.start(place)) {
                open(shop);
                play(servers, shop, prometheus);
                awaitNone(shop, prometheus);
            }
            await("all is told")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> SEVEN.keySet().forEach(rule -> isTold(rule, told(shop, rule))));
        } finally {
            disturber.shutdownNow();
            mailbox.stop();
        }
    }

    /**
     * Once, in every way. A counter that is put right and spoilt again may seem well for a while on a busy machine, and then people are told
     * again; each time that it is over, too.
     */
    private static void isTold(AlertRule rule, List<String> told) {
        var times = told.size() / ONCE.size();
        assertThat(told)
                .as(rule.id())
                .containsExactlyInAnyOrderElementsOf(Iterables.concat(Collections.nCopies(times, ONCE)));
        assertThat(times).as(rule.id()).isBetween(1, rule == AlertRule.DRIFT ? 3 : 1);
    }

    private void play(OwnServers servers, OwnShop shop, PrometheusServer prometheus) throws SQLException {
        var queues = shop.the(TaskQueues.class);
        var sql = shop.the(JdbcClient.class);
        var offer = onSale(shop, ENOUGH_TASKS + REFUSED + MORE_TASKS);
        await("it is watched").atMost(PATIENCE).until(() -> prometheus.answers("stampede_purchases_stuck"));
        assertThat(firing(shop, prometheus)).isEmpty();

        // Somebody's script writes to the counter again and again, faster than the audit puts it right.
        var spoilt = onSale(shop, 5);
        var spoiling = disturber.scheduleWithFixedDelay(
                () -> servers.spoil(spoilt.toString(), CounterSpoil.LEFT_CHANGED), 0, 300, TimeUnit.MILLISECONDS);
        awaitFiring(shop, prometheus, AlertRule.DRIFT);
        spoiling.cancel(false);

        // Nobody places orders.
        queues.pause("orders");
        buy(shop, offer, LongStream.rangeClosed(1, ENOUGH_TASKS));
        awaitFiring(shop, prometheus, AlertRule.STUCK);

        // They are placed late, and some the database refuses.
        shop.the(TaskRetries.class)
                .set("order.place", new RetryTimes(List.of(Duration.ofSeconds(1)), 0, 0, Duration.ofSeconds(1)), 0);
        sql.sql(
                        "create trigger refused before insert on orders for each row if new.status <> 'ABANDONED' and new.shopper_id >= "
                                + FIRST_REFUSED + " then signal sqlstate '45000' set message_text = 'refused'; end if")
                .update();
        buy(shop, offer, LongStream.range(FIRST_REFUSED, FIRST_REFUSED + REFUSED));
        // Somebody's transaction stays open, and nothing that is given up can be stored.
        try (var forgotten = servers.dataSource().getConnection()) {
            lockTheDead(forgotten);
            queues.resume("orders");
            awaitFiring(shop, prometheus, AlertRule.COMMIT_DELAY, AlertRule.DEAD_LETTERS);
            forgotten.rollback();
        }
        awaitFiring(shop, prometheus, AlertRule.ARCHIVED, AlertRule.FINAL_FAILURES);
        awaitFiring(shop, prometheus, AlertRule.PURCHASE_SUCCESS);

        sql.sql("drop trigger refused").update();
        assertThat(shop.the(DeadTasks.class).discardAll(DeadSearch.all())).isEqualTo(REFUSED);
        // A few at a time, so that none of them waits.
        for (var first = ENOUGH_TASKS + 1; first <= ENOUGH_TASKS + MORE_TASKS; first += AT_A_TIME) {
            buy(shop, offer, LongStream.range(first, first + AT_A_TIME));
            var bought = first + AT_A_TIME - 1;
            await("orders").atMost(PATIENCE).until(() -> servers.count("orders where status <> 'ABANDONED'") >= bought);
        }
    }

    /** Reads go on. */
    private static void lockTheDead(Connection connection) throws SQLException {
        connection.setTransactionIsolation(Connection.TRANSACTION_REPEATABLE_READ);
        connection.setAutoCommit(false);
        try (var statement = connection.createStatement()) {
            statement.executeQuery("select * from task_dead for update").close();
        }
    }

    private static OfferId onSale(OwnShop shop, int units) {
        var offer = TestOffers.running(shop.the(OfferPublishing.class), units, 1);
        await("the sale")
                .atMost(PATIENCE)
                .until(() -> shop.the(LiveStock.class).of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    private static void buy(OwnShop shop, OfferId offer, LongStream shoppers) {
        var purchases = shop.the(Purchases.class);
        shoppers.parallel().forEach(number -> {
            var shopper = new SignedIn(new AccountId(number), "guest" + number, Role.SHOPPER);
            PatientBuyer.buy(
                    purchases,
                    () -> new PurchaseRequest(purchases.admit(shopper, "127.0.0.1"), offer, 1, "West Lake 1", "once"));
        });
    }

    private static void awaitFiring(OwnShop shop, PrometheusServer prometheus, AlertRule... rules) {
        await(Arrays.toString(rules))
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> assertThat(firing(shop, prometheus))
                        .contains(Stream.of(rules)
                                .flatMap(rule -> Stream.of(rule.id(), SEVEN.get(rule)))
                                .toArray(String[]::new)));
    }

    private static void awaitNone(OwnShop shop, PrometheusServer prometheus) {
        await("all is well")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofSeconds(1))
                .untilAsserted(() -> assertThat(firing(shop, prometheus)).isEmpty());
    }

    /** Which of the seven fire, by the names of the shop and by those of Prometheus. */
    private static List<String> firing(OwnShop shop, PrometheusServer prometheus) {
        return Stream.concat(
                        shop.the(AlertBoard.class).firing().stream()
                                .map(Alert::rule)
                                .filter(SEVEN::containsKey)
                                .map(AlertRule::id),
                        prometheus.firing().stream().filter(SEVEN::containsValue))
                .toList();
    }

    private void open(OwnShop shop) {
        var acts = shop.the(ChannelActs.class);
        var rules = String.join(
                ",", SEVEN.keySet().stream().map(AlertRule::id).sorted().toList());
        Map.of(
                        ChannelKind.DINGTALK, receivers.dingTalk(),
                        ChannelKind.WECOM, receivers.weCom(),
                        ChannelKind.WEBHOOK, receivers.webhook(),
                        ChannelKind.MAIL, "")
                .forEach((kind, address) ->
                        acts.add(OPERATOR, ChannelErrands.fields(kind.name(), kind, address, rules, "en")));
    }

    /** Who heard what about a rule. What came close together may have been told together. */
    private List<String> told(OwnShop shop, AlertRule rule) {
        var words = shop.the(MessageSource.class);
        var title = words.getMessage("alert.rule." + rule, null, Locale.ENGLISH);
        var over = words.getMessage("alert.over", new Object[] {title}, Locale.ENGLISH);
        var texts = Stream.concat(
                // A robot's message that only calls people repeats the heading.
                Stream.of("dingtalk", "wecom")
                        .flatMap(robot -> receivers.taken(robot).stream()
                                .map(Received::body)
                                .filter(body -> body.contains("\"markdown\""))
                                .map(body -> Map.entry(robot, body))),
                Arrays.stream(mailbox.getReceivedMessages()).map(mail -> Map.entry("mail", plainText(mail))));
        var inWords = texts.flatMap(text -> Stream.of(" firing", " over")
                .filter(what -> isHeading(text.getValue(), what.equals(" over") ? over : title))
                .map(what -> text.getKey() + what));
        var inJson = receivers.taken("webhook").stream()
                .map(message -> json.readTree(message.body()))
                .flatMap(message -> Stream.concat(
                        Stream.of(message.path("type").asString() + " "
                                + message.path("data").path("rule").asString()),
                        StreamSupport.stream(message.path("data").path("more").spliterator(), false)
                                .map(more -> more.path("type").asString() + " "
                                        + more.path("rule").asString())))
                .filter(told -> told.endsWith(" " + rule.id()))
                .map(told -> told.startsWith("alert.firing ") ? "webhook firing" : "webhook over");
        return Stream.concat(inWords, inJson).toList();
    }

    /** After the mark that says how bad it is. */
    private static boolean isHeading(String body, String title) {
        return body.contains("] " + title) || body.contains("</font> " + title);
    }

    private static String plainText(MimeMessage mail) {
        try {
            return ((Multipart) mail.getContent()).getBodyPart(0).getContent().toString();
        } catch (IOException | MessagingException malformed) {
            throw new IllegalStateException(malformed);
        }
    }

    private static void shortenWaits(Path rules) throws IOException {
        Files.writeString(
                rules,
                Files.readString(rules).replaceAll("for: \\d+[smh]", "for: 2s").replace("> 0.001", "> 0.01"));
    }

    private List<String> settings() {
        var settings = new ArrayList<>(List.of(
                "--logging.level.root=warn",
                "--stampede.management.token=" + WatchTool.TOKEN,
                "--stampede.channel.private-addresses=true",
                "--stampede.channel.mail-from=stampede@example.com",
                "--spring.mail.host=127.0.0.1",
                "--spring.mail.port=" + mailbox.getSmtp().getPort(),
                "--stampede.purchase.attempts-per-second-per-address=100000",
                "--stampede.alert.final-failures=0.01",
                "--stampede.alert.every=1s",
                "--stampede.alert.show-every=1s",
                "--stampede.alert.tell-after=0s",
                "--stampede.alert.resolve-after=10s",
                "--stampede.books.stuck-after=3s",
                "--stampede.books.abandon-after=25s",
                "--stampede.books.audit-every=1s",
                "--stampede.books.check-every=1s",
                "--stampede.books.rest-after=0s"));
        Set.of(AlertRule.DEAD_LETTERS, AlertRule.PURCHASE_SUCCESS, AlertRule.COMMIT_DELAY, AlertRule.DRIFT)
                .forEach(rule -> settings.add("--stampede.alert.lasts." + rule.id() + "=2s"));
        LocalAlipay.shared().settings().forEach((name, value) -> settings.add("--" + name + "=" + value));
        return settings;
    }
}
