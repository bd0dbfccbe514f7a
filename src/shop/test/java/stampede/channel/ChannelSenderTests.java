package stampede.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.mail.javamail.JavaMailSenderImpl;
import stampede.channel.ChannelReceivers.Behavior;
import stampede.channel.ChannelSender.Telling;
import tools.jackson.databind.json.JsonMapper;

/** What each kind of channel sends, and what it makes of what is answered. */
class ChannelSenderTests {

    private static final JsonMapper JSON = new JsonMapper();

    private static final ChannelMessage URGENT =
            ChannelMessages.firing("alert-42-1", "drift", Severity.URGENT, "[青瓷](http://evil) @all");

    private final ChannelReceivers receivers = new ChannelReceivers();
    private final MessageWords words = ChannelMessages.words();
    private final OutboundHttp http = new OutboundHttp(
            new PublicAddresses(true), true, Duration.ofSeconds(1), new SimpleAsyncTaskExecutor("sender-test-"));

    @AfterEach
    void close() {
        receivers.close();
    }

    @Test
    void dingTalkIsToldInMarkdownAndCallsByPhone() {
        var result = dingTalk(URGENT);

        assertThat(result.cause()).isEqualTo(DeliveryCause.OK);
        var body = JSON.readTree(receivers.taken("dingtalk").get(0).body());
        assertThat(body.path("markdown").path("title").asString()).startsWith("[紧急] 库存差异");
        assertThat(body.path("markdown").path("text").asString())
                .contains("差异：2 件", "(https://shop.example.com/console/alerts/42)", "@13800000000")
                .doesNotContain("](http://evil", "@all");
        assertThat(body.path("at").path("atMobiles").get(0).asString()).isEqualTo("13800000000");
    }

    @Test
    void dingTalksCodesAreUnderstood() {
        receivers.behave(Behavior.TOO_FAST, Behavior.BAD_SIGNATURE, Behavior.ERROR, Behavior.HANG, Behavior.REDIRECT);

        assertThat(IntStream.range(0, 6).mapToObj(at -> dingTalk(URGENT).cause()))
                .containsExactly(
                        DeliveryCause.TOO_FAST,
                        DeliveryCause.SIGNATURE,
                        DeliveryCause.NOT_TAKEN,
                        DeliveryCause.NO_ANSWER,
                        DeliveryCause.REDIRECT,
                        DeliveryCause.OK);
        assertThat(new DingTalkSender(http, words, JSON, Clock.systemUTC())
                        .send(
                                terms(ChannelKind.DINGTALK, receivers.dingTalk()),
                                new ChannelSecrets("another-token", ChannelReceivers.DINGTALK_SECRET, ""),
                                new Telling(List.of(URGENT), false))
                        .cause())
                .isEqualTo(DeliveryCause.NO_RIGHT);
        assertThat(new DingTalkSender(http, words, JSON, Clock.offset(Clock.systemUTC(), Duration.ofHours(2)))
                        .send(
                                terms(ChannelKind.DINGTALK, receivers.dingTalk()),
                                new ChannelSecrets(
                                        ChannelReceivers.DINGTALK_TOKEN, ChannelReceivers.DINGTALK_SECRET, ""),
                                new Telling(List.of(URGENT), false))
                        .cause())
                .isEqualTo(DeliveryCause.SIGNATURE);
    }

    @Test
    void weComIsToldInItsMarkdownAndThenCalls() {
        var result = weCom(new Telling(List.of(URGENT), true));

        assertThat(result.cause()).isEqualTo(DeliveryCause.OK);
        var sent = receivers.taken("wecom");
        assertThat(sent).hasSize(2);
        assertThat(JSON.readTree(sent.get(0).body())
                        .path("markdown")
                        .path("content")
                        .asString())
                .startsWith("### <font color=\"warning\">紧急</font> 库存差异")
                .contains("\n> 差异：2 件");
        var call = JSON.readTree(sent.get(1).body());
        assertThat(call.path("msgtype").asString()).isEqualTo("text");
        assertThat(call.path("text").path("mentioned_mobile_list").get(0).asString())
                .isEqualTo("13800000000");
    }

