package stampede.alert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.StampedeTest;
import stampede.channel.Channel;
import stampede.channel.ChannelErrands;
import stampede.channel.ChannelKind;
import stampede.channel.ChannelReceivers;
import stampede.channel.ChannelReceivers.Received;
import stampede.channel.Channels;
import stampede.history.TaskHistory;
import stampede.task.Tasks;
import stampede.task.admin.DeadSearch;
import stampede.task.admin.DeadTasks;
import stampede.testing.ErrandRuns;
import stampede.testing.ErrandTasks;

/** Something is really broken, and people outside hear of it once from each channel, and once that it is over. */
@StampedeTest
class AlarmsTests {

    private static final String SUBJECT = "task:" + ErrandTasks.NAME;
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Autowired
    private List<AlertSources> sources;

    @Autowired
    private AlertEvaluator.Tables tables;

    @Autowired
    private AlertProperties properties;

    @Autowired
    private AlertWords words;

    @Autowired
    private Channels channels;

    @Autowired
    private ChannelErrands errands;

    @Autowired
    private TransactionTemplate transaction;

    @Autowired
    private Tasks tasks;

    @Autowired
    private TaskHistory history;

    @Autowired
    private DeadTasks dead;

    @Autowired
    private JdbcClient sql;

    private final String lease = "t" + UUID.randomUUID();
    private final ChannelReceivers receivers = new ChannelReceivers();
    private final List<Channel> made = new ArrayList<>();

    @BeforeEach
    void listen() {
        sql.sql("insert into alert_lease (name, holder, fence, until_ms) values (:name, '', 0, 0)")
                .param("name", lease)
                .update();
        dead.discardAll(DeadSearch.all().named(ErrandTasks.NAME));
        made.add(errands.make(ChannelKind.DINGTALK, receivers.dingTalk(), "archived"));
        made.add(errands.make(ChannelKind.WECOM, receivers.weCom(), "archived"));
        made.add(errands.make(ChannelKind.WEBHOOK, receivers.webhook(), "archived"));
    }

    @AfterEach
    void leaveNothing() {
        made.forEach(errands::remove);
        receivers.close();
        sql.sql("delete from alert where rule_name = 'archived'").update();
        sql.sql("delete from alert_lease where name = :name")
                .param("name", lease)
                .update();
    }

    @Test
    void aTaskThatDiesIsToldToEachOnceAndWhenSomebodyDecidedThatItIsOver() {
        var evaluator = new AlertEvaluator(
                new AlertEvaluator.Tenure(lease, "one", Duration.ZERO),
                new AlertReader(archived(), Runnable::run),
                tables,
                new AlertEvaluator.Telling(properties, words, channels),
                transaction,
                List::of);
        var now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        evaluator.evaluate(now);
        assertThat(told()).isEmpty();

        new ErrandRuns(tasks, history, dead)
                .died(new ErrandTasks.Errand(
                        ErrandTasks.What.FAIL, UUID.randomUUID().toString()));
        for (int second = 5; second <= 30; second += 5) {
            evaluator.evaluate(now.plusSeconds(second));
        }
        awaitTold("alert.firing", 1);

        dead.discardAll(DeadSearch.all().named(ErrandTasks.NAME));
        for (int second = 35; second <= 100; second += 5) {
            evaluator.evaluate(now.plusSeconds(second));
        }
        awaitTold("alert.resolved", 2);
        var webhooks = receivers.taken("webhook").stream()
                .filter(AlarmsTests::isMine)
                .map(Received::id)
                .toList();
        assertThat(webhooks.get(0)).endsWith("-1");
        assertThat(webhooks.get(1)).endsWith("-2");
        assertThat(told().get(0)).contains("任务被放弃");
    }

    private void awaitTold(String type, int times) {
        await().atMost(PATIENCE).untilAsserted(() -> {
            for (var by : List.of("dingtalk", "webhook")) {
                assertThat(receivers.taken(by).stream().filter(AlarmsTests::isMine))
                        .as(by)
                        .hasSize(times);
            }
            assertThat(receivers.taken("wecom").stream().filter(AlarmsTests::isMine))
                    .as("wecom, with a text that mentions")
                    .hasSizeGreaterThanOrEqualTo(times);
            assertThat(receivers.taken("webhook").stream()
                            .filter(AlarmsTests::isMine)
                            .map(Received::body))
                    .anyMatch(body -> body.contains(type));
        });
    }

    private List<String> told() {
        return receivers.all().stream()
                .filter(AlarmsTests::isMine)
                .map(Received::body)
                .toList();
    }

    /** Other dead tasks of the suite are told of, too. */
    private static boolean isMine(Received request) {
        return request.body().contains(SUBJECT);
    }

    private List<AlertSource> archived() {
        return sources.stream()
                .flatMap(some -> some.sources().stream())
                .filter(source -> source.rule() == AlertRule.ARCHIVED)
                .toList();
    }
}
