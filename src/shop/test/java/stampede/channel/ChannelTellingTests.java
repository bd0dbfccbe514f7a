package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.channel.ChannelReceivers.Behavior;
import stampede.channel.ChannelReceivers.Received;
import stampede.ids.Ids;
import tools.jackson.databind.json.JsonMapper;

/** The whole shop tells the receivers of the tests, as often as it should and what it should. */
@StampedeTest
class ChannelTellingTests {

    private static final Duration LONG = Duration.ofSeconds(60);
    private static final JsonMapper JSON = new JsonMapper();

    @Autowired
    private Channels channels;

    @Autowired
    private ChannelActs acts;

    @Autowired
    private ChannelErrands errands;

    @Autowired
    private ChannelDeliveryRepository deliveries;

    @Autowired
    private ChannelCache cache;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private final ChannelReceivers receivers = new ChannelReceivers();
    private final ArrayList<Channel> made = new ArrayList<>();

    @AfterEach
    void close() {
        made.forEach(errands::remove);
        receivers.close();
    }

    @Test
    void eachChannelThatTakesItIsToldOnceAtOnce() {
        var rule = rule();
        make(ChannelKind.DINGTALK, receivers.dingTalk(), rule);
        make(ChannelKind.WECOM, receivers.weCom(), rule);
        make(ChannelKind.WEBHOOK, receivers.webhook(), rule);
        make(ChannelKind.MAIL, "", rule);
        acts.pause(
                errands.operator(),
                make(ChannelKind.WEBHOOK, receivers.webhook(), rule).id());
        make(ChannelKind.WEBHOOK, receivers.webhook(), rule());
        var before = count("webhook", "delivered");
        var message = ChannelMessages.firing("alert-" + rule + "-1", rule, Severity.WARNING, "x");

        channels.tell(message);

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(deliveries.of(List.of(message.id()), 10))
                        .extracting(ChannelDelivery::state)
                        .containsExactlyInAnyOrder(
                                DeliveryState.DELIVERED,
                                DeliveryState.DELIVERED,
                                DeliveryState.DELIVERED,
                                DeliveryState.REFUSED));
        assertThat(receivers.all()).extracting(Received::by).containsExactlyInAnyOrder("dingtalk", "wecom", "webhook");
        assertThat(count("webhook", "delivered")).isEqualTo(before + 1);
    }

    /** By the task, ten seconds later; DingTalk's own limit is waited for longer, and a bad signature is not tried again. */
    @Test
    void whatFailsIsTriedAgainAndNothingFollowsOnWhatIsResolved() {
        var rule = rule();
        make(ChannelKind.WEBHOOK, receivers.webhook(), rule);
        var first = ChannelMessages.firing("alert-" + rule + "-1", rule, Severity.URGENT, "x");
        var over = ChannelMessages.firing("alert-" + rule + "a-1", rule + "-a", Severity.URGENT, "x");
        make(ChannelKind.WEBHOOK, receivers.webhook(), rule + "-a");
        receivers.behave(Behavior.ERROR);
        channels.tell(over);
        awaitState(over, DeliveryState.RETRYING);
        channels.tell(ChannelMessages.resolved("alert-" + rule + "a-2", rule + "-a", Severity.URGENT, "x"));
        await().atMost(LONG).until(() -> receivers.all().size() == 2);
        receivers.behave(Behavior.ERROR);
        channels.tell(first);

        awaitState(first, DeliveryState.RETRYING);
        assertThat(only(first).result().answer()).contains("no, and your key is");
        awaitState(first, DeliveryState.DELIVERED);
        awaitState(over, DeliveryState.SUPERSEDED);

        assertThat(only(first).tries()).isEqualTo(2);
        assertThat(receivers.taken("webhook"))
                .extracting(Received::id)
                .containsExactly("alert-" + rule + "a-2", first.id());
    }

    @Test
    void whatTheSignatureIsBlamedForIsNotTriedAgain() {
        var rule = rule();
        make(ChannelKind.DINGTALK, receivers.dingTalk(), rule);
        receivers.behave(Behavior.BAD_SIGNATURE);
        var message = ChannelMessages.firing("alert-" + rule + "-1", rule, Severity.URGENT, "x");

        channels.tell(message);

        awaitState(message, DeliveryState.REFUSED);
        assertThat(only(message).result().cause()).isEqualTo(DeliveryCause.SIGNATURE);
        assertThat(only(message).result().http()).isEqualTo(200);
    }

    @Test
    void aCrowdOfAlertsIsAFewMessagesThatNameThemAll() {
        var rule = rule();
        make(ChannelKind.DINGTALK, receivers.dingTalk(), rule);
        var all = IntStream.range(0, 200)
                .mapToObj(at -> ChannelMessages.firing(
                        "alert-" + rule + "." + at + "-1", rule, Severity.WARNING, "number-" + at + "."))
                .toList();

        all.forEach(channels::tell);

        await().atMost(LONG).untilAsserted(() -> {
            var told = String.join(
                    "",
                    receivers.taken("dingtalk").stream()
                            .map(one -> JSON.readTree(one.body())
                                    .path("markdown")
                                    .path("text")
                                    .asString())
                            .toList());
            assertThat(all)
                    .allSatisfy(
                            message -> assertThat(told).contains(message.title().in(Locale.CHINESE)));
        });
        assertThat(receivers.all()).hasSizeLessThanOrEqualTo(15);
    }

    @Test
    void quietHoursLeaveOutAllButWhatIsUrgent() {
        var rule = rule();
        var fields = errands.fields(ChannelKind.WEBHOOK, receivers.webhook(), rule);
        var always = new ChannelFields(
                fields.name(),
                fields.kind(),
                fields.address(),
                "",
                fields.secret(),
                false,
                "",
                fields.severities(),
                rule,
                fields.types(),
                "en",
                "00:00",
                "23:59");
        made.add(acts.add(errands.operator(), always));
        var quiet = ChannelMessages.firing("alert-" + rule + "-1", rule, Severity.WARNING, "x");
        var urgent = ChannelMessages.firing("alert-" + rule + "-2", rule, Severity.URGENT, "x");

        channels.tell(quiet);
        channels.tell(urgent);

        awaitState(urgent, DeliveryState.DELIVERED);
        awaitState(quiet, DeliveryState.QUIET);
        assertThat(receivers.all()).extracting(Received::id).containsExactly(urgent.id());
    }

    /** A row that was sealed for another channel, or by another key, opens for nobody, and nothing else breaks. */
    @Test
    void asksForTheSecretAgainWhenTheKeyWasChanged() {
        var rule = rule();
        var spoiled = make(ChannelKind.WEBHOOK, receivers.webhook(), rule);
        var good = make(ChannelKind.WEBHOOK, receivers.webhook(), rule);
        jdbc.update(
                "update channel c join channel g on g.id = ? set c.sealed = g.sealed where c.id = ?",
                good.id(),
                spoiled.id());
        await().atMost(LONG).until(() -> !acts.find(spoiled.id()).readable());
        await().atMost(LONG)
                .until(() -> cache.find(spoiled.id()).orElseThrow().secrets().isEmpty());
        var before = ChannelMessages.firing("alert-" + rule + "-1", rule, Severity.URGENT, "x");

        channels.tell(before);

        await().atMost(LONG)
                .untilAsserted(() -> assertThat(deliveries.of(List.of(before.id()), 10))
                        .extracting(ChannelDelivery::state)
                        .containsExactlyInAnyOrder(DeliveryState.DELIVERED, DeliveryState.REFUSED));
        assertThat(acts.test(errands.operator(), spoiled.id()).result().cause()).isEqualTo(DeliveryCause.SECRET_LOST);

        var fields = errands.fields(ChannelKind.WEBHOOK, receivers.webhook(), rule);
        acts.change(errands.operator(), spoiled.id(), spoiled.version(), fields);
        var after = ChannelMessages.firing("alert-" + rule + "-2", rule, Severity.URGENT, "x");
        channels.tell(after);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(deliveries.of(List.of(after.id()), 10))
                        .extracting(ChannelDelivery::state)
                        .containsExactly(DeliveryState.DELIVERED, DeliveryState.DELIVERED));
    }

    private Channel make(ChannelKind kind, String address, String rule) {
        var channel = errands.make(kind, address, rule);
        made.add(channel);
        return channel;
    }

    private String rule() {
        return "rule-" + ids.next();
    }

    private void awaitState(ChannelMessage message, DeliveryState state) {
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(deliveries.of(List.of(message.id()), 10))
                        .extracting(ChannelDelivery::state)
                        .containsExactly(state));
    }

    private ChannelDelivery only(ChannelMessage message) {
        return deliveries.of(List.of(message.id()), 1).get(0);
    }

    private double count(String kind, String outcome) {
        return meters.get("stampede.alert.deliveries")
                .tag("channel", kind)
                .tag("outcome", outcome)
                .counter()
                .count();
    }
}