    @Test
    void weComsMarkdownIsNoLongerThanItTakes() {
        var long1 = new ChannelMessage(
                "alert-1-1",
                ChannelMessage.FIRING,
                Severity.WARNING,
                "drift",
                "",
                LocalizedText.same("长"),
                LocalizedText.same("库存差异𠮷\n".repeat(900)),
                "/console",
                "",
                URGENT.since(),
                URGENT.at(),
                null);
        var many = IntStream.range(0, 500)
                .mapToObj(at -> ChannelMessages.firing("alert-" + at + "-1", "drift", Severity.WARNING, "长".repeat(60)))
                .toList();
        var fits = weCom().fits(terms(ChannelKind.WECOM, ""), many);

        weCom(new Telling(List.of(long1), false));
        weCom(new Telling(many.subList(0, fits), false));

        assertThat(fits).isGreaterThan(30);
        assertThat(receivers.taken("wecom"))
                .hasSize(2)
                .allSatisfy(one -> assertThat(JSON.readTree(one.body())
                                .path("markdown")
                                .path("content")
                                .asString())
                        .satisfies(text -> assertThat(text.getBytes(StandardCharsets.UTF_8).length)
                                .isBetween(3_500, WeComSender.MOST_BYTES))
                        .doesNotContain("\ufffd"));
        var first = JSON.readTree(receivers.taken("wecom").get(0).body());
        assertThat(first.path("markdown").path("content").asString())
                .endsWith("…\n[打开控制台](https://shop.example.com/console)");
        assertThat(JSON.readTree(receivers.taken("wecom").get(1).body())
                        .path("markdown")
                        .path("content")
                        .asString())
                .contains("另有 " + fits + " 条");
    }

    @Test
    void aWebhookHasAllInItsBodyAndTheSameIdInEachTry() {
        receivers.behave(Behavior.ERROR);
        assertThat(webhook(URGENT).cause()).isEqualTo(DeliveryCause.NOT_TAKEN);
        assertThat(webhook(URGENT).cause()).isEqualTo(DeliveryCause.OK);

        assertThat(receivers.all())
                .extracting(ChannelReceivers.Received::id)
                .containsExactly("alert-42-1", "alert-42-1");
        var body = JSON.readTree(receivers.taken("webhook").get(0).body());
        assertThat(body.path("type").asString()).isEqualTo("alert.firing");
        var data = body.path("data");
        assertThat(data.path("id").asString()).isEqualTo("42");
        assertThat(data.path("severity").asString()).isEqualTo("urgent");
        assertThat(data.path("value").toString()).isEqualTo("2");
        assertThat(data.path("summary").path("zh").asString()).startsWith("库存差异");
        assertThat(data.path("url").asString()).isEqualTo("https://shop.example.com/console/alerts/42");
    }

    @Test
    void mailIsAMessageOfTwoPartsInAThread() throws Exception {
        var server = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
        server.start();
        try {
            var mail = new JavaMailSenderImpl();
            mail.setHost("127.0.0.1");
            mail.setPort(server.getSmtp().getPort());
            var sender = new ChannelMailSender(Optional.of(mail), words, "stampede@example.com", "shop.example.com");
            var first = ChannelMessages.firing(
                    "alert-42-1", "drift", Severity.URGENT, "Celadon\r\nBcc: everybody@example.com\r\n\r\nteapot");
            var then = ChannelMessages.resolved("alert-42-2", "drift", Severity.URGENT, "Celadon teapot");

            assertThat(List.of(mail(sender, first), mail(sender, then)))
                    .extracting(DeliveryResult::cause)
                    .containsOnly(DeliveryCause.OK);

            assertThat(server.waitForIncomingEmail(5_000, 4)).isTrue();
            var received = server.getReceivedMessages();
            var one = received[0];
            assertThat(Arrays.stream(received).map(ChannelSenderTests::recipients))
                    .allMatch(all -> all.equals("[oncall@example.com, second@example.com]"));
            assertThat(one.getSubject())
                    .isEqualTo("[Stampede] URGENT drift: Stock drift Celadon  Bcc: everybody＠example.com    teapot");
            assertThat(one.getHeader("Bcc")).isNull();
            assertThat(one.getHeader("Auto-Submitted")).containsExactly("auto-generated");
            assertThat(one.getHeader("Message-ID")).containsExactly("<alert-42-1@shop.example.com>");
            var answer = Arrays.stream(received)
                    .filter(message -> header(message, "In-Reply-To").isPresent())
                    .findFirst()
                    .orElseThrow();
            assertThat(header(answer, "Message-ID")).contains("<alert-42-2@shop.example.com>");
            assertThat(header(answer, "In-Reply-To")).contains("<alert-42-1@shop.example.com>");
            assertThat(header(answer, "References")).contains("<alert-42-1@shop.example.com>");
            var parts = (Multipart) one.getContent();
            assertThat(one.getContentType()).startsWith("multipart/alternative");
            assertThat(parts.getBodyPart(0).getContent().toString()).contains("Drift: 2 units");
            assertThat(parts.getBodyPart(1).getContent().toString())
                    .contains("<h3>", "href=\"https://shop.example.com/console/alerts/42\"");
        } finally {
            server.stop();
        }
    }

