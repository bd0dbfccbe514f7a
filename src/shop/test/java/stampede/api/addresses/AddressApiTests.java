package stampede.api.addresses;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import tools.jackson.databind.json.JsonMapper;

@StampedeTest
class AddressApiTests {

    private static final String PATH = "/api/v1/addresses";
    private static final Map<String, Object> HOME =
            Map.of("name", "李娜", "phone", "138 0000 0011", "region", "杭州市西湖区", "street", "龙井路 1 号");
    private static final Map<String, Object> WORK = Map.of("name", "Ann Lee", "street", "Long Street 2");

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    private ApiClient shop;
    private ApiClient shopper;

    @BeforeEach
    void connect() {
        shop = new ApiClient(port);
        shopper = shop.as(fixture.shopper());
    }

    @Test
    void aBookIsKept() {
        var home = shopper.post(PATH, HOME);
        assertThat(home.status()).isEqualTo(201);
        assertThat(home.header("Location")).isEqualTo(PATH + "/" + home.text("id"));
        var work = shopper.post(PATH, WORK);
        assertThat(shopper.get(PATH)
                        .body()
                        .valueStream()
                        .map(one -> one.path("line").asString()))
                .containsExactly("李娜 138 0000 0011 杭州市西湖区 龙井路 1 号", "Ann Lee Long Street 2");

        assertThat(put(work.header("Location") + "/default", Map.of()).status()).isEqualTo(204);
        assertThat(shopper.get(PATH).body().path(0).path("id").asString()).isEqualTo(work.text("id"));

        var moved = put(home.header("Location"), WORK);
        assertThat(moved.status()).isEqualTo(200);
        assertThat(moved.text("id")).isNotEqualTo(home.text("id"));
        assertThat(shopper.get(home.header("Location")).text("reason")).isEqualTo("NO_SUCH_ADDRESS");

        assertThat(shopper.send("DELETE", PATH + "/" + moved.text("id"), BodyPublishers.noBody())
                        .status())
                .isEqualTo(204);
        assertThat(shopper.get(PATH).body().size()).isEqualTo(1);
    }

    @Test
    void aPurchaseNamesAnAddressOrSaysItAndTheOrderHasTheLine() {
        var offer = fixture.onSale(shop, 5, 1);
        var home = shopper.post(PATH, HOME);

        var bought = buy(shopper, offer, Map.of("units", 1, "addressId", home.text("id")));

        assertThat(bought.status()).isEqualTo(202);
        var order = await().atMost(Duration.ofSeconds(30))
                .until(() -> shopper.get(bought.header("Location")).text("orderId"), id -> !id.isEmpty());
        assertThat(shopper.get("/api/v1/orders/" + order).text("address")).isEqualTo(home.text("line"));
    }

    @Test
    void whatSaysNoAddressOrTwoOrSomebodyElsesBuysNothing() {
        var offer = fixture.onSale(shop, 5, 1);
        var home = shopper.post(PATH, HOME);
        var stranger = shop.as(fixture.shopper());

        for (var wanted : List.<Map<String, Object>>of(
                Map.of("units", 1), Map.of("units", 1, "address", "West Lake 1", "addressId", home.text("id")))) {
            var refused = buy(shopper, offer, wanted);
            assertThat(refused.status()).isEqualTo(400);
            assertThat(refused.body().path("errors").path(0).path("field").asString())
                    .isEqualTo("address");
        }
        assertThat(buy(shopper, offer, Map.of("units", 1, "addressId", "mine")).status())
                .isEqualTo(400);
        var others = buy(stranger, offer, Map.of("units", 1, "addressId", home.text("id")));
        assertThat(others.status()).isEqualTo(404);
        assertThat(others.text("reason")).isEqualTo("NO_SUCH_ADDRESS");
        assertThat(shop.get("/api/v1/offers/" + offer).body().path("unitsLeft").asInt())
                .isEqualTo(5);
    }

    @Test
    void aMistakeIsToldByItsFieldAndStrangersAreNobody() {
        var refused = shopper.post(PATH, Map.of("name", "Ann Lee", "street", "West Lake 1", "phone", "call me"));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.text("reason")).isEqualTo("BAD_PHONE");
        assertThat(refused.body().path("errors").path(0).path("field").asString())
                .isEqualTo("phone");
        assertThat(shop.get(PATH).status()).isEqualTo(401);
    }

    private static ApiClient.Answer buy(ApiClient shopper, String offer, Map<String, Object> wanted) {
        return shopper.with("Idempotency-Key", "key-" + System.nanoTime())
                .post("/api/v1/offers/" + offer + "/purchases", wanted);
    }

    private ApiClient.Answer put(String path, Map<String, Object> body) {
        return shopper.send("PUT", path, BodyPublishers.ofString(new JsonMapper().writeValueAsString(body)));
    }
}
