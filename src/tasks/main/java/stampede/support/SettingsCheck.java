package stampede.support;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName.Form;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Stops the start if a setting of the engine's is misspelt, which would else be as if nobody had set it. What is known is what editors
 * know: the metadata in the jars. Variables of the environment are left alone, since names there are anybody's.
 */
final class SettingsCheck {

    private static final List<ConfigurationPropertyName> OURS = Stream.of(
                    "stampede.task", "stampede.history", "stampede.workflow", "stampede.celery")
            .map(ConfigurationPropertyName::of)
            .toList();
    private static final String METADATA = "classpath*:META-INF/spring-configuration-metadata.json";

    private SettingsCheck() {}

    /** @throws WrongSetup if a setting is unknown */
    static void check(ConfigurableEnvironment environment) {
        var known = known();
        if (known.isEmpty()) {
            // Compiled without the processor that writes the metadata.
            return;
        }
        for (var source : ConfigurationPropertySources.from(environment.getPropertySources())) {
            for (var name : namesIn(source)) {
                if (!isKnown(name, known)) {
                    throw new WrongSetup(
                            "There is no setting " + name + ".",
                            "Correct it or take it away; the nearest one is " + nearest(name, known) + ".");
                }
            }
        }
    }

    private static List<ConfigurationPropertyName> namesIn(ConfigurationPropertySource source) {
        return source instanceof IterableConfigurationPropertySource all
                        && !(source.getUnderlyingSource() instanceof SystemEnvironmentPropertySource)
                ? all.stream()
                        .filter(name -> OURS.stream().anyMatch(prefix -> prefix.isAncestorOf(name)))
                        .toList()
                : List.of();
    }

    /** What a map or a list has below it is not ours to know. */
    private static boolean isKnown(ConfigurationPropertyName name, Map<String, Setting> known) {
        return IntStream.rangeClosed(1, name.getNumberOfElements())
                .mapToObj(length -> known.get(uniform(name.chop(length))))
                .anyMatch(setting -> setting != null
                        && (setting.hasMore() || uniform(setting.name()).equals(uniform(name))));
    }

    private static ConfigurationPropertyName nearest(ConfigurationPropertyName name, Map<String, Setting> known) {
        return known.values().stream()
                .min(Comparator.comparingInt(setting -> {
                    var length = setting.hasMore() ? setting.name().getNumberOfElements() : Integer.MAX_VALUE;
                    return distance(
                            uniform(name.chop(Math.min(length, name.getNumberOfElements()))), uniform(setting.name()));
                }))
                .orElseThrow()
                .name();
    }

    /** How many letters have to be changed, added or left out (Levenshtein). */
    private static int distance(String one, String other) {
        var above = IntStream.rangeClosed(0, other.length()).toArray();
        for (var i = 1; i <= one.length(); i++) {
            var row = new int[other.length() + 1];
            row[0] = i;
            for (var j = 1; j <= other.length(); j++) {
                var changed = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(changed, Math.min(above[j], row[j - 1]) + 1);
            }
            above = row;
        }
        return above[other.length()];
    }

    private static Map<String, Setting> known() {
        var known = new TreeMap<String, Setting>();
        try {
            for (var file : new PathMatchingResourcePatternResolver().getResources(METADATA)) {
                try (var text = file.getInputStream()) {
                    for (var property : new JsonMapper().readTree(text).path("properties")) {
                        remember(property, known);
                    }
                }
            }
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return known;
    }

    private static void remember(JsonNode property, Map<String, Setting> known) {
        var name = ConfigurationPropertyName.adapt(property.path("name").asString(""), '.');
        if (OURS.stream().anyMatch(prefix -> prefix.isAncestorOf(name))) {
            var type = property.path("type").asString("");
            known.put(uniform(name), new Setting(name, type.startsWith("java.util.") || type.endsWith("[]")));
        }
    }

    private static String uniform(ConfigurationPropertyName name) {
        return IntStream.range(0, name.getNumberOfElements())
                .mapToObj(index -> name.getElement(index, Form.UNIFORM))
                .collect(Collectors.joining("."));
    }

    /** @param hasMore whether it is a map or a list, with names below it */
    private record Setting(ConfigurationPropertyName name, boolean hasMore) {}
}