    @Test
    void aShopWithoutAServerForMailSaysSoAndOneThatIsAwayIsTriedAgain() {
        var none = new ChannelMailSender(Optional.empty(), words, "stampede@example.com", "shop");
        var mail = new JavaMailSenderImpl();
        mail.setHost("127.0.0.1");
        mail.setPort(1);
        var away = new ChannelMailSender(Optional.of(mail), words, "stampede@example.com", "shop");

        assertThat(mail(none, URGENT).cause()).isEqualTo(DeliveryCause.NO_MAIL_SERVER);
        var result = mail(away, URGENT);
        assertThat(result.cause()).isEqualTo(DeliveryCause.UNREACHABLE);
        assertThat(result.answer()).doesNotContain("oncall@example.com");
    }

    private static String recipients(MimeMessage message) {
        try {
            return Arrays.toString(message.getAllRecipients());
        } catch (jakarta.mail.MessagingException malformed) {
            throw new AssertionError(malformed);
        }
    }

    private static Optional<String> header(MimeMessage message, String name) {
        try {
            return Optional.ofNullable(message.getHeader(name, null));
        } catch (jakarta.mail.MessagingException malformed) {
            throw new AssertionError(malformed);
        }
    }

    private static DeliveryResult mail(ChannelMailSender sender, ChannelMessage message) {
        var terms = new ChannelTerms(
                "x",
                ChannelKind.MAIL,
                "",
                List.of("oncall@example.com", "second@example.com"),
                Set.of(Severity.URGENT),
                Set.of(),
                Set.of(),
                Locale.ENGLISH,
                null,
                null,
                false);
        return sender.send(terms, ChannelSecrets.NONE, new Telling(List.of(message), false));
    }

    private DeliveryResult dingTalk(ChannelMessage message) {
        return new DingTalkSender(http, words, JSON, Clock.systemUTC())
                .send(
                        terms(ChannelKind.DINGTALK, receivers.dingTalk()),
                        new ChannelSecrets(ChannelReceivers.DINGTALK_TOKEN, ChannelReceivers.DINGTALK_SECRET, ""),
                        new Telling(List.of(message), true));
    }

    private WeComSender weCom() {
        return new WeComSender(http, words, JSON);
    }

    private DeliveryResult weCom(Telling telling) {
        return weCom().send(
                        terms(ChannelKind.WECOM, receivers.weCom()),
                        new ChannelSecrets(ChannelReceivers.WECOM_KEY, "", ""),
                        telling);
    }

    private DeliveryResult webhook(ChannelMessage message) {
        return new WebhookSender(http, words, JSON, Clock.systemUTC())
                .send(
                        terms(ChannelKind.WEBHOOK, receivers.webhook()),
                        new ChannelSecrets("", "whsec_bmV3IHNlY3JldCBuZXcgc2VjcmV0", ChannelReceivers.WEBHOOK_SECRET),
                        new Telling(List.of(message), false));
    }

    private static ChannelTerms terms(ChannelKind kind, String address) {
        return new ChannelTerms(
                "x",
                kind,
                address,
                List.of("13800000000"),
                Set.of(Severity.URGENT),
                Set.of(),
                Set.of(),
                Locale.CHINESE,
                null,
                null,
                false);
    }
}
