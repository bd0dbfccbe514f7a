package stampede.privacy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.BaseEncoding;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.AccountRefusal;
import stampede.account.AccountRefused;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.address.AddressBook;
import stampede.address.AddressFields;
import stampede.mail.MailAddresses;
import stampede.mail.ShopperMailbox;
import stampede.money.Money;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.reminder.Reminders;
import stampede.security.Browser;
import stampede.signin.secondfactor.Totp;
import tools.jackson.databind.json.JsonMapper;

/** Shoppers take their data along and delete their accounts; what the books need stays, without a name. */
@StampedeTest
class AccountDeletionTests {

    private static final String PASSWORD = "a long enough password";
    private static final String PAGE = "/account/deletion";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AddressBook addressBook;

    @Autowired
    private MailAddresses mail;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private Reminders reminders;

    @Autowired
    private AccountDeletion deletion;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Clock clock;

    private final JsonMapper json = new JsonMapper();
    private String username;
    private Browser browser;
    private SignedIn ann;

    @BeforeEach
    void register() {
        username = "d" + UUID.randomUUID().toString().substring(0, 18);
        browser = new Browser(port);
        browser.register(username, PASSWORD);
        ann = accounts.find(username).orElseThrow();
    }

    @Test
    void aDeletedAccountHasNoNameAndNobodyGetsIt() {
        var elsewhere = new Browser(port);
        elsewhere.signIn(username, PASSWORD);
        addressBook.add(ann.id(), new AddressFields("Ann Lee", "", "", "West Lake 1"));
        mail.want(ann, username + "@example.com", Locale.ENGLISH);
        assertThat(browser.get("/account").body()).contains("href=\"" + PAGE + "\"", "/account/data");

        var wrong = browser.submit(PAGE, PAGE, Map.of("password", "wrong"));
        assertThat(wrong.statusCode()).isEqualTo(403);
        assertThat(Jsoup.parse(wrong.body()).select("[role=alert]").text()).contains("not your password");
        var gone = browser.submit(PAGE, PAGE, Map.of("password", PASSWORD));
        assertThat(gone.headers().firstValue("Location").orElseThrow()).endsWith("/sign-in?deleted");

        assertThat(browser.get("/sign-in?deleted").body()).contains("The account is deleted");
        for (var signedOut : new Browser[] {browser, elsewhere}) {
            assertThat(signedOut.get("/account", "Accept", "text/html").statusCode())
                    .isEqualTo(302);
        }
        assertThat(row("select username from account where id = :account")).isEqualTo("deleted:" + ann.id());
        assertThat(row("select count(*) from address where account_id = :account"))
                .isEqualTo("0");
        assertThat(row("select count(*) from shopper_mail where account_id = :account"))
                .isEqualTo("0");
        assertThat(row("select group_concat(action) from operator_audit where who = 'shopper:" + ann.id() + "'"
                        + " and :account > 0"))
                .isEqualTo("ACCOUNT_DELETED");
        assertThat(browser.signIn(username, PASSWORD).statusCode()).isEqualTo(401);
        assertThatThrownBy(() -> accounts.register(username.toUpperCase(Locale.ROOT), PASSWORD))
                .isInstanceOfSatisfying(
                        AccountRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(AccountRefusal.USERNAME_TAKEN));
        assertThat(row("select count(*) from former_username where name_hash like '%" + username
                        + "%' and :account > 0"))
                .isEqualTo("0");
    }

    @Test
    void whatIsUnderWayIsRefusedByName() {
        var offer = paidOrders.open(1);
        assertThat(deletion.obstacle(ann)).isEmpty();
        var order = paidOrders.placed(offer, ann);
        assertRefused(DeletionRefusal.ORDERS_TO_PAY);
        paidOrders.pay(order);
        assertRefused(DeletionRefusal.ORDERS_TO_SHIP);
        var asked = refunds.ask(ann.id(), order.id(), new Money(1_990), "changed my mind");
        assertRefused(DeletionRefusal.MONEY_TO_REFUND);

        refunds.approve(new SignedIn(new AccountId(1), "till", Role.OPERATOR), asked.requestNo());
        paidOrders.until(order, OrderStatus.REFUNDED);
        deletion.delete(ann, PASSWORD, "");
        assertThat(row("select concat(product_name <> '', address) from orders where shopper_id = :account"))
                .as("the order stays with its copies")
                .isEqualTo("1Somewhere 5");
    }

    @Test
    void aSecondFactorIsAskedForToo() {
        var page = Jsoup.parse(
                browser.submit("/account/second-factor", "/account/second-factor", Map.of("password", PASSWORD))
                        .body());
        var key = page.select(".secret").text();
        browser.submit("/account/second-factor", "/account/second-factor/confirmation", Map.of("code", code(key, 0)));

        assertThat(browser.submit(PAGE, PAGE, Map.of("password", PASSWORD)).statusCode())
                .isEqualTo(403);
        assertThat(browser.submit(PAGE, PAGE, Map.of("password", PASSWORD, "code", code(key, 30)))
                        .headers()
                        .firstValue("Location")
                        .orElseThrow())
                .endsWith("/sign-in?deleted");
        assertThat(row("select count(*) from second_factor where account_id = :account"))
                .isEqualTo("0");
    }

    @Test
    void staffIsNotDeleted() {
        var seller = accounts.ensure("s" + UUID.randomUUID().toString().substring(0, 18), PASSWORD, Role.SELLER);

        assertThatThrownBy(() -> deletion.delete(seller, PASSWORD, ""))
                .isInstanceOfSatisfying(
                        DeletionRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(DeletionRefusal.STAFF_STAYS));
    }

