package stampede.alert;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Ascii;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.StandardEnvironment;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The shop's own rules and those for Prometheus say the same, so that one is not changed without the other. */
class AlertRulesAgreeTests {

    /** What somebody has to be told of at the least. */
    private static final List<AlertRule> SEVEN = List.of(
            AlertRule.DEAD_LETTERS,
            AlertRule.ARCHIVED,
            AlertRule.FINAL_FAILURES,
            AlertRule.PURCHASE_SUCCESS,
            AlertRule.COMMIT_DELAY,
            AlertRule.STUCK,
            AlertRule.DRIFT);

    private static final Pattern FIRST_LIMIT = Pattern.compile("(?<![!=])[<>]\\s*([0-9.]+)");
    private static final Pattern DURATION = Pattern.compile("(\\d+)([smh])");

    private static final AlertThresholdProperties THRESHOLDS =
            Binder.get(new StandardEnvironment()).bindOrCreate("stampede.alert", AlertThresholdProperties.class);

    private static final Map<AlertRule, Map<String, Object>> RULES = new HashMap<>();

    @BeforeAll
    static void readTheRules() throws IOException {
        var file = root().resolve("src/deploy/prometheus/stampede-alerts.yml");
        Map<String, List<Map<String, List<Map<String, Object>>>>> read =
                new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
        read.getOrDefault("groups", List.of()).stream()
                .flatMap(group -> group.getOrDefault("rules", List.of()).stream())
                .forEach(rule -> named(rule).ifPresent(ours -> RULES.put(ours, rule)));
    }

    @Test
    void theSevenAreOnBothSides() {
        assertThat(RULES.keySet()).containsAll(SEVEN);
    }

    @Test
    void firesAfterTheSameTimeAndMattersAsMuch() {
        RULES.forEach((ours, theirs) -> {
            var lasts = ours == AlertRule.UNSETTLED ? THRESHOLDS.unsettledAfter() : ours.lasts();
            assertThat(duration(String.valueOf(theirs.getOrDefault("for", "0s"))))
                    .as("%s: for", ours.id())
                    .isEqualTo(lasts);
            assertThat(labels(theirs).get("severity"))
                    .as("%s: severity", ours.id())
                    .isEqualTo(Ascii.toLowerCase(ours.severity().name()));
        });
    }

    @Test
    void beginsAtTheSameValue() {
        RULES.forEach((ours, theirs) -> threshold(ours)
                .ifPresent(value -> assertThat(limits(theirs))
                        .as("%s: %s", ours.id(), theirs.get("expr"))
                        .contains(value)));
        assertThat(limits(RULES.getOrDefault(AlertRule.FINAL_FAILURES, Map.of())))
                .as("from so many tasks on")
                .contains((double) THRESHOLDS.finalFailuresFrom());
    }

    /** Tests run in the folder of their artifact. */
    private static Path root() {
        for (var folder = Path.of("").toAbsolutePath(); folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("src/deploy"))) {
                return folder;
            }
        }
        throw new IllegalStateException("No folder above has src/deploy");
    }

    private static Optional<Double> threshold(AlertRule rule) {
        return switch (rule) {
            case DEAD_LETTERS -> Optional.of((double) THRESHOLDS.deadLetters());
            case FINAL_FAILURES -> Optional.of(THRESHOLDS.finalFailures());
            case PURCHASE_SUCCESS -> Optional.of(THRESHOLDS.purchaseSuccess());
            case COMMIT_DELAY -> Optional.of(THRESHOLDS.commitDelay().toMillis() / 1e3);
            case STUCK -> Optional.of((double) THRESHOLDS.stuck());
            case ARCHIVED, BOOKS, UNSETTLED, BROKER_PARTED -> Optional.of(0.0);
            case DRIFT, MONEY, SERVER_AWAY, NODE_GONE, COLD, NO_WORKER, NO_BEAT, CLOCK, SETTINGS -> Optional.empty();
        };
    }

    private static List<Double> limits(Map<String, Object> rule) {
        return FIRST_LIMIT
                .matcher(String.valueOf(rule.get("expr")))
                .results()
                .map(limit -> Double.valueOf(limit.group(1)))
                .toList();
    }

    private static Optional<AlertRule> named(Map<String, Object> rule) {
        return Stream.ofNullable(labels(rule).get("stampede_rule"))
                .flatMap(name -> AlertRule.of(name).stream())
                .findFirst();
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> labels(Map<String, Object> rule) {
        return (Map<String, String>) rule.getOrDefault("labels", Map.of());
    }

    private static Duration duration(String text) {
        var read = DURATION.matcher(text);
        assertThat(read.matches()).as(text).isTrue();
        var number = Long.parseLong(read.group(1));
        return switch (read.group(2)) {
            case "s" -> Duration.ofSeconds(number);
            case "m" -> Duration.ofMinutes(number);
            default -> Duration.ofHours(number);
        };
    }
}
