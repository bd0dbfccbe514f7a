package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.json.JsonMapper;

/** Products by the API: made, changed only as they were seen, retired, and never another's. */
@StampedeTest
class ProductApiTests {

    private static final String PATH = "/api/v1/seller/products";
    private static final JsonMapper JSON = new JsonMapper();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private Ids ids;

    private SignedIn seller;
    private ApiClient shop;

    @BeforeEach
    void signIn() {
        seller = accounts.ensure("s" + ids.next(), "a long enough password", Role.SELLER);
        shop = new ApiClient(port).as(tokens.issue(seller));
    }

    @Test
    void aProductIsMadeReadChangedAndRetired() {
        var made = shop.post(PATH, product(Map.of("descriptionEn", "<p>Fine<script>x</script></p>")));
        assertThat(made.status()).as("%s", made.body()).isEqualTo(201);
        var path = made.header("Location");
        assertThat(path).isEqualTo(PATH + "/" + made.text("id"));
        assertThat(made.header("ETag")).isEqualTo("\"" + made.text("version") + "\"");
        assertThat(made.text("descriptionEn")).isEqualTo("<p>Fine</p>");
        assertThat(made.text("seller")).isEqualTo(seller.username());

        var changed = put(path, made.header("ETag"), product(Map.of("listPriceFen", 5_000)));
        assertThat(changed.status()).as("%s", changed.body()).isEqualTo(200);
        assertThat(changed.body().path("listPriceFen").asLong()).isEqualTo(5_000);
        assertThat(changed.header("ETag")).isNotEqualTo(made.header("ETag"));

        var late = put(path, made.header("ETag"), product(Map.of("nameEn", "Late")));
        assertThat(late.status()).isEqualTo(412);
        assertThat(late.text("reason")).isEqualTo("PRODUCT_CHANGED");
        assertThat(shop.send("PUT", path, BodyPublishers.ofString(JSON.writeValueAsString(product(Map.of()))))
                        .text("reason"))
                .isEqualTo("VERSION_MISSING");
        assertThat(shop.get(path).text("nameEn")).isEqualTo("Teapot");

        assertThat(shop.send("DELETE", path, BodyPublishers.noBody()).status()).isEqualTo(204);
        assertThat(shop.get(path).text("state")).isEqualTo("RETIRED");
        assertThat(shop.send("POST", path + "/return", BodyPublishers.noBody()).text("state"))
                .isEqualTo("ACTIVE");
        assertThat(shop.get(path + "/pictures").body()).isEmpty();
    }

