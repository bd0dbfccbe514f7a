package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What Kubernetes would be told, as {@code kubectl kustomize} renders it: by the models of Kubernetes' own client, which refuse what they
 * do not know, and by rules of ours. There is no cluster here, so none of it has run.
 */
class KubernetesTests {

    @ParameterizedTest
    @CsvSource({"base, 18", "small, 19", "sale, 20", "servers, 1"})
    void isUnderstoodAndFollowsTheRules(String overlay, int many) {
        var documents = KubernetesDocuments.of(overlay);

        assertThat(findings(documents)).isEmpty();
        assertThat(documents.all()).hasSize(many);
    }

    @ParameterizedTest
    @ValueSource(strings = {"small", "sale"})
    void runsWhatTheShopConsistsOf(String overlay) {
        assertThat(KubernetesDocuments.of(overlay).all().stream()
                        .filter(document -> !KubernetesDocuments.pod(document).isEmpty())
                        .map(KubernetesDocuments::name))
                .containsExactlyInAnyOrder("web", "worker", "beat", "migrate");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "",
            value = {
                "small | readinessProbe: | readynessProbe: | readynessProbe",
                "small | mountPath: /tmp | mountPaht: /tmp | mountPaht",
                "small | replicas: 2 | replicas: two | two",
                "small | livenessProbe: | startupProbe: | livenessProbe",
                "small | image: stampede:1 | image: stampede:latest | latest",
                "small | STAMPEDE_FORWARD_HEADERS: native | STAMPEDE_FORWARD_HEADER: native | no STAMPEDE_FORWARD_HEADER",
                "small | SPRING_PROFILES_ACTIVE: | SPRING_PROFILE_ACTIVE: | no SPRING_PROFILE_ACTIVE",
                "small | REMOTEIP_INTERNALPROXIES: | REMOTE_IP_INTERNALPROXIES: | no SERVER_TOMCAT_REMOTE_IP_INTERNALPROXIES",
                "small | name: STAMPEDE_ROLES | name: STAMPEDE_ROLE | no STAMPEDE_ROLE",
                "small | name: STAMPEDE_NODE | name: SPRING_NODE | no SPRING_NODE",
                "small | readOnlyRootFilesystem: true | readOnlyRootFilesystem: false | read-only",
                "small | terminationGracePeriodSeconds: 75 | terminationGracePeriodSeconds: 66 | web: it ends before",
                "small | seconds: 5 | seconds: 1 | web: it ends while",
                "small | preStop: | prestop: | prestop",
                "small | minAvailable: 2 | minAvailable: 3 | lets nobody leave",
                "small | minReplicas: 3 | minReplicas: 2 | lets nobody leave",
                "small | averageUtilization: 60 | averageUtilisation: 60 | averageUtilisation",
                "small | kind: HorizontalPodAutoscaler | kind: HorizontalPodAutoScaler | nobody says how many",
                "small | backoffLimit: | backOffLimit: | backOffLimit",
                "small | replicas: 2 | paused: false | nobody says how many",
                "sale | minReplicaCount: | minReplicas: | minReplicas",
                "sale | maxReplicaCount: 24 | maxReplicaCount: '24' | maxReplicaCount is no whole number",
                "sale | scaleTargetRef: | scaleTarget: | scaleTargetRef is missing",
                "sale | desiredReplicas: | replicas: | desiredReplicas is missing",
                "sale | value: '200' | value: 200 | value of a trigger is no text",
                "sale | queueName: | queue: | queueName is missing",
                "sale | excludeUnacknowledged: | excludeUnacked: | excludeUnacked",
                "sale | type: rabbitmq | type: rabbit | rabbit",
                "sale | metricType: | metrictype: | metrictype",
                "sale | scaleUp: | scaleup: | scaleup",
                "sale | keda.sh/v1alpha1 | keda.sh/v1 | keda.sh/v1",
            })
    void findsWhatIsBroken(String overlay, String good, String bad, String what) {
        var rendered = KubernetesDocuments.of(overlay).rendered().replace('"', '\'');
        assertThat(rendered).contains(good);

        assertThat(findings(new KubernetesDocuments(rendered.replace(good, bad))))
                .anySatisfy(finding -> assertThat(finding).contains(what));
    }

    @Test
    void namesEachSecretThatTheShopReads() throws IOException {
        var secrets = KubernetesVariables.ofTheShop().stream()
                .filter(variable ->
                        variable.matches(".*(PASSWORD|KEY|TOKEN|_USER)") && !variable.matches(".*(PREVIOUS|DEMO).*"))
                .map(variable -> variable + "=")
                .toList();

        assertThat(secrets).hasSizeGreaterThan(5);
        assertThat(Files.readString(KubernetesDocuments.PLACE.resolve("secret.example.env"))
                        .lines())
                .containsAll(secrets);
    }

    private static List<String> findings(KubernetesDocuments documents) {
        return Stream.of(
                        KubernetesModels.findings(documents),
                        KubernetesVariables.findings(documents),
                        KubernetesRules.findings(documents))
                .flatMap(List::stream)
                .toList();
    }
}
