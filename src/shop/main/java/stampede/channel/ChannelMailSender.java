package stampede.channel;

import jakarta.mail.Message;
import jakarta.mail.MessagingException;
import jakarta.mail.SendFailedException;
import jakarta.mail.internet.InternetAddress;
import jakarta.mail.internet.MimeBodyPart;
import jakarta.mail.internet.MimeMessage;
import jakarta.mail.internet.MimeMultipart;
import java.nio.charset.StandardCharsets;
import java.util.Date;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.springframework.mail.MailAuthenticationException;
import org.springframework.mail.MailException;
import org.springframework.mail.MailSendException;
import org.springframework.mail.javamail.JavaMailSender;
import org.springframework.web.util.HtmlUtils;

/** Mail, as plain text and as HTML. What follows on a message forms a thread with it. */
final class ChannelMailSender implements ChannelSender {

    private static final int MOST_TOGETHER = 500;
    private static final int LONGEST_SUBJECT = 200;

    private static final Pattern NUMBERED = Pattern.compile("(.+)-(\\d+)");

    private final Optional<JavaMailSender> mail;
    private final MessageWords words;
    private final String from;
    private final String host;

    /**
     * @param mail empty if the shop has no server for mail
     * @param from who it comes from
     * @param host what ids of messages end in; the same on all nodes
     */
    ChannelMailSender(Optional<JavaMailSender> mail, MessageWords words, String from, String host) {
        this.mail = mail;
        this.words = words;
        this.from = from;
        this.host = host;
    }

    @Override
    public ChannelKind kind() {
        return ChannelKind.MAIL;
    }

    @Override
    public int fits(ChannelTerms terms, List<ChannelMessage> messages) {
        return Math.min(MOST_TOGETHER, messages.size());
    }

    @Override
    public DeliveryResult send(ChannelTerms terms, ChannelSecrets secrets, Telling telling) {
        if (mail.isEmpty() || from.isEmpty()) {
            return DeliveryResult.of(DeliveryCause.NO_MAIL_SERVER);
        }
        try {
            var server = mail.get();
            server.send(message(server, terms, telling));
            return DeliveryResult.of(DeliveryCause.OK);
        } catch (MailAuthenticationException refused) {
            return new DeliveryResult(DeliveryCause.MAIL_REFUSED, 0, words(terms, refused));
        } catch (MailException away) {
            return new DeliveryResult(cause(away), 0, words(terms, away));
        } catch (MessagingException malformed) {
            return new DeliveryResult(DeliveryCause.MAIL_REFUSED, 0, words(terms, malformed));
        }
    }

    private MimeMessage message(JavaMailSender server, ChannelTerms terms, Telling telling) throws MessagingException {
        var message = server.createMimeMessage();
        // The sender keeps what is set here, where Jakarta Mail by itself would make one up.
        message.setHeader("Message-ID", idOf(telling.first().id()));
        message.setFrom(new InternetAddress(from));
        for (var recipient : terms.recipients()) {
            message.addRecipient(Message.RecipientType.TO, new InternetAddress(recipient, true));
        }
        message.setSubject(subject(terms, telling), StandardCharsets.UTF_8.name());
        message.setSentDate(Date.from(telling.first().at()));
        message.setHeader("Auto-Submitted", "auto-generated");
        var thread = threadOf(telling.first().id());
        if (thread.isPresent()) {
            message.setHeader("In-Reply-To", thread.get());
            message.setHeader("References", thread.get());
        }
        var text = new MimeBodyPart();
        text.setText(plain(terms, telling), StandardCharsets.UTF_8.name());
        var html = new MimeBodyPart();
        html.setText(html(terms, telling), StandardCharsets.UTF_8.name(), "html");
        message.setContent(new MimeMultipart("alternative", text, html));
        return message;
    }

    /** Line ends in it would begin a header of somebody else's. */
    private String subject(ChannelTerms terms, Telling telling) {
        var first = telling.first();
        var language = terms.language();
        var what = telling.isJoined()
                ? words.more(telling.messages().size(), language)
                : words.mark(first, language) + (first.rule().isEmpty() ? "" : " " + first.rule()) + ": "
                        + words.title(first, language);
        return "[Stampede] " + MessageWords.cut(MessageWords.clean(what), LONGEST_SUBJECT);
    }

    private String plain(ChannelTerms terms, Telling telling) {
        var language = terms.language();
        var text = new StringBuilder();
        if (telling.isJoined()) {
            text.append(words.more(telling.messages().size(), language)).append('\n');
            telling.messages().forEach(message -> text.append("\n- ").append(words.heading(message, language)));
            return text.append('\n').toString();
        }
        var message = telling.first();
        text.append(words.heading(message, language)).append("\n\n");
        words.lines(message, language).forEach(line -> text.append(line).append('\n'));
        for (var link : links(message, language)) {
            text.append('\n').append(link.words()).append(": ").append(link.address());
        }
        return text.append('\n').toString();
    }

    private String html(ChannelTerms terms, Telling telling) {
        var language = terms.language();
        var html = new StringBuilder("<!DOCTYPE html><html><body>");
        if (telling.isJoined()) {
            html.append("<h3>")
                    .append(escaped(words.more(telling.messages().size(), language)))
                    .append("</h3><ul>");
            telling.messages()
                    .forEach(message -> html.append("<li>")
                            .append(escaped(words.heading(message, language)))
                            .append("</li>"));
            return html.append("</ul></body></html>").toString();
        }
        var message = telling.first();
        html.append("<h3>").append(escaped(words.heading(message, language))).append("</h3>");
        words.lines(message, language)
                .forEach(line -> html.append("<p>").append(escaped(line)).append("</p>"));
        for (var link : links(message, language)) {
            html.append("<p><a href=\"")
                    .append(escaped(link.address()))
                    .append("\">")
                    .append(escaped(link.words()))
                    .append("</a></p>");
        }
        return html.append("</body></html>").toString();
    }

    private List<Link> links(ChannelMessage message, Locale language) {
        return List.of(
                        new Link(words.say("channel.say.open", language), words.address(message.url())),
                        new Link(words.say("channel.say.runbook", language), words.address(message.runbook())))
                .stream()
                .filter(link -> !link.address().isEmpty())
                .toList();
    }

    private static String escaped(String text) {
        return HtmlUtils.htmlEscape(text, StandardCharsets.UTF_8.name());
    }

    private String idOf(String message) {
        return "<" + message.replaceAll("[^A-Za-z0-9.-]", "-") + "@" + host + ">";
    }

    /** The id of the first message of those that one belongs to; empty if it is the first. */
    private Optional<String> threadOf(String message) {
        var numbered = NUMBERED.matcher(message);
        return numbered.matches() && !numbered.group(2).equals("1")
                ? Optional.of(idOf(numbered.group(1) + "-1"))
                : Optional.empty();
    }

    private static DeliveryCause cause(MailException failure) {
        return failure instanceof MailSendException sent
                        && sent.getFailedMessages().values().stream().anyMatch(SendFailedException.class::isInstance)
                ? DeliveryCause.NOT_TAKEN
                : DeliveryCause.UNREACHABLE;
    }

    /** What the server said, without who was to be told. */
    private static String words(ChannelTerms terms, Exception failure) {
        var cause = failure.getCause() == null ? failure : failure.getCause();
        return terms.recipients().stream()
                .reduce(String.valueOf(cause.getMessage()), (text, recipient) -> text.replace(recipient, "•••"));
    }

    private record Link(String words, String address) {}
}