    @Test
    void whatCannotBeIsToldFieldByField() {
        shop.post(PATH, product(Map.of("sku", "A")));

        var refused = shop.post(
                PATH, product(Map.of("nameZh", " ", "nameEn", "", "sku", "A", "descriptionZh", "长".repeat(3_001))));

        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.type()).contains("application/problem+json");
        assertThat(refused.text("reason")).isEqualTo("PRODUCT_INVALID");
        assertThat(refused.body().path("errors").findValuesAsString("field"))
                .as("%s", refused.body())
                .contains("nameZh", "descriptionZh");
        var taken = shop.post(PATH, product(Map.of("sku", "A")));
        assertThat(taken.body().path("errors").findValuesAsString("field")).containsExactly("sku");
        assertThat(shop.post(PATH, product(Map.of("listPriceFen", 0))).status()).isEqualTo(400);
        assertThat(shop.post(
                                PATH,
                                product(Map.of("descriptionZh", "长".repeat(2_999), "descriptionEn", "长".repeat(2_999))))
                        .status())
                .as("more than other bodies may have")
                .isEqualTo(201);
        assertThat(shop.post(PATH, product(Map.of("descriptionZh", "长".repeat(30_000))))
                        .status())
                .isEqualTo(413);
    }

    @Test
    void theSameRequestWithTheSameKeyMakesOneProduct() throws Exception {
        var keyed = shop.with("Idempotency-Key", "product-1");
        var body = product(Map.of());

        var both = Stream.of(1, 2)
                .map(each -> CompletableFuture.supplyAsync(() -> keyed.post(PATH, body)))
                .toList();
        var ids = both.stream().map(answer -> answer.join().text("id")).toList();

        assertThat(ids.get(0))
                .isNotEmpty()
                .isEqualTo(ids.get(1))
                .isEqualTo(keyed.post(PATH, body).text("id"));
        assertThat(shop.get(PATH).body().path("items")).hasSize(1);
        assertThat(keyed.post(PATH, product(Map.of("listPriceFen", 1))).text("reason"))
                .isEqualTo("KEY_OF_ANOTHER_REQUEST");
        assertThat(new ApiClient(port)
                        .as(tokens.issue(accounts.ensure("s" + this.ids.next(), "a long enough password", Role.SELLER)))
                        .with("Idempotency-Key", "product-1")
                        .post(PATH, product(Map.of("listPriceFen", 1)))
                        .status())
                .as("a key belongs to an account")
                .isEqualTo(201);
    }

    @Test
    void categoriesAreKeptByOperatorsReadBySellersAndChosenForProducts() {
        var ops = new ApiClient(port)
                .as(tokens.issue(accounts.ensure("category-api", "a long enough password", Role.OPERATOR)));
        var name = "类" + ids.next();
        var top = ops.post("/api/ops/categories", Map.of("nameZh", name));
        assertThat(top.status()).as("%s", top.body()).isEqualTo(201);
        var child = ops.post("/api/ops/categories", Map.of("nameEn", "Pots", "parent", name));
        assertThat(child.text("path")).isEqualTo(name + "/Pots");
        var path = top.header("Location");

        assertThat(ops.post("/api/ops/categories", Map.of("nameEn", "Deep", "parent", "Nothing"))
                        .text("reason"))
                .isEqualTo("NO_SUCH_PARENT");
        assertThat(ops.post("/api/ops/categories", Map.of("nameEn", "a/b")).text("reason"))
                .isEqualTo("BAD_NAME");
        var renamed = ops.with("If-Match", top.header("ETag"))
                .send("PUT", path, BodyPublishers.ofString(JSON.writeValueAsString(Map.of("nameZh", name + "改"))));
        assertThat(renamed.status()).as("%s", renamed.body()).isEqualTo(200);
        assertThat(ops.with("If-Match", top.header("ETag"))
                        .send("PUT", path, BodyPublishers.ofString("{}"))
                        .text("reason"))
                .isEqualTo("NAME_MISSING");
        assertThat(ops.with("If-Match", top.header("ETag"))
                        .send("PUT", path, BodyPublishers.ofString("{\"nameEn\":\"Late\"}"))
                        .text("reason"))
                .isEqualTo("CATEGORY_CHANGED");
        assertThat(shop.get("/api/v1/seller/categories").body().findValuesAsString("path"))
                .containsSequence(name + "改", name + "改/Pots");

        var made = shop.post(PATH, product(Map.of("category", name + "改/pots")));
        assertThat(made.text("categoryId")).isEqualTo(child.text("id"));
        assertThat(made.text("category")).isEqualTo(name + "改/Pots");
        assertThat(shop.get(PATH + "?category=" + top.text("id")).body().path("items"))
                .hasSize(1);
        assertThat(shop.get(PATH + "?category=99").text("reason")).isEqualTo("NO_SUCH_CATEGORY");
        assertThat(shop.post(PATH, product(Map.of("category", "Nothing")))
                        .body()
                        .path("errors")
                        .findValuesAsString("field"))
                .containsExactly("category");
        assertThat(ops.send("DELETE", path, BodyPublishers.noBody()).text("reason"))
                .isEqualTo("CATEGORY_NOT_EMPTY");
        assertThat(ops.send("DELETE", child.header("Location"), BodyPublishers.noBody())
                        .text("reason"))
                .isEqualTo("CATEGORY_IN_USE");
    }

    @Test
    void listsGoOnBehindTheLast() {
        IntStream.range(0, 51).forEach(number -> shop.post(PATH, product(Map.of("nameEn", "Cup " + number))));

        var first = shop.get(PATH);
        var second = shop.get(PATH + "?after=" + first.text("next"));

        assertThat(first.body().path("items")).hasSize(50);
        assertThat(first.body().path("items").path(0).path("nameEn").asString()).isEqualTo("Cup 50");
        assertThat(second.body().path("items")).hasSize(1);
        assertThat(second.text("next")).isEmpty();
        assertThat(shop.get(PATH + "?text=Cup+49").body().path("items")).hasSize(1);
        assertThat(shop.get(PATH + "?state=RETIRED").body().path("items")).isEmpty();
        assertThat(shop.get(PATH + "?state=WRONG").status()).isEqualTo(400);
    }

    @Test
    void anothersProductIsNotThereAndOperatorsSeeAll() {
        var path = shop.post(PATH, product(Map.of())).header("Location");
        var other = new ApiClient(port)
                .as(tokens.issue(accounts.ensure("s" + ids.next(), "a long enough password", Role.SELLER)));
        var body = BodyPublishers.ofString(JSON.writeValueAsString(product(Map.of())));

        assertThat(List.of(
                        other.get(path),
                        other.get(path + "/pictures"),
                        other.with("If-Match", "\"0\"").send("PUT", path, body),
                        other.send("DELETE", path, BodyPublishers.noBody()),
                        other.send("POST", path + "/return", BodyPublishers.noBody()),
                        other.send("DELETE", path + "/pictures/1", BodyPublishers.noBody()),
                        other.get(PATH + "/x")))
                .extracting(ApiClient.Answer::status)
                .containsOnly(404);
        assertThat(other.get(PATH).body().path("items")).isEmpty();

        var operator = new ApiClient(port)
                .as(tokens.issue(accounts.ensure("product-api-operator", "a long enough password", Role.OPERATOR)));
        var theirs = path.replace("/api/v1/seller/", "/api/ops/");
        var seen = operator.get(theirs);
        assertThat(seen.text("seller")).isEqualTo(seller.username());
        var changed = operator.with("If-Match", seen.header("ETag"))
                .send(
                        "PUT",
                        theirs,
                        BodyPublishers.ofString(JSON.writeValueAsString(product(Map.of("nameEn", "Pot")))));
        assertThat(changed.text("nameEn")).isEqualTo("Pot");
        assertThat(changed.text("seller")).as("left as it is").isEqualTo(seller.username());
    }

    private ApiClient.Answer put(String path, String version, Map<String, Object> product) {
        return shop.with("If-Match", version)
                .send("PUT", path, BodyPublishers.ofString(JSON.writeValueAsString(product)));
    }

    private static Map<String, Object> product(Map<String, Object> other) {
        var product = new HashMap<String, Object>(Map.of("nameZh", "茶壶", "nameEn", "Teapot", "listPriceFen", 9_900));
        product.putAll(other);
        return product;
    }
}
