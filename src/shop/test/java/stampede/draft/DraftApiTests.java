package stampede.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.token.AccessTokenIssuer;
import tools.jackson.databind.json.JsonMapper;

/** Drafts by the API: as by pages, with versions as entity tags. */
@StampedeTest
class DraftApiTests {

    private static final String MINE = "/api/v1/seller/offers";
    private static final String OPS = "/api/ops/offer-drafts";

    @LocalServerPort
    private int port;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private DraftDesk desk;

    private SignedIn seller;
    private ApiClient shop;
    private ApiClient operators;

    @BeforeEach
    void signIn() {
        seller = desk.seller();
        shop = as(seller);
        operators = as(desk.operator());
    }

    @Test
    void aDraftIsAddedChangedSubmittedAndDecidedAbout() {
        var body = body(desk.terms(seller));
        var added = shop.post(MINE, body);
        assertThat(added.status()).as("%s", added.body()).isEqualTo(201);
        var path = added.header("Location");
        assertThat(path).isEqualTo(MINE + "/" + added.text("id"));
        assertThat(shop.get(path).header("ETag")).isEqualTo("\"0\"");

        body.put("priceFen", 990);
        assertThat(put(shop, path, "\"7\"", body).text("reason")).isEqualTo("CHANGED_MEANWHILE");
        assertThat(shop.send("PUT", path, BodyPublishers.ofString(json(body))).status())
                .as("without a version")
                .isEqualTo(400);
        var changed = put(shop, path, "\"0\"", body);
        assertThat(changed.status()).isEqualTo(200);
        assertThat(changed.header("ETag")).isEqualTo("\"1\"");

        assertThat(shop.post(path + "/submission", Map.of()).text("state")).isEqualTo("PENDING");
        assertThat(operators.get(OPS).body().findValuesAsString("id")).contains(added.text("id"));
        var ops = OPS + "/" + added.text("id");
        assertThat(operators.post(ops + "/rejection", Map.of("version", 2)).text("reason"))
                .isEqualTo("BAD_WORDS");
        var back = operators.post(ops + "/rejection", Map.of("version", 2, "words", "Not at this hour"));
        assertThat(back.text("words")).isEqualTo("Not at this hour");
        shop.post(path + "/submission", Map.of());
        assertThat(operators.post(ops + "/approval", Map.of("version", 2)).text("reason"))
                .isEqualTo("CHANGED_MEANWHILE");

        var approved = operators.post(ops + "/approval", Map.of("version", 4));

        assertThat(approved.text("state")).isEqualTo("PUBLISHED");
        var offer = approved.text("offerId");
        assertThat(shop.get("/api/v1/offers/" + offer).body().path("priceFen").asInt())
                .isEqualTo(990);
        assertThat(shop.get(MINE).body().at("/0/id").asString()).isEqualTo(offer);
        assertThat(shop.get(MINE + "?state=DRAFT").body()).isEmpty();
        assertThat(operators.post(ops + "/approval", Map.of("version", 5)).text("reason"))
                .isEqualTo("NOT_PENDING");
    }

    /** A program that does not know of it changes nothing of it. */
    @Test
    void howManyGoToOneAddressIsKeptAndChangedByThoseWhoSayIt() {
        var unsaid = body(desk.terms(seller));
        var body = new LinkedHashMap<>(unsaid);
        body.put("limitPerAddress", 4);

        var made = shop.post(MINE, body);
        assertThat(made.body().path("limitPerAddress").asInt(-1)).isEqualTo(4);
        var path = made.header("Location");
        unsaid.put("units", 7);
        var changed = put(shop, path, made.header("ETag"), unsaid);
        assertThat(changed.body().path("units").asInt()).isEqualTo(7);
        assertThat(changed.body().path("limitPerAddress").asInt(-1)).isEqualTo(4);
        assertThat(shop.get(MINE + "?state=DRAFT")
                        .body()
                        .at("/0/limitPerAddress")
                        .asInt(-1))
                .isEqualTo(4);
        body.put("limitPerAddress", 0);
        assertThat(put(shop, path, changed.header("ETag"), body)
                        .body()
                        .path("limitPerAddress")
                        .asInt(-1))
                .isZero();
        assertThat(desk.audited("offer-draft:" + made.text("id")).get(1))
                .startsWith("OFFER_DRAFT_CHANGED:")
                .contains("units");
        assertThat(desk.audited("offer-draft:" + made.text("id")).get(2)).contains("addressLimit");

        body.put("limitPerAddress", 1_001);
        assertThat(shop.post(MINE, body).status()).isEqualTo(400);
        body.put("limitPerAddress", -1);
        assertThat(shop.post(MINE, body).status()).isEqualTo(400);
        unsaid.remove("limitPerAddress");
        assertThat(shop.post(MINE, body(desk.terms(seller)))
                        .body()
                        .path("limitPerAddress")
                        .asInt(-1))
                .isZero();
    }

