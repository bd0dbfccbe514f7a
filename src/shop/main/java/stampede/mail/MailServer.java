package stampede.mail;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.Date;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.springframework.context.MessageSource;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.web.util.HtmlUtils;

/** Makes mails, as plain text and as HTML, and gives them to the shop's mail server. */
final class MailServer {

    private static final int LONGEST_SUBJECT = 200;

    private final Optional<JavaMailSender> server;
    private final String from;
    private final Function<String, String> addresses;
    private final MessageSource messages;
    private final Clock clock;

    /**
     * @param server empty if the shop has none
     * @param from who mails come from; without it none is sent
     * @param addresses makes an address for browsers of a path in the shop
     */
    MailServer(
            Optional<JavaMailSender> server,
            String from,
            Function<String, String> addresses,
            MessageSource messages,
            Clock clock) {
        this.server = server;
        this.from = from;
        this.addresses = addresses;
        this.messages = messages;
        this.clock = clock;
    }

    boolean isSetUp() {
        return server.isPresent() && !from.isEmpty();
    }

    /**
     * Sends a mail.
     *
     * @return false if the server does not take mail for this address, which will not change
     * @throws MailAway if it did not take it now; the address is not in its words
     */
    boolean send(String to, MailText.Words words, String path, Locale language) {
        try {
            var sender =
                    server.orElseThrow(() -> new MailAway("There is no server for mail: SPRING_MAIL_HOST is not set"));
            sender.send(message(sender, to, words, path, language));
            return true;
        } catch (MailException refused) {
            if (isRecipientRefused(refused)) {
                return false;
            }
            throw new MailAway(words(refused, to));
        } catch (MessagingException malformed) {
            throw new MailAway(words(malformed, to));
        }
    }

    private MimeMessage message(JavaMailSender sender, String to, MailText.Words words, String path, Locale language)
            throws MessagingException {
        var message = sender.createMimeMessage();
        message.setFrom(new InternetAddress(from));
        message.setRecipient(Message.RecipientType.TO, new InternetAddress(to, true));
        message.setSubject(oneLine(words.subject()), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(clock.instant()));
        message.setHeader("Auto-Submitted", "auto-generated");
        var link = path.isEmpty() ? "" : addresses.apply(path);
        var foot = messages.getMessage("mail.foot", new Object[0], language);
        var text = new MimeBodyPart();
        text.setText(plain(words.text(), link, foot), StandardCharsets.UTF_8.name());
        var html = new MimeBodyPart();
        html.setText(html(words.text(), link, foot), StandardCharsets.UTF_8.name(), "html");
        message.setContent(new MimeMultipart("alternative", text, html));
        return message;
    }

    private static String plain(String text, String link, String foot) {
        return text + (link.isEmpty() ? "" : "\n\n" + link) + "\n\n-- \n" + foot + "\n";
    }

    private static String html(String text, String link, String foot) {
        var html = new StringBuilder("<!DOCTYPE html><html><body>");
        text.lines().forEach(line -> html.append("<p>").append(escaped(line)).append("</p>"));
        if (!link.isEmpty()) {
            html.append("<p><a href=\"")
                    .append(escaped(link))
                    .append("\">")
                    .append(escaped(link))
                    .append("</a></p>");
        }
        return html.append("<p><small>")
                .append(escaped(foot))
                .append("</small></p></body></html>")
                .toString();
    }

    /** Line ends in it would begin a header of somebody else's. */
    private static String oneLine(String subject) {
        var line = new StringBuilder();
        subject.codePoints()
                .limit(LONGEST_SUBJECT)
                .map(letter -> Character.isISOControl(letter) ? ' ' : letter)
                .forEach(line::appendCodePoint);
        return line.toString().strip();
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text, StandardCharsets.UTF_8.name());
    }

    /** Addresses that a server may take later, by a code of 4xx, are not among the invalid ones. */
    private static boolean isRecipientRefused(MailException refused) {
        return refused instanceof MailSendException sent
                && sent.getFailedMessages().values().stream()
                        .filter(SendFailedException.class::isInstance)
                        .map(SendFailedException.class::cast)
                        .anyMatch(failed -> {
                            var invalid = failed.getInvalidAddresses();
                            return invalid != null && invalid.length > 0;
                        });
    }

    /** What the server said, without whom the mail was for. */
    private static String words(Exception failure, String to) {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage()).replace(to, "•••");
    }

    /** The mail was not taken now. Without a cause, whose words may name an address. */
    static final class MailAway extends RuntimeException {

        MailAway(String message) {
            super(message);
        }
    }
}
