package stampede.privacy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.mail.MailAddresses;
import stampede.mail.ShopperMailbox;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/** The pages of an account, of its mail and of its end, as browsers show them. */
@StampedeTest
class PrivacyPagesInBrowserTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final List<String> PAGES = List.of(
            "/account",
            "/account/addresses",
            "/account/reminders",
            "/account/mail",
            "/account/password",
            "/account/second-factor",
            "/account/deletion");

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private MailAddresses mail;

    @Test
    void areFitToBeSeen() {
        var name = "p" + UUID.randomUUID().toString().substring(0, 18);
        var account = accounts.ensure(name, "a long enough password", Role.SHOPPER);
        mail.want(account, name + "@example.com", Locale.ENGLISH);
        var link = ShopperMailbox.linkIn(ShopperMailbox.await(name + "@example.com", 1));
        for (var device : devices()) {
            try (var visitor = visitor(account, device)) {
                for (var page : PAGES) {
                    look(visitor, page, page);
                }
                look(visitor, link, "/account/mail/confirmation");
            }
        }
    }

    @Test
    void thoseOfStrangersAreToo() {
        for (var device : devices()) {
            try (var visitor = chromium.visitor("http://127.0.0.1:" + port, device)) {
                for (var page : List.of("/sign-in", "/register", "/sign-in?deleted", "/sign-in/forgotten?sent")) {
                    look(visitor, page, page);
                }
            }
        }
    }

    /** With {@code -Dproof=full} all of them. */
    private static List<Device> devices() {
        return Proof.isFull()
                ? Device.all().toList()
                : List.of(
                        Device.PHONE.in("zh-CN"),
                        Device.PHONE.wide(320).atNight(),
                        Device.DESKTOP.in("zh-CN").atNight());
    }

    private static void look(BrowserVisitor visitor, String path, String name) {
        visitor.open(path).photograph("account" + name.replaceAll("[/?]", "-")).inspect();
        assertThat(visitor.page().locator("h1").innerText()).isNotBlank();
    }

    private BrowserVisitor visitor(SignedIn account, Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, account);
    }
}
