package stampede.channel;

import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.springframework.context.MessageSource;

/** Messages in words of a language, as plain lines that no name in them can turn into something else. */
final class MessageWords {

    /** So that thirty fit into the shortest message there is. */
    private static final int LONGEST_NAME = 110;

    private static final String CUT = "…";

    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("MM-dd HH:mm:ss");

    private final MessageSource messages;
    private final ZoneId zone;
    private final String shop;

    /** @param shop how browsers reach the shop, without a slash at its end; empty if nobody said */
    MessageWords(MessageSource messages, ZoneId zone, String shop) {
        this.messages = messages;
        this.zone = zone;
        this.shop = shop;
    }

    /** What it is, such as urgent or resolved. */
    String mark(ChannelMessage message, Locale language) {
        var name =
                message.type().equals(ChannelMessage.RESOLVED) || message.type().equals(ChannelMessage.TEST)
                        ? MessageType.of(message.type()).orElseThrow().name()
                        : message.severity().name();
        return say("channel.say." + name, language);
    }

    String title(ChannelMessage message, Locale language) {
        return clean(message.title().in(language));
    }

    /** In one line. */
    String heading(ChannelMessage message, Locale language) {
        return "[" + mark(message, language) + "] " + title(message, language);
    }

    /** The same, as short as it is in a message of many. */
    String name(ChannelMessage message, Locale language) {
        return cut(heading(message, language), LONGEST_NAME);
    }

    /** What more there is to say, and since when. */
    List<String> lines(ChannelMessage message, Locale language) {
        var lines = new ArrayList<String>();
        message.text()
                .in(language)
                .lines()
                .map(MessageWords::clean)
                .filter(line -> !line.isEmpty())
                .forEach(lines::add);
        lines.add(
                say("channel.say.since", language, CLOCK.format(message.since().atZone(zone))));
        return lines;
    }

    /** How a message of many begins. */
    String more(int number, Locale language) {
        return say("channel.say.more", language, number);
    }

    /** The links below a message, in Markdown; empty if nobody said how the shop is reached. */
    String links(ChannelMessage message, Locale language) {
        var links = new ArrayList<String>();
        var url = address(message.url());
        var runbook = address(message.runbook());
        if (!url.isEmpty()) {
            links.add("[" + say("channel.say.open", language) + "](" + url + ")");
        }
        if (!runbook.isEmpty()) {
            links.add("[" + say("channel.say.runbook", language) + "](" + runbook + ")");
        }
        return String.join(" · ", links);
    }

    /** A path of the shop as an address; empty if nobody said how the shop is reached. */
    String address(String urlOrPath) {
        if (!urlOrPath.startsWith("/")) {
            return urlOrPath;
        }
        return shop.isEmpty() ? "" : shop + urlOrPath;
    }

    String say(String key, Locale language, Object... values) {
        return messages.getMessage(key, values, language);
    }

    /** In both languages. */
    LocalizedText say(String key) {
        return new LocalizedText(say(key, Locale.CHINESE), say(key, Locale.ENGLISH));
    }

    /** Names are typed in by sellers: none of them becomes a link, a picture, a mention or another line. */
    static String clean(String text) {
        var clean = new StringBuilder(text.length());
        text.codePoints().forEach(letter -> {
            switch (letter) {
                case '[' -> clean.append('［');
                case ']' -> clean.append('］');
                case '<' -> clean.append('＜');
                case '>' -> clean.append('＞');
                case '`' -> clean.append('｀');
                case '*' -> clean.append('＊');
                case '@' -> clean.append('＠');
                default -> clean.appendCodePoint(Character.isISOControl(letter) ? ' ' : letter);
            }
        });
        return clean.toString().strip();
    }

    /** No longer than so many bytes of UTF-8, cut between two characters. */
    static String cut(String text, int bytes) {
        if (length(text) <= bytes) {
            return text;
        }
        var room = bytes - length(CUT);
        var end = 0;
        for (var used = 0; end < text.length(); ) {
            var letter = text.codePointAt(end);
            used += length(Character.toString(letter));
            if (used > room) {
                break;
            }
            end += Character.charCount(letter);
        }
        return text.substring(0, end) + CUT;
    }

    static int length(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** How many of these, from the first on, have room in so many bytes; at least one. */
    int fits(List<ChannelMessage> many, Locale language, int bytes) {
        var used = 0;
        for (var at = 0; at < many.size(); at++) {
            used += length(name(many.get(at), language)) + 3;
            if (used > bytes) {
                return Math.max(1, at);
            }
        }
        return many.size();
    }
}
