package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.channel.ChannelReceivers.Behavior;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;
import stampede.token.AccessTokenIssuer;

/** Channels by pages and by the API, and that neither lets a secret out. */
@StampedeTest
@ExtendWith(OutputCaptureExtension.class)
class ChannelPagesTests {

    private static final String PATH = "/console/channels";
    private static final String API = "/api/ops/channels";

    private static final List<String> SECRETS = List.of(
            ChannelReceivers.DINGTALK_TOKEN,
            ChannelReceivers.DINGTALK_SECRET,
            ChannelReceivers.WECOM_KEY,
            ChannelReceivers.WEBHOOK_SECRET);

    @LocalServerPort
    private int port;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private ChannelActs acts;

    @Autowired
    private ChannelErrands errands;

    @Autowired
    private Channels channels;

    @Autowired
    private ChannelDeliveryRepository deliveries;

    @Autowired
    private JdbcTemplate jdbc;

    private final ChannelReceivers receivers = new ChannelReceivers();
    private ConsoleBrowser operator;
    private ApiClient api;

    @BeforeEach
    void signIn() {
        operator = new ConsoleBrowser(port, cookies, errands.operator());
        api = new ApiClient(port).as(tokens.issue(errands.operator()));
    }

    @AfterEach
    void close() {
        receivers.close();
    }

