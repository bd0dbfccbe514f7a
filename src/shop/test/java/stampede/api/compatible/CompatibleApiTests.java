package stampede.api.compatible;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest.BodyPublishers;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.api.coupons.CouponFixture;
import stampede.ids.Ids;
import stampede.staff.AccountActs;
import stampede.testing.Proof;

/** What the functional test of the earlier shop asks for, asked for over HTTP in its words. */
@StampedeTest
class CompatibleApiTests {

    private static final String PASSWORD = "a long enough password";

    @LocalServerPort
    private int port;

    @Autowired
    private CouponFixture coupons;

    @Autowired
    private ShopFixture people;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccountActs acts;

    @Autowired
    private Ids ids;

    private ApiClient shop;
    private String sellerName;
    private String customerName;

    @BeforeEach
    void names() {
        shop = new ApiClient(port);
        sellerName = "s" + ids.next();
        customerName = "c" + ids.next();
    }

    @Test
    void peopleRegisterSignInOfferListAndTake() {
        assertThat(register(customerName, PASSWORD, "customer").status()).isEqualTo(201);
        var registered = register(sellerName, PASSWORD, "saler");
        assertThat(registered.status()).isEqualTo(201);
        assertThat(registered.body().toString()).isEqualTo("{\"errMsg\":\"\"}");
        assertError(signIn(sellerName, PASSWORD), 401);
        approveSeller();

        assertWrongSignIn(signIn("nobody" + ids.next(), PASSWORD));
        assertWrongSignIn(signIn(sellerName, "not the password"));
        var seller = signedIn(sellerName, "saler");
        var customer = signedIn(customerName, "customer");

        for (var who : List.of(customer, seller)) {
            for (var page : List.of("-1", "0", "1", "10000")) {
                assertEmpty(list(who, sellerName, page));
            }
            assertThat(who.get(path("someimpcustomer__")).text("errMsg")).isEqualTo("Record not found.");
            assertThat(who.get(path("someimpcustomer__")).status()).isEqualTo(400);
        }
        assertEmpty(list(customer, customerName, "1"));
        assertOthersAreNotShown(seller.get(path(customerName)));
        register("o" + customerName, PASSWORD, "customer");
        assertOthersAreNotShown(customer.get(path("o" + customerName)));

        var wanted = Map.of("name", "Ten off", "amount", 10, "description", "For teapots", "stock", 30);
        var offered = seller.post(path(sellerName), wanted);
        assertThat(offered.status()).as("%s", offered.body()).isEqualTo(201);
        assertThat(offered.text("errMsg")).isEmpty();
        assertError(seller.post(path(sellerName), wanted), 400);

        for (var who : List.of(customer, seller)) {
            for (var page : List.of("", "-1", "0", "1")) {
                assertThat(list(who, sellerName, page).body().toString())
                        .isEqualTo("{\"errMsg\":\"\",\"data\":[{\"name\":\"Ten off\",\"amount\":10,\"left\":10,"
                                + "\"stock\":30,\"description\":\"For teapots\"}]}");
            }
            assertEmpty(list(who, sellerName, "2"));
        }
        assertEmpty(list(customer, customerName, "1"));

        var taken = take(customer, sellerName, "Ten%20off");
        assertThat(taken.status()).as("%s", taken.body()).isEqualTo(201);
        assertThat(taken.body().toString()).isEqualTo("{\"errMsg\":\"\"}");
        assertThat(list(customer, sellerName, "1").body().at("/data/0/left").asInt())
                .isEqualTo(9);
        assertThat(list(customer, customerName, "").body().toString())
                .isEqualTo(
                        "{\"errMsg\":\"\",\"data\":[{\"name\":\"Ten off\",\"stock\":30,\"description\":\"For teapots\"}]}");
        assertEmpty(take(customer, sellerName, "Ten%20off"));
        var other = coupons.shopper(shop);
        assertEmpty(take(other, sellerName, "Eleven%20off"));
        assertEmpty(take(other, "no-such-seller", "Ten%20off"));
    }

    @Test
    void whoMayNotIsAnsweredAsThere() {
        var account = coupons.seller();
        var seller = coupons.as(shop, account);
        var customer = coupons.shopper(shop);
        var wanted = Map.of("name", "One", "amount", "5", "stock", "7", "colour", "red");
        assertThat(seller.post(path(account.username()), wanted).status())
                .as("digits as text, and a member that nobody knows")
                .isEqualTo(201);

        assertError(take(shop, account.username(), "One"), 401);
        assertError(take(seller, account.username(), "One"), 401);
        assertError(take(shop.with("Authorization", "nonsense"), account.username(), "One"), 401);
        assertError(shop.get(path(account.username())), 401);
        assertError(customer.post(path(account.username()), wanted), 401);
        assertError(seller.post(path("another"), wanted), 401);
        assertError(shop.as(people.operator()).get(path(account.username())), 403);
        assertError(customer.get(path(account.username()) + "?page=x"), 400);
        var listens = customer.with("Accept", "text/event-stream");
        assertError(listens.get(path(account.username()) + "?page=x"), 400);
        assertError(listens.post(path(account.username()), wanted), 401);
        assertError(customer.send("PUT", path(account.username()), BodyPublishers.noBody()), 405);
        assertError(customer.get("/api/users"), 405);
        assertError(customer.get("/api/users/x/y/z"), 404);
        for (var bad : List.of(
                Map.of("name", "", "amount", 5, "stock", 7),
                Map.of("name", "Two/Three", "amount", 5, "stock", 7),
                Map.of("name", "Two", "amount", 0, "stock", 7),
                Map.of("name", "Two", "amount", 5, "stock", -7),
                Map.of("name", "Two", "amount", "many", "stock", 7),
                Map.of("name", "x".repeat(61), "amount", 5, "stock", 7),
                Map.of("name", "Two", "stock", 7))) {
            assertError(seller.post(path(account.username()), bad), 400);
        }
        assertError(seller.postText(path(account.username()), "application/json", "{"), 400);
        assertError(
                seller.postText(path(account.username()), "application/json", "\"" + "x".repeat(20_000) + "\""), 413);
    }