    @Test
    void theFileHasAllAndNothingThatOpensAnything() {
        addressBook.add(ann.id(), new AddressFields("Ann \"Lee\"", "138", "Hangzhou", "West Lake 1"));
        mail.want(ann, username + "@example.com", Locale.ENGLISH);
        var offer = paidOrders.open(1);
        var order = paidOrders.pay(paidOrders.placed(offer, ann));
        reminders.await(ann.id(), offer);

        var answer = browser.get("/account/data");
        assertThat(answer.headers().firstValue("Content-Disposition").orElseThrow())
                .contains("attachment", "stampede-account.json");
        assertThat(answer.headers().firstValue("Cache-Control").orElseThrow()).contains("no-store");
        var data = json.readTree(answer.body());
        assertThat(data.path("account").path("username").asString()).isEqualTo(username);
        assertThat(data.path("account").path("mailNotConfirmed").asString()).isEqualTo(username + "@example.com");
        assertThat(data.path("addresses").path(0).path("name").asString()).isEqualTo("Ann \"Lee\"");
        assertThat(data.path("signIns").size()).isEqualTo(1);
        var one = data.path("orders").path(0);
        assertThat(one.path("id").asString()).isEqualTo(order.id().toString());
        assertThat(one.path("totalFen").asLong()).isEqualTo(1_990);
        assertThat(one.path("payments").path(0).path("amountFen").asLong()).isEqualTo(1_990);
        var reminder = data.path("reminders").path(0);
        assertThat(reminder.path("kind").asString()).isEqualTo("BACK");
        assertThat(reminder.path("offer").asString()).isEqualTo(offer.toString());
        assertThat(data.path("coupons").isArray()).isTrue();
        assertThat(data.path("purchasesWithoutOrder").isArray()).isTrue();
        var secrets = sql.sql("select password_hash from account where id = :account union all"
                        + " select id from page_sign_in where account_id = :account union all"
                        + " select wanted_nonce from shopper_mail where account_id = :account")
                .param("account", ann.id().value())
                .query(String.class)
                .list();
        assertThat(secrets).hasSize(3).noneMatch(answer.body()::contains);
    }

    @Test
    void manyOrdersAreReadInPages() {
        var count = 2 * PersonalDataRepository.PAGE + 1;
        for (var number = 0; number < count; number++) {
            sql.sql(
                            "insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status,"
                                    + " address, holds_units, reserved_at_ms, placed_at_ms, expires_at_ms, reject_reason)"
                                    + " values (:id, 1, :account, '', 1, 1, 1, 'REJECTED', '', 0, 1, 1, 1, 'SOLD_OUT')")
                    .param("id", ann.id().value() + 1_000_000 + number)
                    .param("account", ann.id().value())
                    .update();
        }

        var data = json.readTree(browser.get("/account/data").body());
        assertThat(data.path("purchasesWithoutOrder").size()).isEqualTo(count);
        assertThat(data.path("orders").size()).isZero();
        sql.sql("delete from orders where shopper_id = :account")
                .param("account", ann.id().value())
                .update();
    }

    @Test
    void aForgottenPasswordIsSetByMailAndNobodyLearnsWhichNamesAreKnown() {
        var address = username + "@example.com";
        var forgotten = "/sign-in/forgotten";
        var stranger = new Browser(port);
        assertThat(stranger.get("/sign-in").body()).contains(forgotten);
        mail.want(ann, address, Locale.ENGLISH);
        var unknown = stranger.submit(forgotten, forgotten, Map.of("username", "nobody-" + username.substring(0, 12)));
        var bob = accounts.register("b" + username, PASSWORD).username();
        var withoutMail = stranger.submit(forgotten, forgotten, Map.of("username", bob));
        var confirmation = ShopperMailbox.linkIn(ShopperMailbox.await(address, 1));
        mail.confirm(ann, confirmation.substring(confirmation.lastIndexOf('/') + 1));
        var known = stranger.submit(forgotten, forgotten, Map.of("username", username));
        var malformed = stranger.submit(forgotten, forgotten, Map.of("username", "\r\nBcc: x"));
        for (var answer : List.of(unknown, withoutMail, known, malformed)) {
            assertThat(answer.headers().firstValue("Location").orElseThrow()).endsWith(forgotten + "?sent");
        }

        var link = ShopperMailbox.linkIn(ShopperMailbox.await(address, 2));
        stranger.submit(link, link, Map.of("next", "another long password", "again", "another long password"));

        assertThat(stranger.signIn(username, "another long password").statusCode())
                .isEqualTo(302);
        assertThat(stranger.get(link).statusCode()).as("used").isEqualTo(410);
        assertThat(browser.get("/account", "Accept", "text/html").statusCode())
                .as("all sign-ins have ended")
                .isEqualTo(302);
    }

    private void assertRefused(DeletionRefusal reason) {
        var answer = browser.get(PAGE, "Accept", "text/html").body();
        assertThat(answer).doesNotContain("name=\"password\"");
        assertThatThrownBy(() -> deletion.delete(ann, PASSWORD, ""))
                .isInstanceOfSatisfying(
                        DeletionRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
        assertThat(accounts.find(username)).isPresent();
    }

    private String code(String key, int later) {
        return Totp.codeAt(BaseEncoding.base32().decode(key), clock.instant().plusSeconds(later));
    }

    private String row(String select) {
        return String.valueOf(sql.sql(select)
                .param("account", ann.id().value())
                .query(String.class)
                .single());
    }
}
