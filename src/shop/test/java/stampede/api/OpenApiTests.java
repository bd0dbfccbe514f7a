package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;
import stampede.StampedeTest;
import stampede.api.problem.ApiRefusal;
import tools.jackson.databind.JsonNode;

/** The page that describes the API describes all of it. */
@StampedeTest
class OpenApiTests {

    @LocalServerPort
    private int port;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    private RequestMappingHandlerMapping mappings;

    private JsonNode description;

    @BeforeEach
    void read() {
        description = new ApiClient(port).get("/v3/api-docs").body();
    }

    @Test
    void everyPathOfTheApiIsDescribed() {
        var paths = mappings.getHandlerMethods().keySet().stream()
                .flatMap(mapping -> mapping.getPatternValues().stream())
                .filter(path -> path.startsWith("/api/"))
                .distinct()
                .toList();

        assertThat(paths).hasSizeGreaterThanOrEqualTo(14);
        assertThat(description.path("paths").propertyNames()).containsAll(paths);
    }

    @Test
    void everyOperationSaysHowItSaysNo() {
        for (var path : description.path("paths")) {
            for (var operation : path) {
                assertThat(operation.path("responses").has("default"))
                        .as("%s", operation)
                        .isTrue();
                assertThat(operation.path("summary").asString(""))
                        .as("%s", operation)
                        .isNotBlank();
            }
        }
        assertThat(description.at("/components/schemas/Problem/properties/reason/enum"))
                .hasSameSizeAs(ApiRefusal.all().keySet());
    }

    @Test
    void whatNeedsATokenSaysSo() {
        assertThat(description
                        .at("/paths/~1api~1v1~1orders/get/security/0/accessToken")
                        .isArray())
                .isTrue();
        assertThat(description.at("/paths/~1api~1v1~1slots/get/security").isMissingNode())
                .isTrue();
        assertThat(description
                        .at("/components/securitySchemes/accessToken/scheme")
                        .asString())
                .isEqualTo("bearer");
    }

    @Test
    void idsAreTextAndTheAccountIsNoParameter() {
        var buy = description.at("/paths/~1api~1v1~1offers~1{offerId}~1purchases/post");

        assertThat(buy.path("parameters")).hasSize(4);
        assertThat(buy.path("parameters").findValuesAsString("name"))
                .containsExactlyInAnyOrder("offerId", "Idempotency-Key", "Waiting-Room-Pass", "Challenge-Proof");
        for (var parameter : buy.path("parameters")) {
            assertThat(parameter.at("/schema/type").asString()).isEqualTo("string");
        }
        assertThat(buy.path("responses").has("202")).isTrue();
    }

    /** All that is needed to meet a challenge, for who reads nothing else. */
    @Test
    void aProgramCanReadHowAChallengeIsMet() {
        var problem = description.at("/components/schemas/Problem/properties");
        assertThat(problem.at("/reason/enum").toString()).contains("\"CHALLENGE\"");
        assertThat(problem.at("/challenge/properties").propertyNames())
                .containsExactlyInAnyOrder("algorithm", "challenge", "maxnumber", "salt", "signature");
        assertThat(problem.at("/wait/properties").propertyNames()).containsExactlyInAnyOrder("proof", "seconds");
        for (var path : List.of("purchases", "queue")) {
            var parameters = description
                    .at("/paths/~1api~1v1~1offers~1{offerId}~1" + path + "/post")
                    .path("parameters");
            assertThat(parameters)
                    .filteredOn(parameter -> parameter.path("name").asString().equals("Challenge-Proof"))
                    .singleElement()
                    .satisfies(header -> {
                        assertThat(header.path("description").asString()).contains("base64", "SHA-256", "wait.proof");
                        assertThat(header.path("required").asBoolean()).isFalse();
                    });
        }
    }

    @Test
    void thereIsAPageToTryItOn() {
        assertThat(new ApiClient(port).get("/swagger-ui/index.html").status()).isEqualTo(200);
    }
}
