package stampede.servers;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import io.kubernetes.client.openapi.models.V1ObjectMeta;
import io.kubernetes.client.openapi.models.V2HorizontalPodAutoscalerBehavior;
import java.io.IOException;
import java.util.Map;
import java.util.Set;

/**
 * What KEDA knows of a {@code ScaledObject}, by its documentation: keda.sh/docs/latest/reference/scaledobject-spec, and of each trigger
 * keda.sh/docs/latest/scalers/cron, cpu and rabbitmq-queue. Only what is used here; whoever uses more adds it from there.
 */
final class KedaModel {

    /** Of each type of trigger: what its metadata must have, and what else they may. All of it is text, numbers too. */
    private static final Map<String, Trigger> TRIGGERS = Map.of(
            "cron", new Trigger(Set.of("timezone", "start", "end", "desiredReplicas"), Set.of()),
            "cpu", new Trigger(Set.of("value"), Set.of("containerName")),
            "rabbitmq",
                    new Trigger(
                            Set.of("queueName", "mode", "value"),
                            Set.of(
                                    "protocol",
                                    "hostFromEnv",
                                    "vhostName",
                                    "activationValue",
                                    "excludeUnacknowledged")));

    private KedaModel() {}

    /** @throws IOException that says what KEDA does not know, or misses */
    static void check(JsonElement document) throws IOException {
        var object = fields(document, Set.of("apiVersion", "kind", "metadata", "spec"), Set.of());
        if (!object.get("apiVersion").getAsString().equals("keda.sh/v1alpha1")) {
            throw new IOException("KEDA has no " + object.get("apiVersion"));
        }
        V1ObjectMeta.validateJsonElement(object.get("metadata"));
        var spec = fields(
                object.get("spec"),
                Set.of("scaleTargetRef", "triggers"),
                Set.of("pollingInterval", "cooldownPeriod", "minReplicaCount", "maxReplicaCount", "advanced"));
        for (var number : Set.of("pollingInterval", "cooldownPeriod", "minReplicaCount", "maxReplicaCount")) {
            if (spec.has(number) && !isWhole(spec.get(number))) {
                throw new IOException(number + " is no whole number: " + spec.get(number));
            }
        }
        fields(spec.get("scaleTargetRef"), Set.of("name"), Set.of("apiVersion", "kind", "envSourceContainerName"));
        if (spec.has("advanced")) {
            advanced(spec.get("advanced"));
        }
        for (var trigger : spec.getAsJsonArray("triggers")) {
            trigger(trigger);
        }
    }

    private static void advanced(JsonElement advanced) throws IOException {
        var config = fields(advanced, Set.of("horizontalPodAutoscalerConfig"), Set.of("restoreToOriginalReplicaCount"))
                .get("horizontalPodAutoscalerConfig");
        V2HorizontalPodAutoscalerBehavior.validateJsonElement(
                fields(config, Set.of("behavior"), Set.of("name")).get("behavior"));
    }

    private static void trigger(JsonElement element) throws IOException {
        var trigger = fields(element, Set.of("type", "metadata"), Set.of("name", "metricType"));
        var known = TRIGGERS.get(trigger.get("type").getAsString());
        if (known == null) {
            throw new IOException("nobody has read what a trigger of " + trigger.get("type") + " needs");
        }
        for (var value :
                fields(trigger.get("metadata"), known.needed(), known.others()).entrySet()) {
            if (!value.getValue().isJsonPrimitive()
                    || !value.getValue().getAsJsonPrimitive().isString()) {
                throw new IOException(value.getKey() + " of a trigger is no text: " + value.getValue());
            }
        }
    }

    private static JsonObject fields(JsonElement element, Set<String> needed, Set<String> others) throws IOException {
        if (element == null || !element.isJsonObject()) {
            throw new IOException("there are no fields " + needed + " in " + element);
        }
        var object = element.getAsJsonObject();
        for (var name : needed) {
            if (!object.has(name)) {
                throw new IOException("the field " + name + " is missing in " + object);
            }
        }
        for (var name : object.keySet()) {
            if (!needed.contains(name) && !others.contains(name)) {
                throw new IOException("KEDA knows no field " + name + " there");
            }
        }
        return object;
    }

    private static boolean isWhole(JsonElement number) {
        return number.isJsonPrimitive()
                && number.getAsJsonPrimitive().isNumber()
                && number.getAsString().matches("\\d+");
    }

    private record Trigger(Set<String> needed, Set<String> others) {}
}
