package stampede.mail;

import com.icegreen.greenmail.util.GreenMail;
import com.icegreen.greenmail.util.ServerSetup;
import jakarta.mail.MessagingException;
import jakarta.mail.Multipart;
import jakarta.mail.internet.MimeMessage;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;

/** The mail server of the tests' shops: takes everything, and shows what each address has got. Give each test addresses of its own. */
public final class ShopperMailbox {

    public static final String FROM = "shop@example.com";

    private static final GreenMail SERVER = new GreenMail(new ServerSetup(0, "127.0.0.1", ServerSetup.PROTOCOL_SMTP));
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Pattern LINK = Pattern.compile("https?://\\S+?(/\\S+)");

    private static boolean started;

    private ShopperMailbox() {}

    /** What a shop needs to send its mail here. Channels have no sender, so they go on without a server. */
    public static synchronized Map<String, String> settings() {
        if (!started) {
            SERVER.start();
            started = true;
        }
        return Map.of(
                "spring.mail.host",
                "127.0.0.1",
                "spring.mail.port",
                Integer.toString(SERVER.getSmtp().getPort()),
                "stampede.mail.from",
                FROM);
    }

    /** What the address has got up to now, oldest first. */
    public static List<MimeMessage> of(String address) {
        return Arrays.stream(SERVER.getReceivedMessages())
                .filter(message -> recipients(message).contains(address))
                .toList();
    }

    /** The mail of this number that the address gets, counted from 1. */
    public static MimeMessage await(String address, int number) {
        return Awaitility.await("mail " + number)
                .atMost(LIMIT)
                .until(() -> of(address), got -> got.size() >= number)
                .get(number - 1);
    }

    /** The path that the link in a mail leads to. */
    public static String linkIn(MimeMessage message) {
        var link = LINK.matcher(text(message));
        if (!link.find()) {
            throw new AssertionError("No link in the mail");
        }
        return link.group(1);
    }

    /** The part for people who read plain text. */
    public static String text(MimeMessage message) {
        try {
            return ((Multipart) message.getContent())
                    .getBodyPart(0)
                    .getContent()
                    .toString();
        } catch (IOException | MessagingException malformed) {
            throw new AssertionError(malformed);
        }
    }

    private static List<String> recipients(MimeMessage message) {
        try {
            return Arrays.stream(message.getAllRecipients())
                    .map(Object::toString)
                    .toList();
        } catch (MessagingException malformed) {
            throw new AssertionError(malformed);
        }
    }
}
