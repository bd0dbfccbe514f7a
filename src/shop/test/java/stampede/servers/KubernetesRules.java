package stampede.servers;

import static stampede.servers.KubernetesDocuments.list;
import static stampede.servers.KubernetesDocuments.map;
import static stampede.servers.KubernetesDocuments.name;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What the shop's own rules say of the documents together. */
final class KubernetesRules {

    /** Seconds that a node takes to end what it has in hand. */
    private static final int TO_END = 62;

    /** Seconds until the ingress has forgotten a pod. */
    private static final int TO_BE_FORGOTTEN = 5;

    private KubernetesRules() {}

    static List<String> findings(KubernetesDocuments documents) {
        var findings = new ArrayList<String>();
        documents.ofKind("Deployment").forEach(deployment -> {
            nodes(documents, deployment).forEach(rule -> findings.add(name(deployment) + ": " + rule));
            lifetime(documents, deployment).forEach(rule -> findings.add(name(deployment) + ": " + rule));
        });
        documents
                .containers()
                .flatMap(container -> container(container).stream())
                .forEach(findings::add);
        return findings;
    }

    /** While a machine is emptied, fewer than the least there are must do. */
    private static List<String> nodes(KubernetesDocuments documents, Map<String, Object> deployment) {
        var broken = new ArrayList<String>();
        var scalers = documents.all().stream()
                .filter(document -> Set.of("HorizontalPodAutoscaler", "ScaledObject")
                        .contains(String.valueOf(document.get("kind"))))
                .map(document -> map(document.get("spec")))
                .filter(spec ->
                        name(deployment).equals(map(spec.get("scaleTargetRef")).get("name")))
                .toList();
        var replicas = map(deployment.get("spec")).get("replicas");
        if (scalers.size() > 1 || (scalers.size() == 1) == (replicas != null)) {
            broken.add("nobody says how many there are, or more than one does");
        }
        var least = scalers.isEmpty()
                ? replicas
                : Optional.ofNullable(scalers.get(0).get("minReplicas"))
                        .orElseGet(() -> scalers.get(0).get("minReplicaCount"));
        var budget = documents
                .ofKind("PodDisruptionBudget")
                .filter(document -> name(document).equals(name(deployment)))
                .map(document -> map(document.get("spec")).get("minAvailable"))
                .findFirst();
        if (budget.isEmpty()) {
            broken.add("it has no budget");
        } else if (!(least instanceof Integer all) || !(budget.get() instanceof Integer some) || some >= all) {
            broken.add("its budget of " + budget.get() + " lets nobody leave of " + least);
        }
        return broken;
    }

    private static List<String> lifetime(KubernetesDocuments documents, Map<String, Object> deployment) {
        var broken = new ArrayList<String>();
        var pod = KubernetesDocuments.pod(deployment);
        var container = list(pod.get("containers")).findFirst().orElseThrow();
        for (var probe : List.of("startupProbe", "livenessProbe", "readinessProbe")) {
            if (!container.containsKey(probe)) {
                broken.add("it has no " + probe);
            }
        }
        var sleep = map(map(map(container.get("lifecycle")).get("preStop")).get("sleep"))
                .get("seconds");
        var slept = sleep instanceof Integer seconds ? seconds : 0;
        if (documents.ofKind("Service").anyMatch(service -> name(service).equals(name(deployment)))
                && slept < TO_BE_FORGOTTEN) {
            broken.add("it ends while requests are still sent to it");
        }
        if (!(pod.get("terminationGracePeriodSeconds") instanceof Integer seconds) || seconds < TO_END + slept) {
            broken.add("it ends before what it has in hand");
        }
        return broken;
    }

    private static List<String> container(Map<String, Object> container) {
        var broken = new ArrayList<String>();
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
}
