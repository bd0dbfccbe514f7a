package stampede.servers;

import static stampede.servers.KubernetesDocuments.list;
import static stampede.servers.KubernetesDocuments.map;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads in rendered documents what ingress-nginx would do with requests for a path. It turns all paths of a host into expressions that
 * mind no case as soon as one of them is one, and takes the longest that matches.
 *
 * @param ingresses of one host
 */
record IngressRules(List<Map<String, Object>> ingresses) {

    private static final String PREFIX = "nginx.ingress.kubernetes.io/";

    static IngressRules in(KubernetesDocuments documents) {
        return new IngressRules(documents.ofKind("Ingress").toList());
    }

    /** The name of the Ingress that a path is for. */
    String of(String path) {
        return KubernetesDocuments.name(ingress(path));
    }

    RequestTreatment treatment(String path) {
        var ingress = ingress(path);
        return new RequestTreatment(
                annotations(ingress).containsKey(PREFIX + "denylist-source-range"),
                annotation(ingress, "proxy-next-upstream"),
                annotation(ingress, "proxy-next-upstream-timeout"),
                annotation(ingress, "proxy-body-size"),
                annotation(ingress, "proxy-read-timeout"),
                annotation(ingress, "limit-rps"),
                Integer.parseInt(annotation(ingress, "limit-rps"))
                        * Integer.parseInt(annotation(ingress, "limit-burst-multiplier")),
                annotation(ingress, "limit-connections"));
    }

    private Map<String, Object> ingress(String path) {
        return ingresses.stream()
                .flatMap(IngressRules::locations)
                .sorted(Comparator.comparingInt(
                        location -> -location.expression().length()))
                .filter(location -> location.matches(path))
                .findFirst()
                .orElseThrow()
                .ingress();
    }

    private static Stream<Location> locations(Map<String, Object> ingress) {
        return list(map(ingress.get("spec")).get("rules"))
                .flatMap(rule -> list(map(rule.get("http")).get("paths")))
                .map(path -> new Location(String.valueOf(path.get("path")), ingress));
    }

    private static Map<String, Object> annotations(Map<String, Object> ingress) {
        return map(map(ingress.get("metadata")).get("annotations"));
    }

    private static String annotation(Map<String, Object> ingress, String name) {
        return String.valueOf(Objects.requireNonNull(annotations(ingress).get(PREFIX + name), name));
    }

    private record Location(String expression, Map<String, Object> ingress) {

        boolean matches(String path) {
            return Pattern.compile("^" + expression, Pattern.CASE_INSENSITIVE)
                    .matcher(path)
                    .find();
        }
    }
}
