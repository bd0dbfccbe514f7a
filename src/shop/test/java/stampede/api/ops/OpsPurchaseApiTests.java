package stampede.api.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.inquiry.Standstill;
import tools.jackson.databind.JsonNode;

@StampedeTest
class OpsPurchaseApiTests {

    private static final String PURCHASES = "/api/ops/purchases/";

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private Standstill standstill;

    private ApiClient shop;
    private ApiClient operator;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
        operator = shop.as(fixture.operator());
    }

    @Test
    void anOperatorFindsAStuckPurchaseAndResolvesIt() {
        var lost = standstill.reserved(standstill.open(), Standstill.LONG).toString();
        assertThat(operator.get(PURCHASES + "stuck").body().path("purchases").valueStream())
                .anyMatch(one -> one.path("purchaseId").asString().equals(lost)
                        && one.path("why").asString().equals("UNDECIDED"));
        var before = operator.get(PURCHASES + lost);
        assertThat(before.text("stuck")).isEqualTo("UNDECIDED");
        assertThat(before.body().has("status")).isFalse();

        var resolved = operator.post(PURCHASES + lost + "/resolve", Map.of());

        assertThat(resolved.status()).isEqualTo(200);
        assertThat(resolved.text("outcome")).isEqualTo("GIVEN_UP");
        var after = operator.get(PURCHASES + lost);
        assertThat(after.text("status")).isEqualTo("ABANDONED");
        assertThat(after.body()
                        .path("steps")
                        .valueStream()
                        .map(step -> step.path("what").asString()))
                .containsSubsequence("RESERVED", "ABANDONED", "RELEASED");
        assertThat(operator.post(PURCHASES + lost + "/resolve", Map.of()).text("outcome"))
                .isEqualTo("NOTHING_TO_DO");
    }

    @Test
    void numbersThatNobodyHasAreNotFound() {
        for (var id : new String[] {"1", "teapot", "-1", "99999999999999999999"}) {
            assertThat(reason(operator.get(PURCHASES + id).body())).as(id).isEqualTo("NOT_FOUND");
            assertThat(reason(
                            operator.post(PURCHASES + id + "/resolve", Map.of()).body()))
                    .as(id)
                    .isEqualTo("NOT_FOUND");
        }
    }

    @Test
    void itIsForOperators() {
        for (var other : new String[] {fixture.shopper(), fixture.seller()}) {
            assertThat(shop.as(other).get(PURCHASES + "stuck").status()).isEqualTo(403);
            assertThat(shop.as(other).post(PURCHASES + "1/resolve", Map.of()).status())
                    .isEqualTo(403);
        }
        assertThat(shop.post(PURCHASES + "1/resolve", Map.of()).status()).isEqualTo(401);
    }

    private static String reason(JsonNode body) {
        return body.path("reason").asString("");
    }
}
