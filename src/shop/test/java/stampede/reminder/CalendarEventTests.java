package stampede.reminder;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What RFC 5545 asks of a file for calendars, and what strict ones of them ask besides. */
class CalendarEventTests {

    private static final Instant NOW = Instant.parse("2026-11-23T09:59:59.123Z");
    private static final Instant OPENS = Instant.parse("2026-11-23T12:00:00Z");
    private static final Pattern PROPERTY = Pattern.compile("[A-Z]+:.*");
    private static final Pattern TIME = Pattern.compile("\\d{8}T\\d{6}Z");

    @Test
    void isAnEventWithAnAlarmInTheOrderOfTheRules() {
        var lines = unfolded(event("Teapot", "One").text(NOW));

        assertThat(lines)
                .containsExactly(
                        "BEGIN:VCALENDAR",
                        "VERSION:2.0",
                        "PRODID:-//Stampede//Flash sale//EN",
                        "CALSCALE:GREGORIAN",
                        "METHOD:PUBLISH",
                        "BEGIN:VEVENT",
                        "UID:offer-7@stampede",
                        "DTSTAMP:20261123T095959Z",
                        "DTSTART:20261123T120000Z",
                        "DTEND:20261123T130000Z",
                        "SUMMARY:Teapot",
                        "DESCRIPTION:One",
                        "URL:https://shop.example/offers/7",
                        "TRANSP:TRANSPARENT",
                        "BEGIN:VALARM",
                        "ACTION:DISPLAY",
                        "DESCRIPTION:Teapot",
                        "TRIGGER:-PT10M",
                        "END:VALARM",
                        "END:VEVENT",
                        "END:VCALENDAR");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Teapot",
                "龙泉青瓷茶壶，手工烧制，每人限购两件，今晚八点开抢，数量有限，先到先得，不要错过，抢到后五分钟内付款",
                "𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷𠮷",
                "a; b, c \\ d\nBEGIN:VEVENT\r\nATTACH:http://evil\rX\u0007\u0000",
                "01234567890123456789012345678901234567890123456789012345678901234567890123456789"
            })
    void whateverTheTextSaysTheFileIsGood(String text) {
        var file = event(text, text).text(NOW);

        assertThat(file).endsWith("\r\n").doesNotContain("\n\n").doesNotContain("\t");
        assertThat(file.replace("\r\n", ""))
                .as("line ends are CRLF only")
                .doesNotContain("\r")
                .doesNotContain("\n");
        assertThat(Arrays.stream(file.split("\r\n")))
                .as("octets of a line")
                .allMatch(line -> line.getBytes(StandardCharsets.UTF_8).length <= 75)
                .as("no letter is cut in two")
                .allMatch(
                        line -> new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8).equals(line));
        var lines = unfolded(file);
        assertThat(lines).allMatch(line -> PROPERTY.matcher(line).matches());
        assertThat(lines.stream().filter("BEGIN:VEVENT"::equals)).hasSize(1);
        assertThat(lines).noneMatch(line -> line.startsWith("ATTACH"));
        for (var name : List.of("UID", "DTSTAMP", "DTSTART", "DTEND", "PRODID", "VERSION")) {
            assertThat(lines.stream().filter(line -> line.startsWith(name + ":")))
                    .as(name)
                    .hasSize(1);
        }
        assertThat(lines.stream().filter(line -> line.startsWith("DT")))
                .allMatch(line ->
                        TIME.matcher(line.substring(line.indexOf(':') + 1)).matches());
        var summary = lines.stream()
                .filter(line -> line.startsWith("SUMMARY:"))
                .findFirst()
                .orElseThrow()
                .substring(8);
        assertThat(unescaped(summary)).isEqualTo(text.replaceAll("\r\n?", "\n").replaceAll("[\u0000\u0007]", " "));
    }

    @Test
    void withoutAnAddressThereIsNone() {
        var event = new CalendarEvent("u", OPENS, OPENS.plusSeconds(60), "s", "d", "", Duration.ofMinutes(10));

        assertThat(event.text(NOW)).doesNotContain("URL");
    }

    private static CalendarEvent event(String summary, String description) {
        return new CalendarEvent(
                "offer-7@stampede",
                OPENS,
                OPENS.plusSeconds(3_600),
                summary,
                description,
                "https://shop.example/offers/7",
                Duration.ofMinutes(10));
    }

    private static List<String> unfolded(String file) {
        var lines = new ArrayList<String>();
        for (var line : file.lines().toList()) {
            if (line.startsWith(" ")) {
                lines.set(lines.size() - 1, lines.get(lines.size() - 1) + line.substring(1));
            } else {
                lines.add(line);
            }
        }
        return lines;
    }

    private static String unescaped(String text) {
        var plain = new StringBuilder();
        for (var at = 0; at < text.length(); at++) {
            var letter = text.charAt(at);
            if (letter != '\\') {
                plain.append(letter);
            } else {
                at++;
                plain.append(text.charAt(at) == 'n' ? '\n' : text.charAt(at));
            }
        }
        return plain.toString();
    }
}