    @Test
    void registrationsThatWillNotDoAreExplained() {
        assertThat(register("x", PASSWORD, "customer").text("errMsg")).contains("3");
        assertError(register("x", PASSWORD, "customer"), 400);
        assertError(register(customerName, "short", "customer"), 400);
        assertThat(register(customerName, PASSWORD, "").text("errMsg")).isEqualTo("Empty field of kind.");
        assertThat(register(customerName, PASSWORD, "king").text("errMsg")).startsWith("Unexpected value of kind");
        assertError(register(customerName, PASSWORD, "king"), 400);
        assertThat(register(customerName, PASSWORD, "shopper").status()).isEqualTo(201);
        assertError(register(customerName, PASSWORD, "customer"), 400);
        assertError(shop.post("/api/users", Map.of("username", customerName)), 400);
    }

    @Test
    void theTokenIsTakenWithAndWithoutItsWordAndEndsWithTheSignIn() {
        register(customerName, PASSWORD, "customer");
        var token = signIn(customerName, PASSWORD).header("Authorization");
        var plain = shop.with("Authorization", token);
        assertEmpty(list(plain, customerName, "1"));
        assertEmpty(list(shop.as(token), customerName, "1"));
        assertThat(plain.post("/api/auth", Map.of("username", customerName, "password", PASSWORD))
                        .status())
                .isEqualTo(200);

        var out = plain.post("/api/auth/logout", Map.of());

        assertThat(out.status()).isEqualTo(200);
        assertThat(out.body().toString()).isEqualTo("{\"errMsg\":\"log out.\"}");
        assertError(list(plain, customerName, "1"), 401);
        assertError(list(shop.as(token), customerName, "1"), 401);
        assertError(shop.post("/api/auth/logout", Map.of()), 401);
        var signedInAnew = shop.with("Authorization", token)
                .post("/api/auth", Map.of("username", customerName, "password", PASSWORD));
        assertThat(signedInAnew.status()).as("with the old token sent along").isEqualTo(200);
    }

    /** With {@code -Dproof=full} a thousand times. */
    @Test
    void whatWasTakenIsInTheListAtOnce() {
        var times = Proof.size(60, 1_000);
        var account = coupons.seller();
        coupons.as(shop, account).post(path(account.username()), Map.of("name", "Many", "amount", times, "stock", 1));
        var names = accounts.addShoppers(times, "m" + ids.next() % 1_000_000_000L + "-");
        var later = IntStream.range(0, times)
                .filter(i -> {
                    var customer = coupons.as(shop, names.get(i));
                    var taken = take(customer, account.username(), "Many");
                    assertThat(taken.status()).isIn(201, 202);
                    if (taken.status() == 201) {
                        assertThat(list(customer, names.get(i).username(), "1")
                                        .body()
                                        .at("/data/0/name")
                                        .asString())
                                .isEqualTo("Many");
                    }
                    return taken.status() == 202;
                })
                .count();
        Proof.print("%d coupons taken, each in the list at once; %d others were answered 202", times - later, later);
        assertThat(later).isLessThan(times);
    }

    private void approveSeller() {
        var operator = accounts.ensure("api-operator", PASSWORD, Role.OPERATOR);
        acts.approve(operator, accounts.find(sellerName).orElseThrow().id(), "known from before");
    }

    private ApiClient.Answer register(String username, String password, String kind) {
        return shop.post("/api/users", Map.of("username", username, "password", password, "kind", kind));
    }

    private ApiClient.Answer signIn(String username, String password) {
        return shop.post("/api/auth", Map.of("username", username, "password", password));
    }

    private ApiClient signedIn(String username, String kind) {
        var answer = signIn(username, PASSWORD);
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(200);
        assertThat(answer.body().toString()).isEqualTo("{\"kind\":\"" + kind + "\",\"errMsg\":\"\"}");
        return shop.with("Authorization", answer.header("Authorization"));
    }

    private static String path(String username) {
        return "/api/users/" + username + "/coupons";
    }

    private static ApiClient.Answer list(ApiClient who, String username, String page) {
        return who.get(path(username) + "?page=" + page);
    }

    private static ApiClient.Answer take(ApiClient who, String seller, String coupon) {
        return who.send("PATCH", path(seller) + "/" + coupon, BodyPublishers.noBody());
    }

    private static void assertEmpty(ApiClient.Answer answer) {
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(204);
        assertThat(answer.body().isMissingNode()).isTrue();
    }

    private static void assertOthersAreNotShown(ApiClient.Answer answer) {
        assertThat(answer.status()).isEqualTo(401);
        assertThat(answer.body().toString()).isEqualTo("{\"errMsg\":\"Cannot check other customer.\",\"data\":[]}");
    }

    private static void assertWrongSignIn(ApiClient.Answer answer) {
        assertError(answer, 401);
        assertThat(answer.body().path("kind").asString()).isEmpty();
        assertThat(answer.header("Authorization")).isEmpty();
    }

    private static void assertError(ApiClient.Answer answer, int status) {
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(status);
        assertThat(answer.type()).startsWith("application/json");
        assertThat(answer.text("errMsg")).isNotBlank();
        assertThat(answer.body().has("reason")).isFalse();
    }
}
