package stampede.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The rules, routes and configuration that come with a release, as Prometheus' and Alertmanager's own tools judge them. */
class AlertFilesTests {

    /** The second by the minute, for what takes an hour. */
    private static final List<String> TESTS = List.of("stampede-alerts.test.yml", "stampede-alerts-hours.test.yml");

    /** A number that an expression is compared with, or a time for which it has to hold, and its unit. */
    private static final Pattern THRESHOLD =
            Pattern.compile("(?m)(?:(?<=[<>] )|(?<=!= ))([\\d.]+)(?= \\* 86400| and|$)|(?<=for: )(\\d+)([smh])$");

    private final Path place;

    AlertFilesTests(@TempDir Path place) {
        this.place = place;
        WatchTool.prepare(place, "127.0.0.1:1");
    }

    @Test
    void rulesAndConfigurationCanBeRead() {
        assertThat(WatchTool.run("promtool", "check", "rules", file("stampede-alerts.yml")))
                .satisfies(
                        answer -> assertThat(answer.status()).as(answer.said()).isZero());
        assertThat(WatchTool.run("promtool", "check", "config", file("prometheus.yml")))
                .satisfies(
                        answer -> assertThat(answer.status()).as(answer.said()).isZero());
    }

    @Test
    void eachRuleSaysWhatItsTestsExpect() {
        for (var tests : TESTS) {
            var tested = WatchTool.run("promtool", "test", "rules", file(tests));
            assertThat(tested.status()).as(tested.said()).isZero();
        }
    }

    @Test
    void eachRuleHasTestsAndAParagraphInTheRunbook() throws IOException {
        var rules = Files.readString(place.resolve("stampede-alerts.yml"));
        var tests = Files.readString(place.resolve(TESTS.get(0))) + Files.readString(place.resolve(TESTS.get(1)));
        var runbook = Files.readString(Path.of("src/docs/runbook.md"));

        var blocks = Stream.of(rules.split("(?m)^ +- alert: ")).skip(1).toList();
        assertThat(blocks).hasSizeGreaterThan(15).allSatisfy(block -> {
            var name = block.lines().findFirst().orElseThrow();
            assertThat(tests).contains("alertname: " + name);
            var rule = found("stampede_rule: ([a-z-]+)}", block);
            assertThat(block)
                    .containsPattern("severity: (urgent|warning|info),")
                    .contains("summary: ", "description: ", "runbook_url: /console/help#alert-" + rule + "\n");
            assertThat(runbook.lines())
                    .as("a paragraph of the runbook")
                    .contains("### Alert: " + rule.replace('-', ' '));
        });
    }

    /** Two of them; all with {@code -Dproof=full}. */
    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {"> 0.85; > 0.86", "for: 1h; for: 2h"})
    void aThresholdThatIsChangedInOnePlaceOnlyFailsTheTests(String before, String after) throws IOException {
        var rules = Files.readString(place.resolve("stampede-alerts.yml"));
        assertThat(rules).contains(before);

        assertThat(passes(rules.replace(before, after))).isFalse();
    }

    @Tag("whole-proof")
    @ParameterizedTest
    @MethodSource("changes")
    void anyThresholdThatIsChangedFailsTheTests(Change change) throws IOException {
        assertThat(passes(change.rules())).isFalse();
    }

    /** Each threshold larger, and each smaller. */
    static List<Change> changes() throws IOException {
        var rules = Files.readString(WatchTool.PROMETHEUS.resolve("stampede-alerts.yml"));
        var changes = new ArrayList<Change>();
        var found = THRESHOLD.matcher(rules);
        while (found.find()) {
            for (var other : others(found.toMatchResult())) {
                var line =
                        rules.substring(rules.lastIndexOf('\n', found.start()) + 1, rules.indexOf('\n', found.start()));
                changes.add(new Change(
                        line.strip() + " -> " + other,
                        rules.substring(0, found.start()) + other + rules.substring(found.end())));
            }
        }
        assertThat(changes).hasSizeGreaterThan(50);
        return changes;
    }

    /** Of whole numbers next to 0 and 1 others than half and double, which would mean the same. */
    private static List<String> others(MatchResult threshold) {
        if (threshold.group(2) != null) {
            var seconds = Duration.parse("PT" + threshold.group().toUpperCase(Locale.ROOT))
                    .toSeconds();
            return List.of(seconds * 2 + "s", seconds / 2 + "s");
        }
        return switch (threshold.group()) {
            case "0" -> List.of("5", "-1");
            case "1" -> List.of("5", "0");
            default -> {
                var value = Double.parseDouble(threshold.group());
                yield List.of(String.valueOf(value * 2), String.valueOf(value / 2));
            }
        };
    }

    @Test
    void routesLeadWhereTheyShould() {
        assertThat(WatchTool.run("amtool", "check-config", WatchTool.ALERTMANAGER.toString()))
                .satisfies(
                        answer -> assertThat(answer.status()).as(answer.said()).isZero());
        assertThat(receiver("alertname=Watchdog", "severity=info")).isEqualTo("outside");
        assertThat(receiver("alertname=StockDrift", "severity=urgent")).isEqualTo("urgent");
        assertThat(receiver("alertname=CommitsSlow", "severity=warning")).isEqualTo("shown");
    }

    private static String receiver(String... labels) {
        var command = Stream.concat(
                        Stream.of("amtool", "config", "routes", "test", "--config.file=" + WatchTool.ALERTMANAGER),
                        Stream.of(labels))
                .toArray(String[]::new);
        return WatchTool.run(command)
                .said()
                .lines()
                .reduce((first, second) -> second)
                .orElse("");
    }

    private boolean passes(String rules) throws IOException {
        Files.writeString(place.resolve("stampede-alerts.yml"), rules);
        var readable = WatchTool.run("promtool", "check", "rules", file("stampede-alerts.yml"));
        assertThat(readable.status()).as(readable.said()).isZero();
        return TESTS.stream()
                .allMatch(tests ->
                        WatchTool.run("promtool", "test", "rules", file(tests)).status() == 0);
    }

    private String file(String name) {
        return place.resolve(name).toString();
    }

    private static String found(String pattern, String text) {
        var found = Pattern.compile(pattern).matcher(text);
        assertThat(found.find()).as(pattern + " in " + text).isTrue();
        return found.group(1);
    }

    record Change(String what, String rules) {

        @Override
        public String toString() {
            return what;
        }
    }
}
