package stampede.task.examples;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.util.ClassUtils;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.NoRetry;
import stampede.task.Retry;
import stampede.task.SendOption;
import stampede.task.Task;
import stampede.task.TaskPayload;

/** Keeps {@code src/docs/tasks.md} true: its snippets stand in examples that run, and its reference leaves nothing out. */
class GuideTests {

    private static final Path EXAMPLES = Path.of("src/tasks/test/java/stampede/task/examples");
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final String GUIDE = read(Path.of("src/docs/tasks.md"));

    static Stream<String> snippets() {
        return SNIPPET.matcher(GUIDE).results().map((MatchResult found) -> found.group(1));
    }

    @ParameterizedTest
    @MethodSource
    void snippets(String snippet) throws IOException {
        try (var files = Files.list(EXAMPLES)) {
            assertThat(files.map(GuideTests::read)
                            .map(GuideTests::flat)
                            .anyMatch(example -> example.contains(flat(snippet))))
                    .as("an example contains\n" + snippet)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(classes = {Task.class, TaskPayload.class, BatchTask.class, Beat.class, Retry.class, NoRetry.class})
    void tellsOfEveryAttribute(Class<? extends Annotation> annotation) {
        var section = section("### @" + annotation.getSimpleName());

        assertThat(Arrays.stream(annotation.getDeclaredMethods()).map(Method::getName))
                .allSatisfy(attribute -> assertThat(section).contains("`" + attribute + "`"));
    }

    @Test
    void tellsOfEveryOption() {
        var section = section("### Options of `send`");

        assertThat(Arrays.stream(SendOption.class.getDeclaredMethods())
                        .map(method -> method.getName() + "("
                                + Arrays.stream(method.getParameterTypes())
                                        .map(Class::getSimpleName)
                                        .collect(joining(", "))
                                + ")"))
                .allSatisfy(option -> assertThat(section).contains("`" + option + "`"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "task.TaskProperties",
                "task.event.TaskWatchProperties",
                "task.sending.TaskRetentionProperties",
                "history.HistoryProperties",
                "workflow.WorkflowProperties",
                "celery.CeleryProperties"
            })
    void tellsOfEverySetting(String properties) throws ClassNotFoundException {
        var type = ClassUtils.forName("stampede." + properties, null);
        var prefix = type.getAnnotation(ConfigurationProperties.class).value();
        var section = section("### Settings");

        assertThat(Arrays.stream(type.getRecordComponents())
                        .map(component -> prefix + "." + dashed(component.getName())))
                .allSatisfy(setting -> assertThat(section).contains("`" + setting));
    }

    @Test
    void leadsToEveryExample() throws IOException {
        try (var files = Files.list(EXAMPLES)) {
            var names = files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith("Tests.java") && !name.equals("GuideTests.java"))
                    .toList();
            assertThat(names).allSatisfy(name -> assertThat(GUIDE).contains("/" + name + ")"));
        }
    }

    private static String section(String heading) {
        var from = GUIDE.indexOf(heading + "\n");
        assertThat(from).as(heading).isNotNegative();
        var to = GUIDE.indexOf("\n### ", from + 1);
        return GUIDE.substring(from, to < 0 ? GUIDE.length() : to);
    }

    private static String dashed(String name) {
        return name.replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
    }

    /** Line by line without what surrounds it, because snippets are not indented. */
    private static String flat(String code) {
        return List.of(code.split("\n", -1)).stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .collect(joining("\n"));
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
