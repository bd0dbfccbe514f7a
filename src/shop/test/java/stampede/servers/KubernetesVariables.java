package stampede.servers;

import static stampede.servers.KubernetesDocuments.list;
import static stampede.servers.KubernetesDocuments.map;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Which variables the shop reads: those in its {@code application.yaml}, and whatever Spring Boot has a setting for. */
final class KubernetesVariables {

    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(STAMPEDE_[A-Z_]+)");
    private static final String SETTINGS = "META-INF/spring-configuration-metadata.json";

    private KubernetesVariables() {}

    /** Those that are set for containers, directly or by a map, and read by nobody. */
    static List<String> findings(KubernetesDocuments documents) {
        var known = ofTheShop();
        known.addAll(ofSpring());
        return Stream.concat(
                        documents.ofKind("ConfigMap").flatMap(map -> map(map.get("data")).keySet().stream()),
                        documents
                                .containers()
                                .flatMap(container -> list(container.get("env"))
                                        .map(variable -> String.valueOf(variable.get("name")))))
                .filter(variable -> !known.contains(variable))
                .distinct()
                .map(variable -> "the shop reads no " + variable)
                .toList();
    }

    static Set<String> ofTheShop() {
        try {
            var application = Files.readString(Path.of("src/shop/main/resources/application.yaml"));
            var known = new TreeSet<String>();
            VARIABLE.matcher(application).results().forEach(variable -> known.add(variable.group(1)));
            return known;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Set<String> ofSpring() {
        try {
            var known = new TreeSet<String>();
            for (var settings :
                    Collections.list(KubernetesVariables.class.getClassLoader().getResources(SETTINGS))) {
                try (var file = settings.openStream()) {
                    for (JsonNode setting : JsonMapper.shared().readTree(file).path("properties")) {
                        known.add(variable(setting.path("name").asString()));
                    }
                }
            }
            return known;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** As Spring Boot binds a setting to the environment. */
    private static String variable(String setting) {
        return setting.replace("-", "").replace('.', '_').toUpperCase(Locale.ROOT);
    }
}
