package stampede.task.examples;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.core.io.ByteArrayResource;
import org.springframework.util.ClassUtils;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import stampede.task.BatchTask;
import stampede.task.Beat;
import stampede.task.NoRetry;
import stampede.task.Retry;
import stampede.task.SendOption;
import stampede.task.Task;
import stampede.task.TaskPayload;

/** Keeps {@code src/docs/tasks.md} true: its snippets stand in examples that run, its new project is the example, and its reference leaves nothing out. */
class GuideTests {

    private static final Path EXAMPLES = Path.of("src/tasks/test/java/stampede/task/examples");
    private static final Path PROJECT = Path.of("src/example");
    private static final Pattern SNIPPET = Pattern.compile("```(java|xml|yaml)\n(.*?)```", Pattern.DOTALL);
    private static final String GUIDE = read(Path.of("src/docs/tasks.md"));

    static Stream<String> snippets() {
        return in("java");
    }

    private static Stream<String> in(String language) {
        return SNIPPET.matcher(GUIDE)
                .results()
                .filter(found -> found.group(1).equals(language))
                .map((MatchResult found) -> found.group(2));
    }

    @ParameterizedTest
    @MethodSource
    void snippets(String snippet) throws IOException {
        try (var examples = Files.list(EXAMPLES);
                var project = Files.walk(PROJECT)) {
            assertThat(Stream.concat(examples, project)
                            .filter(file -> file.toString().endsWith(".java"))
                            .map(GuideTests::read)
                            .map(GuideTests::flat)
                            .anyMatch(example -> example.contains(flat(snippet))))
                    .as("an example contains\n" + snippet)
                    .isTrue();
        }
    }

    @Test
    void beginsANewProjectThatAsksForWhatTheExampleHas() throws Exception {
        var guide = xml(in("xml").findFirst().orElseThrow());
        var ours = xml(read(Path.of("pom.xml")));

        assertThat(dependencies(guide)).isEqualTo(dependencies(xml(read(PROJECT.resolve("pom.xml")))));
        assertThat(text(guide, "/project/parent/version")).isEqualTo(text(ours, "/project/parent/version"));
        assertThat(text(guide, "/project/properties/stampede.version")).isEqualTo(text(ours, "/project/version"));
        assertThat(text(guide, "/project/properties/java.version"))
                .isEqualTo(text(ours, "/project/properties/java.version"));
    }

    @Test
    void namesTheServersAsTheExampleDoes() {
        var guide = yaml(in("yaml").findFirst().orElseThrow());

        assertThat(yaml(read(PROJECT.resolve("main/resources/application.yaml"))))
                .containsAllEntriesOf(guide);
        var servers = yaml(in("yaml").skip(1).findFirst().orElseThrow());
        var ours = yaml(read(Path.of("src/deploy/compose.yaml")));
        for (var server : List.of("mariadb", "rabbitmq")) {
            var image =
                    servers.getProperty("services." + server + ".image", "?").replace("-management", "");
            assertThat(ours.getProperty("services." + server + ".image")).startsWith(image + ".");
        }
        assertThat(guide.getProperty("spring.datasource.url"))
                .contains(":3306/" + servers.getProperty("services.mariadb.environment.MARIADB_DATABASE") + "?");
        assertThat(guide.getProperty("spring.datasource.username"))
                .contains(":" + servers.getProperty("services.mariadb.environment.MARIADB_USER") + "}");
        assertThat(guide.getProperty("spring.datasource.password"))
                .contains(":" + servers.getProperty("services.mariadb.environment.MARIADB_PASSWORD") + "}");
    }

    private static Properties yaml(String text) {
        var reader = new YamlPropertiesFactoryBean();
        reader.setResources(new ByteArrayResource(text.getBytes(StandardCharsets.UTF_8)));
        return Objects.requireNonNull(reader.getObject());
    }

    private static Document xml(String text) throws Exception {
        return DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new InputSource(new StringReader(text)));
    }

    private static String text(Document pom, String path) throws Exception {
        return XPathFactory.newInstance().newXPath().evaluate(path, pom);
    }

    /** Group, name and scope of each. */
    private static Set<String> dependencies(Document pom) throws Exception {
        var found = (NodeList) XPathFactory.newInstance()
                .newXPath()
                .evaluate("/project/dependencies/dependency", pom, XPathConstants.NODESET);
        var names = new TreeSet<String>();
        for (int i = 0; i < found.getLength(); i++) {
            var path = XPathFactory.newInstance().newXPath();
            names.add(path.evaluate("groupId", found.item(i)) + ":" + path.evaluate("artifactId", found.item(i)) + ":"
                    + path.evaluate("scope", found.item(i)));
        }
        return names;
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
                "task.TaskBrokerProperties",
                "task.outbox.RelayProperties",
                "task.worker.WorkerProperties",
                "task.schema.TaskSchemaProperties",
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
