package stampede.alipaysandbox.mailbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.Session;
import jakarta.mail.Transport;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.alipaysandbox.AlipaySandbox;
import stampede.testing.Apart;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.OneStartAtATime;

/** What the shop sends by mail is to be read at the local Alipay, and nowhere else. */
@Apart
class MailboxTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static ConfigurableApplicationContext program;

    @BeforeAll
    static void start(@TempDir Path directory) {
        program = OneStartAtATime.first(() -> AlipaySandbox.program()
                .run(
                        "--server.port=0",
                        "--stampede.alipaysandbox.mail-port=0",
                        "--stampede.alipaysandbox.directory=" + directory));
    }

    @AfterAll
    static void stop() {
        program.close();
    }

    @BeforeEach
    void clear() {
        program.getBean(Mailbox.class).clear();
    }

    @Test
    void aMailIsShownWithItsTextAndItsLink() throws MessagingException {
        send(
                "ann@example.com",
                "Your order 茶壶",
                plain("Pay until 20:15: http://127.0.0.1:20080/orders/7?a=1&b=2.\n<b>not bold</b>"));
        send("bob@example.com", "Another", plain("for Bob"));

        for (var device : new Device[] {Device.PHONE.in("zh-CN").atNight(), Device.DESKTOP}) {
            try (var reader = chromium.visitor(address(), device)) {
                var page = reader.open("/mailbox")
                        .inspect()
                        .photograph("alipay-mailbox")
                        .page();
                assertThat(page.locator(".mail").count()).isEqualTo(2);
                page.fill("input[name=to]", "ann@");
                page.click(".search button");
                assertThat(page.locator(".mail h3").allInnerTexts()).containsExactly("Your order 茶壶");
                assertThat(page.locator(".mail .text").innerText()).contains("<b>not bold</b>");
                assertThat(page.locator(".mail li a").getAttribute("href"))
                        .isEqualTo("http://127.0.0.1:20080/orders/7?a=1&b=2");
            }
        }
    }

    @Test
    void ofAMailInTwoFormsThePlainOneIsRead() throws Exception {
        var mail = """
                Subject: two
                MIME-Version: 1.0
                Content-Type: multipart/alternative; boundary=x

                --x
                Content-Type: text/html

                <p>rich</p>
                --x
                Content-Type: text/plain

                plain
                --x--
                """;
        var html =
                "Subject: one\r\nContent-Type: text/html\r\n\r\n<p>Go <a href=\"https://shop.example/x?a=1&amp;b\">there</a>.</p>\r\n";

        assertThat(read(mail).text()).isEqualToIgnoringNewLines("plain");
        assertThat(read(html).text()).contains("Go", "there").doesNotContain("<");
        assertThat(read(html).links()).containsExactly("https://shop.example/x?a=1&b");
    }

    @Test
    void keepsTheNewestAndRefusesWhatIsTooLarge() throws MessagingException {
        var box = program.getBean(Mailbox.class);
        for (var i = 0; i < Mailbox.MOST + 5; i++) {
            box.add(new ReceivedMail(Instant.now(), "a", "b", "mail " + i, "", List.of()));
        }
        assertThat(box.to(""))
                .hasSize(Mailbox.MOST)
                .first()
                .matches(mail -> mail.subject().equals("mail 104"));
        box.clear();

        send("ann@example.com", "long", plain("x ".repeat(15_000)));
        assertThat(box.to("ann")).singleElement().matches(mail -> mail.text().length() == ReceivedMail.LONGEST);
        assertThatThrownBy(() -> send("ann@example.com", "huge", plain("x ".repeat(200_000))))
                .isInstanceOf(MessagingException.class);
        assertThat(box.to("ann")).hasSize(1);
    }

    @Test
    void isForThisMachinesNamesOnly() throws Exception {
        var client = HttpClient.newHttpClient();
        var here = HttpRequest.newBuilder(URI.create(address() + "/mailbox")).build();
        assertThat(client.send(here, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
        var port = URI.create(address()).getPort();
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /mailbox HTTP/1.1\r\nHost: stranger.example\r\nConnection: close\r\n\r\n"
                            .getBytes(StandardCharsets.US_ASCII));
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 403");
        }
    }

    private static ReceivedMail read(String mail) throws IOException {
        return ReceivedMail.read(Instant.now(), "a", "b", mail.getBytes(StandardCharsets.UTF_8));
    }

    private interface Content {
        void into(MimeMessage message) throws MessagingException;
    }

    private static Content plain(String text) {
        return message -> message.setText(text, "UTF-8");
    }

    private static void send(String to, String subject, Content content) throws MessagingException {
        var settings = new Properties();
        settings.put("mail.smtp.host", "127.0.0.1");
        settings.put("mail.smtp.port", program.getBean(MailReceiver.class).port());
        settings.put("mail.smtp.timeout", "20000");
        var message = new MimeMessage(Session.getInstance(settings));
        message.setFrom("shop@example.com");
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(to));
        message.setSubject(subject, "UTF-8");
        content.into(message);
        Transport.send(message);
    }

    private static String address() {
        return "http://127.0.0.1:" + program.getEnvironment().getRequiredProperty("local.server.port");
    }
}
