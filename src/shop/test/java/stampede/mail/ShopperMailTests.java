package stampede.mail;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.mail.MessagingException;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;

/** A mail address is confirmed by its link, and mail goes there in the account's language. */
@StampedeTest
class ShopperMailTests {

    private static final String PAGE = "/account/mail";
    private static final String PASSWORD = "a long enough password";

    private static final MailText TEXT = new MailText(
            new MailText.Words("Almost\r\nBcc: everybody@example.com\r\n\r\nopen", "It opens soon.\n<b>Hurry</b>"),
            new MailText.Words("快开抢了", "马上开抢。"),
            "/offers/12?from=mail");

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private MailAddresses mail;

    @Autowired
    private JdbcClient sql;

    private SignedIn ann;
    private ConsoleBrowser browser;
    private String address;

    @BeforeEach
    void signIn() {
        ann = somebody();
        browser = new ConsoleBrowser(port, cookies, ann);
        address = newAddress();
    }

    @Test
    void anAddressIsTheAccountsOnceItsLinkWasOpened() throws MessagingException {
        assertThat(browser.read("/account")).contains("href=\"/account/mail\"");
        assertThat(mail.send(ann.id(), TEXT)).as("no address yet").isFalse();

        assertThat(browser.submit(PAGE, PAGE, form(address))).contains(address, "A link is on its way");
        var first = ShopperMailbox.await(address, 1);
        assertThat(first.getSubject()).isEqualTo("Is this your mail address?");
        assertThat(mail.isConfirmed(ann.id())).as("not opened yet").isFalse();
        var link = ShopperMailbox.linkIn(first);
        assertThat(browser.read(link)).contains(address, "Is this your address?");
        assertThat(mail.isConfirmed(ann.id())).as("only looked at").isFalse();

        assertThat(browser.submit(link, link, Map.of())).contains("Your address is confirmed");
        assertThat(mail.isConfirmed(ann.id())).isTrue();
        assertThat(browser.open(link).statusCode()).as("used").isEqualTo(410);
        assertThat(browser.post(PAGE, link, Map.of()).statusCode()).as("used").isEqualTo(410);

        assertThat(mail.send(ann.id(), TEXT)).isTrue();
        var told = ShopperMailbox.await(address, 2);
        assertThat(told.getSubject()).isEqualTo("Almost  Bcc: everybody@example.com    open");
        assertThat(told.getHeader("Bcc")).isNull();
        assertThat(told.getAllRecipients()).hasSize(1);
        assertThat(told.getFrom()[0]).hasToString(ShopperMailbox.FROM);
        assertThat(ShopperMailbox.text(told))
                .contains("It opens soon.", "/offers/12?from=mail", "Nobody reads answers");

        assertThat(browser.submit(PAGE, PAGE + "/removal", Map.of())).doesNotContain(address);
        assertThat(mail.send(ann.id(), TEXT)).isFalse();
    }

    @Test
    void theAddressBeforeIsToldWhenAnotherIsWanted() throws MessagingException {
        confirm(ann, address);
        var other = newAddress();

        mail.want(ann, other, Locale.ENGLISH);

        var warning = ShopperMailbox.await(address, 2);
        assertThat(warning.getSubject()).isEqualTo("Your mail is to go elsewhere");
        assertThat(ShopperMailbox.text(warning))
                .contains("change your password", "/account/mail")
                .doesNotContain(other);
        browser.submit(
                ShopperMailbox.linkIn(ShopperMailbox.await(other, 1)),
                ShopperMailbox.linkIn(ShopperMailbox.await(other, 1)),
                Map.of());
        assertThat(mail.state(ann.id()).address()).contains(other);
        assertThat(ShopperMailbox.of(address)).as("once").hasSize(2);
    }

    @Test
    void mailIsInTheLanguageThatWasChosenOnAPage() throws MessagingException {
        confirm(ann, address);
        browser.read("/account?lang=zh-CN");
        assertThat(mail.language(ann.id())).contains("zh");

        mail.send(ann.id(), TEXT);
        assertThat(ShopperMailbox.await(address, 2).getSubject()).isEqualTo("快开抢了");
        browser.read("/account?lang=en");
        assertThat(mail.language(ann.id())).contains("en");
    }