    @Test
    void whatIsWrongHasAFieldAndAWord() {
        var terms = desk.terms(seller);
        var dear = body(terms);
        dear.put("priceFen", 9_901);
        var many = body(terms);
        many.put("units", 10_001);
        var backwards = body(terms);
        backwards.put("closesAt", terms.window().opensAt().minusSeconds(1).toString());
        var own = body(desk.terms(terms.product(), desk.window(Duration.ofHours(5))));

        var answer = shop.post(MINE, dear);
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.text("reason")).isEqualTo("BAD_PRICE");
        assertThat(answer.body().at("/errors/0/field").asString()).isEqualTo("price");
        var units = shop.post(MINE, many);
        assertThat(units.text("reason")).isEqualTo("BAD_UNITS");
        assertThat(units.body().at("/errors/0/message").asString()).contains("10,000");
        assertThat(units.text("detail")).doesNotContain("{");
        assertThat(shop.post(MINE, backwards).text("reason")).isEqualTo("BAD_WINDOW");
        assertThat(shop.post(MINE, own).text("reason")).isEqualTo("NO_OWN_WINDOW");
        assertThat(shop.post(MINE, Map.of()).status()).isEqualTo(400);
        assertThat(shop.get(MINE + "?state=SOMETHING").status()).isEqualTo(400);
    }

    @Test
    void whatWasSubmittedIsTakenBackAndChanged() {
        var body = body(desk.terms(seller));
        var path = shop.post(MINE, body).header("Location");
        shop.post(path + "/submission", Map.of());

        var back = shop.send("DELETE", path + "/submission", BodyPublishers.noBody());
        var again = shop.send("DELETE", path + "/submission", BodyPublishers.noBody());

        assertThat(back.text("state")).isEqualTo("DRAFT");
        assertThat(again.header("ETag")).as("nothing more").isEqualTo(back.header("ETag"));
        assertThat(put(shop, path, back.header("ETag"), body).status()).isEqualTo(200);
        assertThat(desk.audited("offer-draft:" + back.text("id")))
                .containsSubsequence("OFFER_SUBMITTED: DRAFT -> PENDING", "OFFER_RECALLED: PENDING -> DRAFT");
        shop.post(path + "/submission", Map.of());
        var ops = OPS + "/" + back.text("id");
        operators.post(
                ops + "/approval",
                Map.of("version", operators.get(ops).body().path("version").asLong()));
        assertThat(shop.send("DELETE", path + "/submission", BodyPublishers.noBody())
                        .text("reason"))
                .isEqualTo("NOT_PENDING");
    }

    @Test
    void operatorsWriteDraftsAndPublishThem() {
        var body = body(desk.terms(seller));
        var added = operators.post(OPS, body);
        assertThat(added.status()).as("%s", added.body()).isEqualTo(201);
        assertThat(added.header("Location")).isEqualTo(OPS + "/" + added.text("id"));
        assertThat(added.text("sellerId")).isEqualTo(seller.id().toString());

        body.put("units", 6);
        assertThat(put(operators, added.header("Location"), "7", body).text("reason"))
                .isEqualTo("CHANGED_MEANWHILE");
        assertThat(put(operators, added.header("Location"), added.header("ETag"), body)
                        .body()
                        .path("units")
                        .asInt())
                .isEqualTo(6);
        var published = operators.post(added.header("Location") + "/submission", Map.of());

        assertThat(published.text("state")).isEqualTo("PUBLISHED");
        assertThat(shop.get("/api/v1/offers/" + published.text("offerId")).status())
                .isEqualTo(200);
    }

    @Test
    void theSameRequestWithTheSameKeyMakesOneDraft() {
        var body = body(desk.terms(seller));
        var keyed = shop.with("Idempotency-Key", "draft-1");

        var first = keyed.post(MINE, body);
        var second = keyed.post(MINE, body);
        body.put("units", 4);
        var other = keyed.post(MINE, body);

        assertThat(second.status()).as("%s", second.body()).isEqualTo(201);
        assertThat(second.text("id")).isEqualTo(first.text("id"));
        assertThat(second.header("Location")).isEqualTo(first.header("Location"));
        assertThat(other.status()).isEqualTo(422);
        assertThat(other.text("reason")).isEqualTo("KEY_OF_ANOTHER_REQUEST");
        assertThat(shop.get(MINE + "?state=DRAFT").body()).hasSize(1);
        assertThat(shop.with("Idempotency-Key", "not a key!").post(MINE, body).status())
                .isEqualTo(400);
        var refused = shop.with("Idempotency-Key", "draft-2");
        body.put("units", 10_001);
        assertThat(refused.post(MINE, body).text("reason")).isEqualTo("BAD_UNITS");
        body.put("units", 4);
        assertThat(refused.post(MINE, body).status())
                .as("what was refused has not used its key")
                .isEqualTo(201);
    }

    @Test
    void aProductIsNamedByItsKeyAndBySellerWhereSeveralHaveIt() {
        var key = "K" + seller.id();
        var product = desk.product(seller.id(), key);
        var body = body(desk.terms(product, desk.slot(Duration.ofHours(3))));
        body.put("productId", key);
        assertThat(operators.post(OPS, body).text("productId")).isEqualTo(product.toString());

        var other = desk.seller();
        desk.product(other.id(), key);

        var several = operators.post(OPS, body);
        assertThat(several.status()).isEqualTo(422);
        assertThat(several.text("reason")).isEqualTo("SEVERAL_PRODUCTS");
        assertThat(several.body().at("/errors/0/field").asString()).isEqualTo("product");
        assertThat(shop.post(MINE, body).text("productId"))
                .as("a seller means their own")
                .isEqualTo(product.toString());
        body.put("productId", seller.username() + "/" + key);
        assertThat(operators.post(OPS, body).text("productId")).isEqualTo(product.toString());
        body.put("productId", "Named " + key);
        assertThat(operators.post(OPS, body).text("reason"))
                .as("two of this name")
                .isEqualTo("SEVERAL_PRODUCTS");
        body.put("productId", "Nothing is called so");
        assertThat(operators.post(OPS, body).text("reason")).isEqualTo("NO_SUCH_PRODUCT");
    }

    @Test
    void whatIsAnothersIsNotThere() {
        var draft = shop.post(MINE, body(desk.terms(seller))).text("id");
        var other = desk.seller();
        var theirs = as(other);
        var path = MINE + "/" + draft;

        assertThat(List.of(
                        theirs.get(path),
                        theirs.post(path + "/submission", Map.of()),
                        put(theirs, path, "0", body(desk.terms(other))),
                        theirs.get(MINE + "/x"),
                        theirs.get(MINE + "/0"),
                        theirs.get(MINE + "/7")))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(404));
        assertThat(theirs.get(MINE + "?state=DRAFT").body()).isEmpty();
        assertThat(theirs.get(OPS + "/" + draft).status()).isEqualTo(403);
        assertThat(operators.get(MINE + "/" + draft).status()).isEqualTo(403);
        assertThat(operators.get(OPS + "/" + draft).status()).isEqualTo(200);
    }

    private ApiClient as(SignedIn account) {
        return new ApiClient(port).as(tokens.issue(account));
    }

    private static ApiClient.Answer put(ApiClient client, String path, String version, Object body) {
        return client.with("If-Match", version).send("PUT", path, BodyPublishers.ofString(json(body)));
    }

    private static String json(Object body) {
        return new JsonMapper().writeValueAsString(body);
    }

    private static Map<String, Object> body(DraftTerms terms) {
        var body = new LinkedHashMap<String, Object>();
        body.put("productId", terms.product().toString());
        body.put("opensAt", terms.window().opensAt().toString());
        body.put("closesAt", terms.window().closesAt().toString());
        body.put("priceFen", terms.price().fen());
        body.put("units", terms.units());
        body.put("limitPerShopper", terms.limitPerShopper());
        return body;
    }
}
