package stampede.api.coupons;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.console.ConsoleBrowser;
import stampede.coupon.CouponOffer;
import stampede.coupon.Coupons;
import stampede.security.PageCookies;

/** Files of coupons: what they would do, what they do, and that our own file changes nothing. */
@StampedeTest
class CouponImportTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private CouponFixture fixture;

    @Autowired
    private ShopFixture people;

    @Autowired
    private Coupons coupons;

    @Autowired
    private PageCookies cookies;

    private SignedIn account;
    private ApiClient seller;

    @BeforeEach
    void signIn() {
        account = fixture.seller();
        seller = fixture.as(new ApiClient(port), account);
    }

    @Test
    void rowsAreReadAsPeopleWriteThem() {
        var read = read(seller, """
                名称;面额;数量;使用门槛;截止领取;有效天数;使用说明
                满减;¥1,299.00;１０;99元;;30;只限“茶壶”
                短期;9.90;5;;2020/01/01;30;
                错误;9,9;many;;tomorrow;;
                满减;5;5;;;;
                """);

        assertThat(read.status()).as("%s", read.body()).isEqualTo(201);
        assertThat(counts(read)).containsExactly(1, 0, 3);
        assertThat(problems(seller, read))
                .containsExactly(
                        "until The end comes after the beginning, lies ahead, and at most a year away.",
                        "amount “many” is no whole number.",
                        "stock “9,9” is no amount. Write yuan, such as 9.90.",
                        "until “tomorrow” is no moment. Write 2026-11-23 20:00.",
                        "name Row 2 is about the same. Take one of the two away.");
        apply(seller, read, "/api/v1/seller/imports/");

        var coupon = seller.get("/api/v1/seller/coupons").body().at("/items/0");
        assertThat(coupon.path("name").asString()).isEqualTo("满减");
        assertThat(coupon.path("faceFen").asLong()).isEqualTo(129_900);
        assertThat(coupon.path("minimumSpendFen").asLong()).isEqualTo(9_900);
        assertThat(coupon.path("amount").asInt()).isEqualTo(10);
    }

    @Test
    void ourOwnFileChangesNothingAndWhatIsOnOfferIsNotChanged() {
        apply(
                seller,
                read(seller, "name,amount,stock,description\n=Ten off,500,10,For <all>\n"),
                "/api/v1/seller/imports/");
        var file = new ConsoleBrowser(port, cookies, account).read("/seller/coupons.csv");

        var again = read(seller, file);
        assertThat(again.status()).as("%s", again.body()).isEqualTo(201);
        assertThat(again.body().at("/counts/unchanged").asInt())
                .as("%s", again.body())
                .isEqualTo(1);
        assertThat(counts(again)).containsExactly(0, 0, 0);

        var other = read(seller, "name,amount,stock,description\n=Ten off,501,10,For <all>\n");
        assertThat(problems(seller, other)).singleElement().asString().startsWith("name ");
    }

    @Test
    void operatorsNameTheSeller() {
        var operator = new ApiClient(port).as(people.operator());
        var answer = operator.postText(
                "/api/ops/imports?kind=coupons&fileName=coupons.csv",
                "text/csv",
                "name,amount,stock,seller\nOne,5,10," + account.username() + "\nTwo,5,10,nobody-at-all\nThree,5,10,\n");

        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        assertThat(counts(answer)).containsExactly(1, 0, 2);
        apply(operator, answer, "/api/ops/imports/");

        var mine = seller.get("/api/v1/seller/coupons").body();
        assertThat(mine.path("total").asInt()).isEqualTo(1);
        assertThat(mine.at("/items/0/name").asString()).isEqualTo("One");
    }

    @Test
    void couponsThatNobodyHasAreStoppedAndOthersStay() {
        var read = read(seller, "name,amount,stock\nTaken,5,10\nFree,5,10\n");
        apply(seller, read, "/api/v1/seller/imports/");
        var path = "/api/v1/seller/imports/" + read.text("importId");
        var taken = offered("Taken");
        CouponFixture.claimed(
                fixture.shopper(new ApiClient(port)), taken.terms().offer().toString());
        await().atMost(PATIENCE).until(() -> offered("Taken").given() == 1);

        assertThat(seller.postText(path + "/take-back", "application/json", "{\"reason\": \"no\"}")
                        .status())
                .isEqualTo(400);
        assertThat(seller.postText(path + "/take-back", "application/json", "{\"reason\": \"Wrong file\"}")
                        .status())
                .isEqualTo(202);
        await().atMost(PATIENCE).until(() -> seller.get(path).text("state").equals("TAKEN_BACK"));

        var counts = seller.get(path).body().path("counts");
        assertThat(counts.path("takenBack").asInt()).isEqualTo(1);
        assertThat(counts.path("kept").asInt()).isEqualTo(1);
        assertThat(offered("Free").stopped()).isTrue();
        assertThat(offered("Taken").stopped()).isFalse();
        assertThat(seller.postText(path + "/take-back", "application/json", "{\"reason\": \"Wrong file\"}")
                        .text("reason"))
                .isEqualTo("TAKEN_BACK_ALREADY");
    }

    private CouponOffer offered(String name) {
        return Objects.requireNonNull(
                coupons.offers(account.id(), List.of(name)).get(name));
    }

    private static ApiClient.Answer read(ApiClient who, String file) {
        return who.postText(
                "/api/v1/seller/imports?kind=coupons&fileName=coupons.csv", "text/csv; charset=utf-8", file);
    }

    private static void apply(ApiClient who, ApiClient.Answer read, String imports) {
        var path = imports + read.text("importId");
        assertThat(who.postText(path + "/apply", "application/json", "").status())
                .isEqualTo(202);
        await().atMost(PATIENCE).until(() -> who.get(path).text("state").equals("APPLIED"));
        assertThat(who.get(path).body().at("/counts/failed").asInt()).isZero();
    }

    private static List<Integer> counts(ApiClient.Answer answer) {
        var counts = answer.body().path("counts");
        return List.of(
                counts.path("created").asInt(),
                counts.path("changed").asInt(),
                counts.path("cannot").asInt());
    }

    private static List<String> problems(ApiClient who, ApiClient.Answer read) {
        var found = new ArrayList<String>();
        who.get("/api/v1/seller/imports/" + read.text("importId") + "/rows?state=CANNOT")
                .body()
                .forEach(row -> row.path("problems")
                        .forEach(problem -> found.add(problem.path("column").asString() + " "
                                + problem.path("message").asString())));
        return found;
    }
}
