package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.servers.KubernetesDocuments.name;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonDeserializer;
import com.google.gson.JsonElement;
import io.kubernetes.client.openapi.models.V1ConfigMap;
import io.kubernetes.client.openapi.models.V1Deployment;
import io.kubernetes.client.openapi.models.V1Ingress;
import io.kubernetes.client.openapi.models.V1Job;
import io.kubernetes.client.openapi.models.V1NetworkPolicy;
import io.kubernetes.client.openapi.models.V1PodDisruptionBudget;
import io.kubernetes.client.openapi.models.V1Service;
import io.kubernetes.client.openapi.models.V1ServiceAccount;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscaler;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Map;

/** What Kubernetes knows of each kind of document, by its own client, and KEDA by {@link KedaModel}: they refuse what they do not know. */
final class KubernetesModels {

    private static final Map<String, Model> MODELS = Map.of(
            "Deployment", new Model(V1Deployment.class, V1Deployment::validateJsonElement),
            "Job", new Model(V1Job.class, V1Job::validateJsonElement),
            "Service", new Model(V1Service.class, V1Service::validateJsonElement),
            "ServiceAccount", new Model(V1ServiceAccount.class, V1ServiceAccount::validateJsonElement),
            "ConfigMap", new Model(V1ConfigMap.class, V1ConfigMap::validateJsonElement),
            "Ingress", new Model(V1Ingress.class, V1Ingress::validateJsonElement),
            "NetworkPolicy", new Model(V1NetworkPolicy.class, V1NetworkPolicy::validateJsonElement),
            "PodDisruptionBudget", new Model(V1PodDisruptionBudget.class, V1PodDisruptionBudget::validateJsonElement),
            "HorizontalPodAutoscaler",
                    new Model(V2HorizontalPodAutoscaler.class, V2HorizontalPodAutoscaler::validateJsonElement),
            "ScaledObject", new Model(Map.class, KedaModel::check));

    /** Nobody writes times into these files. */
    private static final Gson JSON = new GsonBuilder()
            .registerTypeAdapter(OffsetDateTime.class, (JsonDeserializer<OffsetDateTime>)
                    (time, type, context) -> OffsetDateTime.parse(time.getAsString()))
            .create();

    private KubernetesModels() {}

    /** What is wrong with each document; empty if it is understood. */
    static List<String> findings(KubernetesDocuments documents) {
        return documents.all().stream()
                .flatMap(document ->
                        refusal(document).stream().map(why -> document.get("kind") + " " + name(document) + ": " + why))
                .toList();
    }

    private static List<String> refusal(Map<String, Object> document) {
        var model = MODELS.get(String.valueOf(document.get("kind")));
        if (model == null) {
            return List.of("nobody knows what it may have");
        }
        try {
            var json = JSON.toJsonTree(document);
            model.names().check(json);
            assertThat((Object) JSON.fromJson(json, model.type())).isNotNull();
            return List.of();
        } catch (IOException | RuntimeException refused) {
            return List.of(String.valueOf(refused.getMessage()));
        }
    }

    /**
     * What is known of a kind.
     *
     * @param type whose numbers are numbers
     * @param names refuses what it does not know, and misses what it needs
     */
    private record Model(Class<?> type, Names names) {}

    private interface Names {

        void check(JsonElement document) throws IOException;
    }
}
