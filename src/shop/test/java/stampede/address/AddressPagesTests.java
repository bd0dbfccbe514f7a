package stampede.address;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;

/** A shopper's address book by its pages, without scripts. */
@StampedeTest
class AddressPagesTests {

    private static final String BOOK = "/account/addresses";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private AddressBook addressBook;

    private SignedIn account;
    private ConsoleBrowser shopper;

    @BeforeEach
    void signIn() {
        account = somebody();
        shopper = new ConsoleBrowser(port, cookies, account);
    }

    @Test
    void anAddressIsAddedChangedPreferredAndRemoved() {
        assertThat(shopper.read("/account")).contains("href=\"/account/addresses\"");
        assertThat(shopper.read(BOOK)).contains("buying takes one press");
        assertThat(shopper.submit(BOOK + "/new", BOOK, fields("Ann Lee", "West Lake 1")))
                .contains("Ann Lee", "West Lake 1", "First choice");
        shopper.submit(BOOK + "/new", BOOK, fields("Bob <Lee>", "East Lake 2"));
        var bob = addressBook.list(account.id()).get(1);

        assertThat(shopper.submit(BOOK, BOOK + "/" + bob.id() + "/default", Map.of()))
                .contains("Bob &lt;Lee&gt;");
        assertThat(addressBook.list(account.id()).get(0))
                .extracting(Address::id)
                .isEqualTo(bob.id());

        var form = Jsoup.parse(shopper.read(BOOK + "/" + bob.id()));
        assertThat(form.select("#name").val()).isEqualTo("Bob <Lee>");
        assertThat(shopper.submit(BOOK + "/" + bob.id(), BOOK + "/" + bob.id(), fields("Bob Li", "East Lake 3")))
                .contains("East Lake 3")
                .doesNotContain("East Lake 2");

        var now = addressBook.list(account.id()).get(0);
        assertThat(shopper.submit(BOOK, BOOK + "/" + now.id() + "/removal", Map.of()))
                .doesNotContain("East Lake 3");
        assertThat(shopper.submit(BOOK, BOOK + "/" + now.id() + "/removal", Map.of()))
                .as("gone already")
                .contains("West Lake 1");
    }

    @Test
    void whoCameFromAnOfferGoesBackThereAndNowhereElse() {
        var back = shopper.post(BOOK + "/new", BOOK, with("continue", "/offers/77", fields("Ann Lee", "West Lake 1")));
        assertThat(back.headers().firstValue("Location").orElseThrow()).endsWith("/offers/77");
        var away = shopper.post(
                BOOK + "/new", BOOK, with("continue", "//elsewhere.example", fields("Ann Lee", "West Lake 1")));
        assertThat(away.headers().firstValue("Location").orElseThrow()).doesNotContain("elsewhere");
    }

    @Test
    void aMistakeIsMarkedAndNothingTypedIsLost() {
        var answer = shopper.post(BOOK + "/new", BOOK, with("phone", "call me", fields("Ann Lee", "West Lake 1")));

        assertThat(answer.statusCode()).isEqualTo(422);
        var page = Jsoup.parse(answer.body());
        assertThat(page.select("[role=alert]").text()).contains("A telephone number has digits");
        assertThat(page.select("#phone").attr("aria-invalid")).isEqualTo("true");
        assertThat(page.select("#phone").val()).isEqualTo("call me");
        assertThat(page.select("#street").val()).isEqualTo("West Lake 1");
        assertThat(addressBook.list(account.id())).isEmpty();
        assertThat(shopper.post(BOOK + "/new", BOOK, Map.of()).statusCode())
                .as("nothing at all")
                .isEqualTo(422);
    }

    @Test
    void somebodyElsesAddressIsNoPage() {
        var eve = somebody().id();
        var other = addressBook.add(eve, new AddressFields("Eve", "", "", "South Lake 1"));

        assertThat(shopper.open(BOOK + "/" + other.id()).statusCode()).isEqualTo(404);
        assertThat(shopper.post(BOOK + "/new", BOOK + "/" + other.id(), fields("Ann Lee", "West Lake 1"))
                        .statusCode())
                .isEqualTo(404);
        shopper.post(BOOK + "/new", BOOK + "/" + other.id() + "/removal", Map.of());
        shopper.post(BOOK + "/new", BOOK + "/" + other.id() + "/default", Map.of());
        assertThat(addressBook.list(eve)).containsExactly(other);
        assertThat(shopper.open(BOOK + "/abc").statusCode()).isEqualTo(404);
    }

    private SignedIn somebody() {
        return accounts.ensure(
                "a" + UUID.randomUUID().toString().substring(0, 18), "a long enough password", Role.SHOPPER);
    }

    private static Map<String, String> fields(String name, String street) {
        return Map.of("name", name, "phone", "138 0000 0011", "region", "Hangzhou", "street", street);
    }

    private static Map<String, String> with(String name, String value, Map<String, String> fields) {
        var all = new HashMap<>(fields);
        all.put(name, value);
        return all;
    }
}
