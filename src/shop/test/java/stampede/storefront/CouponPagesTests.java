package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.coupon.Coupons;
import stampede.coupon.NewCoupon;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.security.PageCookies;

/** Coupons by pages: offered and used by a seller, had by a shopper, stopped by an operator. */
@StampedeTest
class CouponPagesTests {

    private static final String PASSWORD = "a long enough password";
    private static final String SHOP = "/seller/coupons";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Coupons coupons;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn account;
    private ConsoleBrowser seller;
    private ConsoleBrowser shopper;
    private final String name = "Ten <off> " + UUID.randomUUID();

    @BeforeEach
    void signIn() {
        account = accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER);
        seller = as(account);
        shopper = as(accounts.ensure("h" + ids.next(), PASSWORD, Role.SHOPPER));
    }

    @Test
    void aSellerOffersAShopperHasAndTheSellerTakesTheCode() {
        var answer = seller.post(
                SHOP + "/new",
                SHOP,
                Map.of(
                        "name",
                        name,
                        "description",
                        "For <all> teapots",
                        "face",
                        "10",
                        "minimum",
                        "99.00",
                        "amount",
                        "3"));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(302);
        var page = location(answer.headers().firstValue("Location").orElseThrow());
        assertThat(text(seller, page)).contains(name, "It is on offer.", "¥10.00", "Nobody has one yet.");
        var coupon = page.replaceAll("\\D", "");

        var mine = claimed(shopper, coupon);

        var code = mine.select(".coupon-code .mono").text();
        assertThat(code).matches("\\S{4}-\\S{4}-\\S{4}");
        assertThat(mine.select("svg.qr path").attr("d")).startsWith("M4 4");
        assertThat(mine.text()).contains("To be used", "Valid until", "from ¥99.00 on");
        assertThat(card(shopper, coupon).text()).contains("Yours", "left");
        assertThat(card(shopper, coupon).select("form")).isEmpty();
        assertThat(text(shopper, "/orders")).doesNotContain(name);

        var holders = text(seller, page);
        assertThat(holders).contains("h***", "To be used").doesNotContain(code);
        assertThat(seller.submit(SHOP, SHOP + "/uses", Map.of("code", code))).contains("Nobody can use it again.");
        var again = seller.post(SHOP, SHOP + "/uses", Map.of("code", code));
        assertThat(again.statusCode()).isEqualTo(409);
        assertThat(again.body()).contains("Used already").doesNotContain(code);
        assertThat(text(shopper, "/coupons")).contains("Used").doesNotContain(code);
        assertThat(seller.read(page.split("\\?", 2)[0] + ".csv"))
                .contains("h***", "USED")
                .doesNotContain(code);
        assertThat(seller.read(SHOP + ".csv")).contains(name, "10.00,99.00,3,2,1,1");
    }

    @Test
    void aCouponOrderIsNoOrderToPayAndItsPageIsThatOfTheCoupon() {
        var coupon = offered(5).toString();
        claimed(shopper, coupon);
        var order = jdbc.queryForObject(
                "select order_id from coupon where offer_id = ?", Long.class, Long.parseLong(coupon));

        var answer = shopper.open("/orders/" + order);

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith("/coupons#mine");
        assertThat(text(shopper, "/orders")).contains("Nothing here yet");
    }

    @Test
    void whoIsTooLateIsToldSoOnThePage() {
        var coupon = offered(1).toString();
        claimed(shopper, coupon);
        var other = as(accounts.ensure("h" + ids.next(), PASSWORD, Role.SHOPPER));

        var late = other.post("/coupons", "/coupons/" + coupon + "/claims", Map.of());

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(Jsoup.parse(late.body()).select("[role=alert]").text()).contains("None left");
        var again = shopper.post("/coupons", "/coupons/" + coupon + "/claims", Map.of());
        assertThat(Jsoup.parse(again.body()).select("[role=alert]").text()).contains("You have it already");
        var bySeller = seller.post("/coupons", "/coupons/" + coupon + "/claims", Map.of());
        assertThat(bySeller.statusCode()).isEqualTo(403);
    }

    @Test
    void whatIsWrongStandsAtItsFieldAndTheRestStays() {
        var answer = seller.post(
                SHOP + "/new",
                SHOP,
                Map.of("name", name, "face", "9,9", "amount", "many", "days", "30", "until", "tomorrow"));

        assertThat(answer.statusCode()).isEqualTo(422);
        var page = Jsoup.parse(answer.body());
        assertThat(page.select("#face-error").text()).contains("9.90");
        assertThat(page.select("#amount-error").text()).isNotBlank();
        assertThat(page.select("#until-error").text()).isNotBlank();
        assertThat(page.select("#name").val()).isEqualTo(name);
        assertThat(page.select("#face[aria-invalid]").val()).isEqualTo("9,9");
        var empty = seller.post(SHOP + "/new", SHOP, Map.of("name", name, "face", "10", "amount", ""));
        assertThat(empty.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(empty.body()).select("#amount-error").text()).contains("1 to 1,000,000");
        offered(1);
        var taken = seller.post(SHOP + "/new", SHOP, Map.of("name", name, "face", "10", "amount", "1"));
        assertThat(Jsoup.parse(taken.body()).select("#name-error").text()).contains("Choose another");
    }

    @Test
    void isStoppedByItsSellerWithAReason() {
        var coupon = offered(5);
        var page = SHOP + "/" + coupon;
        var stop = page + "/stop";
        assertThat(text(seller, stop)).contains("Stop this coupon for good?");
        assertThat(seller.post(stop, stop, Map.of("reason", "x", "seen", seen(seller, stop)))
                        .statusCode())
                .isEqualTo(422);

        var stopped = seller.submit(stop, stop, Map.of("reason", "Enough of it", "seen", seen(seller, stop)));

        assertThat(stopped).contains("Stopped");
        assertThat(seller.open(stop).statusCode()).isEqualTo(409);
        assertThat(reason("seller:" + account.id(), coupon)).isEqualTo("Enough of it");
    }

    @Test
    void isStoppedByAnOperator() {
        var coupon = offered(5);
        var operator = as(accounts.ensure("coupon-operator", PASSWORD, Role.OPERATOR));
        var stop = "/console/coupons/" + coupon + "/stop";
        var list = "/console/coupons?seller=" + account.username();
        assertThat(operator.read(list)).contains(stop);
        assertThat(operator.read("/console/coupons.csv?seller=" + account.username()))
                .contains(account.username());

        operator.submit(stop, stop, Map.of("reason", "Reported as a fraud", "seen", seen(operator, stop)));

        assertThat(text(operator, list)).contains("Stopped");
        assertThat(operator.read(list)).doesNotContain(stop);
    }

    @Test
    void anothersAreNotThere() {
        var page = SHOP + "/" + offered(1);
        var other = as(accounts.ensure("s" + ids.next(), PASSWORD, Role.SELLER));

        for (var path : List.of(page, page + ".csv", page + "/stop", SHOP + "/7", SHOP + "/x")) {
            assertThat(other.open(path).statusCode()).as(path).isEqualTo(404);
        }
        assertThat(other.post(SHOP, page + "/stop", Map.of("reason", "not mine", "seen", ""))
                        .statusCode())
                .isEqualTo(404);
        assertThat(text(other, SHOP)).doesNotContain(name);
        assertThat(shopper.open(SHOP).statusCode()).isEqualTo(403);
    }

    private OfferId offered(int amount) {
        return coupons.publish(
                account,
                new NewCoupon(
                        name,
                        "",
                        new Money(1000),
                        new Money(0),
                        amount,
                        Optional.empty(),
                        Optional.empty(),
                        30,
                        Optional.empty()));
    }

    /** The page on which it is theirs. */
    private static Document claimed(ConsoleBrowser shopper, String coupon) {
        return await().atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(400))
                .until(
                        () -> {
                            shopper.post("/coupons", "/coupons/" + coupon + "/claims", Map.of());
                            return Jsoup.parse(shopper.read("/coupons"));
                        },
                        page -> !page.select(".coupon-code").isEmpty());
    }

    private static Element card(ConsoleBrowser browser, String coupon) {
        return Jsoup.parse(browser.read("/coupons")).expectFirst("#coupon-" + coupon).parents().stream()
                .filter(parent -> parent.hasClass("coupon"))
                .findFirst()
                .orElseThrow();
    }

    private String reason(String who, OfferId coupon) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "select reason from operator_audit where who = ? and subject = ? order by id desc limit 1",
                String.class,
                who,
                "offer:" + coupon));
    }

    private ConsoleBrowser as(SignedIn who) {
        return new ConsoleBrowser(port, cookies, who);
    }

    private static String seen(ConsoleBrowser browser, String page) {
        return Jsoup.parse(browser.read(page)).select("input[name=seen]").val();
    }

    private static String text(ConsoleBrowser browser, String path) {
        return Jsoup.parse(browser.read(path)).text();
    }

    private static String location(String address) {
        return address.replaceFirst("^https?://[^/]+", "");
    }
}