    @Test
    void aLinkIsGoodForItsAccountAndAddressAndTimeAndOnce() {
        mail.want(ann, address, Locale.ENGLISH);
        var link = ShopperMailbox.linkIn(ShopperMailbox.await(address, 1));
        var eve = somebody();
        var eves = new ConsoleBrowser(port, cookies, eve);
        mail.want(eve, address, Locale.ENGLISH);
        var evesLink = ShopperMailbox.linkIn(ShopperMailbox.await(address, 2));

        assertThat(browser.open(evesLink).statusCode()).as("somebody else's").isEqualTo(410);
        assertThat(eves.post(PAGE, link, Map.of()).statusCode())
                .as("somebody else's")
                .isEqualTo(410);
        for (var forged : new String[] {
            link.substring(0, link.length() - 1),
            link.substring(0, link.length() - 2) + (link.endsWith("AA") ? "BB" : "AA"),
            link.substring(0, link.indexOf('.')) + evesLink.substring(evesLink.indexOf('.')),
            PAGE + "/confirmation/x",
            PAGE + "/confirmation/" + "a".repeat(3_000)
        }) {
            assertThat(browser.post(PAGE, forged, Map.of()).statusCode())
                    .as(forged)
                    .isEqualTo(410);
        }
        sql.sql("update shopper_mail set wanted_until_ms = wanted_until_ms - 1 where account_id = :account")
                .param("account", ann.id().value())
                .update();
        assertThat(browser.open(link).statusCode()).as("its end is signed").isEqualTo(410);
        sql.sql(
                        "update shopper_mail set wanted_until_ms = wanted_until_ms + 1, wanted = 'eve@example.com' where account_id = :account")
                .param("account", ann.id().value())
                .update();
        assertThat(browser.open(link).statusCode()).as("its address is signed").isEqualTo(410);
        sql.sql("update shopper_mail set wanted = :address where account_id = :account")
                .param("address", address)
                .param("account", ann.id().value())
                .update();
        assertThat(browser.open(link).statusCode()).isEqualTo(200);
        mail.want(ann, newAddress(), Locale.ENGLISH);
        assertThat(browser.open(link).statusCode()).as("replaced").isEqualTo(410);
        sql.sql("update shopper_mail set wanted_until_ms = 1 where account_id = :account")
                .param("account", eve.id().value())
                .update();
        assertThat(eves.open(evesLink).statusCode()).as("expired").isEqualTo(410);
        assertThat(mail.isConfirmed(ann.id()) || mail.isConfirmed(eve.id())).isFalse();
        assertThat(mail.state(eve.id()).wanted()).isEmpty();
    }

    @Test
    void whatIsNoAddressOrComesWithoutThePasswordSendsNothing() {
        var answer = browser.post(PAGE, PAGE, form("ann@example.com\r\nBcc: " + address));
        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(answer.body()).select("[role=alert]").text()).contains("name@example.com");
        assertThat(browser.post(PAGE, PAGE, Map.of("address", address, "password", "wrong"))
                        .statusCode())
                .isEqualTo(403);
        assertThat(mail.state(ann.id()).wanted()).isEmpty();
    }

    @Test
    void nobodysMailboxIsFilled() {
        var many = IntStream.range(0, 3).mapToObj(number -> somebody()).toList();
        many.forEach(one -> mail.want(one, address.toUpperCase(Locale.ROOT), Locale.ENGLISH));
        assertRefused(MailRefusal.TOO_MANY_MAILS, () -> mail.want(ann, address, Locale.ENGLISH));

        var busy = somebody();
        IntStream.range(0, 5).forEach(number -> mail.want(busy, newAddress(), Locale.ENGLISH));
        assertRefused(MailRefusal.TOO_MANY_MAILS, () -> mail.want(busy, newAddress(), Locale.ENGLISH));
    }

    private void confirm(SignedIn account, String wanted) {
        mail.want(account, wanted, Locale.ENGLISH);
        var link = ShopperMailbox.linkIn(ShopperMailbox.await(wanted, 1));
        mail.confirm(account, link.substring(link.lastIndexOf('/') + 1));
    }

    private static void assertRefused(MailRefusal reason, Runnable work) {
        assertThatThrownBy(work::run).isInstanceOfSatisfying(MailRefused.class, refused -> {
            assertThat(refused.reason()).isEqualTo(reason);
            assertThat(refused.retryAfter()).isPresent();
        });
    }

    private static Map<String, String> form(String address) {
        return Map.of("address", address, "password", PASSWORD);
    }

    private static String newAddress() {
        return "m" + UUID.randomUUID().toString().substring(0, 18) + "@example.com";
    }

    private SignedIn somebody() {
        return accounts.ensure("m" + UUID.randomUUID().toString().substring(0, 18), PASSWORD, Role.SHOPPER);
    }
}