    @Test
    void aChannelIsMadeTriedPausedAndRemoved() {
        var fields = errands.fields(ChannelKind.DINGTALK, receivers.dingTalk(), "no-such-rule");
        var made = operator.submit(PATH + "/new?kind=DINGTALK", PATH, ChannelErrands.form(fields));
        assertThat(made).contains("Send a test now.").contains("kept: …ests");
        var channel = named(fields.name());
        var page = PATH + "/" + channel.id();

        var good = operator.submit(page, page + "/test?lang=en", Map.of());
        receivers.behave(Behavior.BAD_SIGNATURE);
        var bad = operator.submit(page, page + "/test", Map.of());

        assertThat(Jsoup.parse(good).select("#tested").text()).contains("It was taken.", "200", "\"errcode\":0");
        assertThat(Jsoup.parse(bad).select("#tested").text()).contains("(310000)", "sign not match");
        assertThat(receivers.taken("dingtalk")).hasSize(1);
        assertThat(receivers.taken("dingtalk").get(0).body()).contains("这是一条测试消息");

        assertThat(operator.submit(page, page + "/pause", Map.of())).contains("It is paused");
        assertThat(named(fields.name()).terms().paused()).isTrue();
        assertThat(operator.submit(page, page + "/resume", Map.of())).contains("It tells again.");
        var question = Jsoup.parse(operator.read(page + "/removal"));
        assertThat(question.text()).contains(fields.name());
        operator.submit(
                page + "/removal",
                page + "/removal",
                Map.of("seen", question.select("input[name=seen]").val(), "reason", "Nobody reads it"));
        assertThat(operator.open(page).statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            DINGTALK, name,       '',                           name
            DINGTALK, token,      short,                        token
            DINGTALK, secret,     no-sec-before-it,             secret
            DINGTALK, recipients, somebody,                     recipients
            WECOM,    token,      env:STAMPEDE_SIGNING_KEY,     token
            WEBHOOK,  address,    ftp://example.com,            address
            WEBHOOK,  address,    https://me:pw@example.com,    address
            WEBHOOK,  address,    '',                           address
            WEBHOOK,  secret,     whsec_c2hvcnQ=,               secret
            MAIL,     recipients, '',                           recipients
            MAIL,     recipients, 'a@b.example Bcc: c@d.example', recipients
            MAIL,     severities, '',                           severities
            MAIL,     severities, LOUD,                         severities
            MAIL,     rules,      Not A Rule!,                  rules
            MAIL,     types,      GOSSIP,                       types
            MAIL,     language,   fr,                           language
            MAIL,     quietFrom,  23:00,                        quietUntil
            """)
    void whatCannotBeIsRefusedWithItsField(ChannelKind kind, String field, String value, String wrong) {
        var form =
                ChannelErrands.form(errands.fields(kind, kind == ChannelKind.WEBHOOK ? receivers.webhook() : "", ""));
        form.put(field, value == null ? "" : value);

        var answer = operator.post(PATH + "/new?kind=" + kind, PATH, form);

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(answer.body()).select("#errors a").eachAttr("href"))
                .containsExactly("#" + wrong);
        assertThat(answer.body()).doesNotContain(SECRETS);
    }

    @Test
    void aSecretStaysWhenNoneIsEnteredAndTheOneBeforeSignsTooWhileItChanges() {
        var channel = errands.make(ChannelKind.WEBHOOK, receivers.webhook(), "no-such-rule");
        var page = PATH + "/" + channel.id();
        var fields = new HashMap<>(ChannelFields.of(channel));
        fields.put("version", "0");
        fields.put("language", "en");
        operator.submit(page, page, fields);
        assertThat(acts.test(errands.operator(), channel.id()).result().cause()).isEqualTo(DeliveryCause.OK);

        fields.put("version", "1");
        fields.put("secret", "whsec_YW5vdGhlciBzZWNyZXQgb2YgYSBjaGFubmVs");
        fields.put("changing", "on");
        assertThat(operator.submit(page, page, fields)).doesNotContain("YW5vdGhlciBzZWNyZXQ");
        assertThat(acts.test(errands.operator(), channel.id()).result().cause()).isEqualTo(DeliveryCause.OK);

        fields.put("version", "2");
        fields.put("secret", "");
        fields.put("changing", "");
        operator.submit(page, page, fields);
        assertThat(acts.test(errands.operator(), channel.id()).result().cause()).isEqualTo(DeliveryCause.NO_RIGHT);

        fields.put("version", "1");
        fields.put("name", "Late " + channel.id());
        var late = operator.post(page, page, fields);
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("Late " + channel.id()).doesNotContain(SECRETS);
        errands.remove(channel);
    }

    @Test
    void aTestIsRefusedWhenTooManyWereSent() {
        var channel = errands.mail();
        for (var at = 0; at < ChannelLine.MOST; at++) {
            acts.test(errands.operator(), channel.id());
        }
        var page = PATH + "/" + channel.id();

        var answer = operator.post(page, page + "/test?lang=en", Map.of());

        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(answer.body()).contains("Too many messages");
        errands.remove(channel);
    }

    /** Neither page, nor file, nor table, nor log, nor JSON; also not where a receiver sends back what it was sent. */
    @Test
    void noSecretLeavesTheShop(CapturedOutput output) {
        var all = Stream.of(ChannelKind.DINGTALK, ChannelKind.WECOM, ChannelKind.WEBHOOK)
                .map(kind -> errands.make(
                        kind,
                        switch (kind) {
                            case DINGTALK -> receivers.dingTalk();
                            case WECOM -> receivers.weCom();
                            case WEBHOOK, MAIL -> receivers.webhook();
                        },
                        "secret-rule"))
                .toList();
        receivers.behave(Behavior.ERROR, Behavior.ERROR, Behavior.ERROR);
        var message = ChannelMessages.firing("alert-" + all.get(0).id() + "-1", "secret-rule", Severity.WARNING, "x");
        channels.tell(message);
        await().atMost(Duration.ofSeconds(30))
                .until(() -> deliveries.of(List.of(message.id()), 9).size() == 3);

        var said = new StringBuilder();
        Stream.of(
                        PATH,
                        PATH + "/deliveries",
                        PATH + "/deliveries.csv",
                        "/console/audit",
                        "/console/audit.csv",
                        "/console/tasks")
                .forEach(path -> said.append(operator.read(path)));
        all.forEach(channel -> said.append(operator.read(PATH + "/" + channel.id())));
        said.append(api.get(API).body());
        List.of("channel", "channel_delivery", "operator_audit", "task_outbox")
                .forEach(table ->
                        said.append(jdbc.queryForList("select * from " + table + " order by 1 desc limit 1000")));
        said.append(output.getAll());

        assertThat(said.toString())
                .contains("secret-rule", "no, and your key is")
                .doesNotContain(SECRETS);
        assertThat(Jsoup.parse(operator.read(PATH + "/deliveries?lang=en&rule=secret-rule"))
                        .select("tbody tr"))
                .hasSizeGreaterThanOrEqualTo(3);
        all.forEach(errands::remove);
    }

    @Test
    void theApiKeepsChannelsAndTriesThem() {
        var made = api.post(API, request(Map.of()));
        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        var path = made.header("Location");
        assertThat(made.text("secret")).isEqualTo("…ZWY=");

        var test = api.post(path + "/test", Map.of());
        assertThat(test.status()).isEqualTo(200);
        assertThat(test.body().path("delivered").asBoolean())
                .as("%s", test.body())
                .isTrue();

        assertThat(api.post(API, request(Map.of("kind", "PIGEON"))).text("reason"))
                .isEqualTo("BAD_CHANNEL_KIND");
        assertThat(api.post(API, request(Map.of("severities", List.of()))).text("reason"))
                .isEqualTo("BAD_CHANNEL_FILTER");
        assertThat(api.get(path).header("ETag")).isEqualTo("\"0\"");
        assertThat(api.send("DELETE", path, java.net.http.HttpRequest.BodyPublishers.noBody())
                        .status())
                .isEqualTo(204);
        assertThat(api.get(path).text("reason")).isEqualTo("NO_SUCH_CHANNEL");
    }

    private Map<String, Object> request(Map<String, Object> changes) {
        var request = new HashMap<String, Object>(Map.of(
                "name",
                "By API " + System.nanoTime(),
                "kind",
                "WEBHOOK",
                "address",
                receivers.webhook(),
                "secret",
                ChannelReceivers.WEBHOOK_SECRET,
                "severities",
                List.of("URGENT"),
                "language",
                "en"));
        request.putAll(changes);
        return request;
    }

    private Channel named(String name) {
        return acts.all().stream()
                .filter(channel -> channel.terms().name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
