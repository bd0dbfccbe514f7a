package stampede.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That the Ingress treats each path of the shop as the nginx does that is tried with real requests in {@link NginxConfigurationTests}. */
class KubernetesIngressTests {

    private static final Path ENDPOINTS = Path.of("src/shop/test/resources/stampede/security/endpoints.txt");

    private static final Path RUNBOOK = Path.of("src/docs/runbook.md");

    /** A hundred of the shop's paths are nothing to nginx but paths. */
    private static final int MANY = 100;

    private static NginxLocations nginx;
    private static IngressRules ingress;

    @BeforeAll
    static void read() throws IOException {
        nginx = new NginxLocations(Files.readString(Path.of("src/deploy/nginx/stampede.conf")));
        ingress = IngressRules.in(KubernetesDocuments.of("small"));
    }

    @ParameterizedTest
    @MethodSource("paths")
    @ValueSource(strings = {"/actuator", "/actuator/prometheus", "/actuator/1/events", "/stampede.css", "/nowhere"})
    void treatsEachPathAsNginxDoes(String path) {
        assertThat(ingress.treatment(path)).isEqualTo(nginx.treatment(path));
    }

    /** Who cannot tell one from another would find all of them the same. */
    @Test
    void nginxTreatsPathsInSixWays() throws IOException {
        assertThat(Stream.concat(paths(), Stream.of("/actuator"))
                        .map(nginx::treatment)
                        .distinct())
                .hasSize(6);
        assertThat(paths()).hasSizeGreaterThan(MANY);
    }

    /** What shoppers press, as the shop's controllers name it. */
    @Test
    void whatMayComeTwiceIsSentToAnotherNode() throws IOException {
        var pressed = lines("POST").filter(path -> path.matches(".*/(purchases|queue|payments?|notify(/\\d+)?)"));

        assertThat(pressed)
                .hasSize(8)
                .allSatisfy(path ->
                        assertThat(ingress.treatment(path).passedOnWhen()).endsWith(" non_idempotent"));
    }

    /** As the runbook says: an Ingress of another shop's, for the first one's host. */
    @Test
    void leavesNotificationsToAnotherShopThatAsksForThem() {
        var rendered = KubernetesDocuments.of("small").rendered();
        var second = """
                ---
                kind: Ingress
                metadata: {name: second}
                spec: {rules: [{http: {paths: [{path: '/payments/alipay/notify/1[0-9a-f][0-9a-f]$'}]}}]}
                """;
        var both = IngressRules.in(new KubernetesDocuments(rendered + second));

        assertThat(both.of("/payments/alipay/notify/100")).isEqualTo("second");
        assertThat(both.of("/payments/alipay/notify/1ff")).isEqualTo("second");
        assertThat(Stream.of("", "/0ff", "/200").map(digits -> both.of("/payments/alipay/notify" + digits)))
                .containsOnly("repeated");
        assertThat(RUNBOOK).content().contains("`/payments/alipay/notify/1[0-9a-f][0-9a-f]$`");
    }

    private static Stream<String> paths() throws IOException {
        return lines("GET|POST|PUT|PATCH|DELETE").distinct();
    }

    private static Stream<String> lines(String methods) throws IOException {
        return Files.readAllLines(ENDPOINTS).stream()
                .map(line -> List.of(line.split(" +")))
                .filter(line -> line.get(0).matches(methods))
                .map(line -> line.get(1).replaceAll("\\{[^{}]*}", "912506176422568051"));
    }
}
