package stampede.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.task.Beat;
import stampede.task.Remember;
import stampede.task.TaskState;
import stampede.task.admin.DeadTask;
import stampede.task.admin.TaskWait;
import stampede.workflow.StepState;
import stampede.workflow.WorkflowState;

class MonitorWordsTests {

    private static final Path TEMPLATES = Path.of("templates/tasks");
    private static final Pattern NAMED = Pattern.compile("monitor\\.text\\('([\\w.-]+)'[,)]");
    private static final Pattern VALUE = Pattern.compile("\\{\\d}");

    private final Properties english = read("monitor.properties");
    private final Properties chinese = read("monitor_zh.properties");

    @Test
    void bothLanguagesHaveWordsForTheSameThings() {
        assertThat(chinese.stringPropertyNames()).containsExactlyInAnyOrderElementsOf(english.stringPropertyNames());
        assertThat(english.stringPropertyNames())
                .allSatisfy(key -> assertThat(values(chinese, key)).as(key).isEqualTo(values(english, key)));
    }

    /** A single apostrophe would swallow the value after it. */
    @Test
    void noMessageWithValuesHasALoneApostrophe() {
        assertThat(Stream.of(english, chinese)
                        .flatMap(language -> language.values().stream().map(String.class::cast))
                        .filter(words -> words.contains("{"))
                        .map(words -> words.replace("''", "")))
                .noneMatch(words -> words.contains("'"));
    }

    @Test
    void everyStateHasWords() {
        assertThat(english.stringPropertyNames())
                .containsAll(named("state.", "", TaskState.values()))
                .containsAll(named("state.", ".text", TaskState.values()))
                .containsAll(named("step.", "", StepState.values()))
                .containsAll(named("workflow.state.", ".text", WorkflowState.values()))
                .containsAll(named("dead.status.", "", DeadTask.Status.values()))
                .containsAll(named("dead.deed.", "", AllDeadController.Deed.values()))
                .containsAll(named("dead.deed.", "", DeadTaskController.Deed.values()))
                .containsAll(named("queue.deed.", "", TaskQueueController.Deed.values()))
                .containsAll(named("what.", "", TaskStory.Moment.What.values()))
                .containsAll(named("misfire.", "", Beat.Misfire.values()))
                .containsAll(named("wait.", "", TaskWait.Reason.values()))
                .containsAll(named("known.span.", "", KnownTasksView.Span.values()))
                .containsAll(named("known.remember.", "", Remember.values()));
    }

    @Test
    void templatesUseOnlyWordsThatExist() throws IOException {
        assertThat(templates().stream()
                        .flatMap(template -> NAMED.matcher(text(template)).results())
                        .map(found -> found.group(1))
                        .distinct())
                .isNotEmpty()
                .allMatch(english::containsKey);
    }

    /** Neither the path, which is a setting, nor messages of the application. */
    @Test
    void templatesNameNothingOfTheApplication() throws IOException {
        assertThat(templates())
                .isNotEmpty()
                .allSatisfy(template -> assertThat(text(template))
                        .as(template.toString())
                        .doesNotContain("@{/", "#{", "'/tasks", "assets.", "style=\"", "onclick"));
    }

    @Test
    void otherLanguagesAreToldInEnglish() {
        var words = new MonitorWords();

        assertThat(words.text(Locale.FRENCH, "queues")).isEqualTo("Queues");
        assertThat(words.text(Locale.SIMPLIFIED_CHINESE, "queues")).isEqualTo("队列");
        assertThat(words.text(Locale.ENGLISH, "dead.deed.ALL_REPLAYED", 1234)).isEqualTo("1,234 tasks are sent again.");
    }

    private static List<String> named(String before, String after, Enum<?>... names) {
        return Arrays.stream(names).map(name -> before + name + after).toList();
    }

    private static List<Path> templates() throws IOException {
        try (var files = Files.list(TEMPLATES)) {
            return files.toList();
        }
    }

    private static List<String> values(Properties language, String key) {
        return VALUE.matcher(language.getProperty(key, ""))
                .results()
                .map(found -> found.group())
                .sorted()
                .distinct()
                .toList();
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static Properties read(String file) {
        var properties = new Properties();
        try (Reader reader = Files.newBufferedReader(Path.of("src/tasks/main/resources/stampede/monitor", file))) {
            properties.load(reader);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return properties;
    }
}
