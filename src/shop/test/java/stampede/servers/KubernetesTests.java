package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/**
 * What Kubernetes would be told, as {@code kubectl kustomize} renders it: by the models of Kubernetes' own client, which refuse what they
 * do not know, and by rules of ours. There is no cluster here, so none of it has run.
 */
class KubernetesTests {

    private static final Path PLACE = Path.of("src/deploy/kubernetes");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{(STAMPEDE_[A-Z_]+)");

    /** What others read: KEDA's scaler. */
    private static final Set<String> OF_OTHERS = Set.of("STAMPEDE_RABBIT_MANAGEMENT_WITH_PASSWORD");

    private static final Map<String, Model> MODELS = Map.of(
            "Deployment", new Model(V1Deployment.class, V1Deployment::validateJsonElement),
            "Service", new Model(V1Service.class, V1Service::validateJsonElement),
            "ServiceAccount", new Model(V1ServiceAccount.class, V1ServiceAccount::validateJsonElement),
            "ConfigMap", new Model(V1ConfigMap.class, V1ConfigMap::validateJsonElement),
            "Ingress", new Model(V1Ingress.class, V1Ingress::validateJsonElement),
            "NetworkPolicy", new Model(V1NetworkPolicy.class, V1NetworkPolicy::validateJsonElement),
            "PodDisruptionBudget", new Model(V1PodDisruptionBudget.class, V1PodDisruptionBudget::validateJsonElement));

    /** Nobody writes times into these files. */
    private static final Gson JSON = new GsonBuilder()
            .registerTypeAdapter(OffsetDateTime.class, (JsonDeserializer<OffsetDateTime>)
                    (time, type, context) -> OffsetDateTime.parse(time.getAsString()))
            .create();

    @ParameterizedTest
    @ValueSource(strings = {"base", "small", "sale"})
    void isUnderstoodAndFollowsTheRules(String overlay) {
        var rendered = render(overlay);

        assertThat(findings(rendered)).isEmpty();
        assertThat(rendered).contains("kind: Deployment", "name: web", "name: worker", "name: beat");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "readinessProbe: | readynessProbe: | readynessProbe",
                "mountPath: /tmp | mountPaht: /tmp | mountPaht",
                "replicas: 2 | replicas: two | ",
                "livenessProbe: | lifecycle: | livenessProbe",
                "image: stampede:1 | image: stampede:latest | latest",
                "STAMPEDE_FORWARD_HEADERS: native | STAMPEDE_FORWARD_HEADER: native | STAMPEDE_FORWARD_HEADER",
                "readOnlyRootFilesystem: true | readOnlyRootFilesystem: false | read-only",
                "terminationGracePeriodSeconds: 75 | terminationGracePeriodSeconds: 30 | ends",
            })
    void findsWhatIsBroken(String good, String bad, String what) {
        var broken = render("small").replace(good, bad);
        if (good.equals("livenessProbe:")) {
            broken = broken.replaceAll("(?s)lifecycle:.*?(?=\\n {8}name: stampede)", "stdin: false");
        }

        assertThat(findings(broken))
                .isNotEmpty()
                .anySatisfy(finding -> assertThat(finding).contains(what == null ? "" : what));
    }

    @Test
    void namesEachSecretThatTheShopReads() throws IOException {
        var secrets = new TreeSet<String>();
        var variables = VARIABLE.matcher(application());
        while (variables.find()) {
            if (variables.group(1).matches(".*(PASSWORD|KEY|TOKEN|_USER)")
                    && !variables.group(1).matches(".*(PREVIOUS|DEMO).*")) {
                secrets.add(variables.group(1));
            }
        }

        assertThat(secrets).hasSizeGreaterThan(5);
        assertThat(Files.readString(PLACE.resolve("secret.example.env")).lines())
                .containsAll(secrets.stream().map(name -> name + "=").toList());
    }

