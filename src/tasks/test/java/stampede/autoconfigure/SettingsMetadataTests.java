package stampede.autoconfigure;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Editors know every setting of the library, and what it is for. */
class SettingsMetadataTests {

    private static final List<String> BY_HAND =
            List.of("stampede.roles", "stampede.task.enabled", "stampede.celery.result-backend-ca");

    @Test
    void everySettingIsDescribed() throws IOException {
        var described = described("META-INF/spring-configuration-metadata.json");

        assertThat(described).containsAll(BY_HAND).containsAll(settings());
    }

    private static List<String> settings() {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(new AnnotationTypeFilter(ConfigurationProperties.class));
        var settings = new ArrayList<String>();
        for (var found : scanner.findCandidateComponents("stampede")) {
            var type = ClassUtils.resolveClassName(String.valueOf(found.getBeanClassName()), null);
            var prefix = type.getAnnotation(ConfigurationProperties.class).value();
            for (var part : type.getRecordComponents()) {
                settings.add(prefix + "."
                        + part.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT));
            }
        }
        assertThat(settings).hasSizeGreaterThan(30);
        return settings;
    }

    private static List<String> described(String file) throws IOException {
        JsonNode metadata = new JsonMapper().readTree(new ClassPathResource(file).getInputStream());
        return StreamSupport.stream(metadata.get("properties").spliterator(), false)
                .filter(property -> !property.path("description").asString("").isBlank())
                .map(property -> property.get("name").asString())
                .toList();
    }
}
