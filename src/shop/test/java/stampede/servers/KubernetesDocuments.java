package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What Kubernetes would be told.
 *
 * @param rendered as {@code kubectl kustomize} writes it
 */
record KubernetesDocuments(String rendered) {

    static final Path PLACE = Path.of("src/deploy/kubernetes");

    static KubernetesDocuments of(String overlay) {
        try {
            var process = new ProcessBuilder(
                            "kubectl", "kustomize", PLACE.resolve(overlay).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var rendered = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(rendered).isZero();
            return new KubernetesDocuments(rendered);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    List<Map<String, Object>> all() {
        return StreamSupport.stream(
                        new Yaml(new SafeConstructor(new LoaderOptions()))
                                .loadAll(rendered)
                                .spliterator(),
                        false)
                .map(KubernetesDocuments::map)
                .toList();
    }

    Stream<Map<String, Object>> ofKind(String kind) {
        return all().stream().filter(document -> kind.equals(document.get("kind")));
    }

    /** Of all pods. */
    Stream<Map<String, Object>> containers() {
        return all().stream().flatMap(document -> list(pod(document).get("containers")));
    }

    /** What a Deployment or a Job makes pods of; empty of anything else. */
    static Map<String, Object> pod(Map<String, Object> document) {
        return map(map(map(document.get("spec")).get("template")).get("spec"));
    }

    static String name(Map<String, Object> document) {
        return String.valueOf(map(document.get("metadata")).get("name"));
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> map(@Nullable Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    /** Of maps. */
    static Stream<Map<String, Object>> list(@Nullable Object value) {
        return value == null ? Stream.empty() : ((List<?>) value).stream().map(KubernetesDocuments::map);
    }
}