    private static List<String> findings(String rendered) {
        var findings = new ArrayList<String>();
        var documents = documents(rendered);
        var budgets = documents.stream()
                .filter(document -> "PodDisruptionBudget".equals(document.get("kind")))
                .map(KubernetesTests::name)
                .toList();
        var known = known();
        for (var document : documents) {
            var kind = String.valueOf(document.get("kind"));
            var model = MODELS.get(kind);
            if (model != null) {
                refusal(model, document).forEach(why -> findings.add(kind + " " + name(document) + ": " + why));
            }
            if (kind.equals("Deployment")) {
                if (!budgets.contains(name(document))) {
                    findings.add(name(document) + " has no budget");
                }
                pod(document).forEach(rule -> findings.add(name(document) + ": " + rule));
            }
            if (kind.equals("ConfigMap")) {
                map(document.get("data")).keySet().stream()
                        .filter(variable -> variable.startsWith("STAMPEDE_") && !known.contains(variable))
                        .forEach(variable -> findings.add("the shop reads no " + variable));
            }
        }
        return findings;
    }

    /** What the shop's own rules say of a pod. */
    private static List<String> pod(Map<String, Object> deployment) {
        var broken = new ArrayList<String>();
        var pod = map(map(map(deployment.get("spec")).get("template")).get("spec"));
        if (!(pod.get("terminationGracePeriodSeconds") instanceof Integer seconds) || seconds < 62) {
            broken.add("it ends before what it has in hand");
        }
        var container = map(((List<?>) Objects.requireNonNull(pod.get("containers"))).get(0));
        for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            if (!container.containsKey(probe)) {
                broken.add("it has no " + probe);
            }
        }
        var resources = map(container.get("resources"));
        if (!map(resources.get("requests")).keySet().containsAll(Set.of("cpu", "memory"))
                || map(resources.get("limits")).containsKey("cpu")) {
            broken.add("it requests too little, or its processor is limited");
        }
        if (!Boolean.TRUE.equals(map(container.get("securityContext")).get("readOnlyRootFilesystem"))) {
            broken.add("its root is not read-only");
        }
        var image = String.valueOf(container.get("image"));
        if (image.endsWith(":latest") || !image.contains(":")) {
            broken.add("latest is no version: " + image);
        }
        return broken;
    }

    private static List<String> refusal(Model model, Map<String, Object> document) {
        try {
            var json = JSON.toJsonTree(document);
            model.names().check(json);
            assertThat((Object) JSON.fromJson(json, model.type())).isNotNull();
            return List.of();
        } catch (IOException | RuntimeException refused) {
            return List.of(String.valueOf(refused.getMessage()));
        }
    }

    private static Set<String> known() {
        var known = new TreeSet<>(OF_OTHERS);
        var variables = VARIABLE.matcher(application());
        while (variables.find()) {
            known.add(variables.group(1));
        }
        return known;
    }

    private static String application() {
        try {
            return Files.readString(Path.of("src/shop/main/resources/application.yaml"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String name(Map<String, Object> document) {
        return String.valueOf(map(document.get("metadata")).get("name"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(@Nullable Object value) {
        return value == null ? Map.of() : (Map<String, Object>) value;
    }

    private static List<Map<String, Object>> documents(String rendered) {
        return StreamSupport.stream(
                        new Yaml(new SafeConstructor(new LoaderOptions()))
                                .loadAll(rendered)
                                .spliterator(),
                        false)
                .map(KubernetesTests::map)
                .toList();
    }

    private static String render(String overlay) {
        try {
            var process = new ProcessBuilder(
                            "kubectl", "kustomize", PLACE.resolve(overlay).toString())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            var rendered = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            assertThat(process.waitFor()).as(rendered).isZero();
            return rendered;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException stopped) {
            throw new IllegalStateException(stopped);
        }
    }

    /**
     * What Kubernetes knows of a kind.
     *
     * @param type whose numbers are numbers
     * @param names refuses what it does not know, and misses what it needs
     */
    private record Model(Class<?> type, Names names) {}

    private interface Names {

        void check(JsonElement document) throws IOException;
    }
}
