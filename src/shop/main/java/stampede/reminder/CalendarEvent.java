package stampede.reminder;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A sale as a calendar has it, with an alarm before it: a file that every calendar takes, without an account here.
 *
 * @param uid the same for the same sale for ever, so that a calendar that has it does not take it twice
 * @param begins when the sale opens
 * @param ends when it closes
 * @param summary what calendars show
 * @param description more of it
 * @param url its page; empty: nobody knows how this shop is reached
 * @param alarm how long before the opening the calendar tells
 */
public record CalendarEvent(
        String uid, Instant begins, Instant ends, String summary, String description, String url, Duration alarm) {

    /** Of bytes, by RFC 5545, 3.1; without the end of the line. */
    private static final int LONGEST_LINE = 75;

    private static final String END = "\r\n";

    /** Seconds and the Z are not left out: some calendars take nothing else. */
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    /** The file's text, as of this moment. */
    public String text(Instant now) {
        var address = url.isEmpty() ? Stream.<String>empty() : Stream.of("URL:" + url);
        return Stream.of(
                        Stream.of(
                                "BEGIN:VCALENDAR",
                                "VERSION:2.0",
                                "PRODID:-//Stampede//Flash sale//EN",
                                "CALSCALE:GREGORIAN",
                                "METHOD:PUBLISH",
                                "BEGIN:VEVENT",
                                "UID:" + uid,
                                "DTSTAMP:" + TIME.format(now),
                                "DTSTART:" + TIME.format(begins),
                                "DTEND:" + TIME.format(ends),
                                "SUMMARY:" + escaped(summary),
                                "DESCRIPTION:" + escaped(description)),
                        address,
                        Stream.of(
                                "TRANSP:TRANSPARENT",
                                "BEGIN:VALARM",
                                "ACTION:DISPLAY",
                                "DESCRIPTION:" + escaped(summary),
                                "TRIGGER:-PT" + alarm.toMinutes() + "M",
                                "END:VALARM",
                                "END:VEVENT",
                                "END:VCALENDAR"))
                .flatMap(lines -> lines)
                .map(CalendarEvent::folded)
                .collect(Collectors.joining(END, "", END));
    }

    /** Text by 3.3.11; other control characters cannot be in it. */
    private static String escaped(String text) {
        return text.replace("\\", "\\\\")
                .replace(";", "\\;")
                .replace(",", "\\,")
                .replaceAll("\r\n?|\n", "\\\\n")
                .replaceAll("\\p{Cntrl}", " ");
    }

    /** A long line goes on in the next one, after a space; no letter is cut in two. */
    private static String folded(String line) {
        var folded = new StringBuilder();
        var length = 0;
        for (var letter : letters(line)) {
            var bytes = letter.getBytes(StandardCharsets.UTF_8).length;
            if (length + bytes > LONGEST_LINE) {
                folded.append(END).append(' ');
                length = 1;
            }
            folded.append(letter);
            length += bytes;
        }
        return folded.toString();
    }

    private static List<String> letters(String line) {
        return line.codePoints().mapToObj(Character::toString).toList();
    }
}
