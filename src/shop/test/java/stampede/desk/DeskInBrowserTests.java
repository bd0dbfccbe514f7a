package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The desk for those who use no mouse, in a real browser. */
@StampedeTest
class DeskInBrowserTests {

    private static final int REFRESHES = 10;

    /** Asks the section for news as its clock does, and waits until the answer stands in the page. */
    private static final String REFRESH = """
            selector => new Promise(done => {
              document.body.addEventListener('htmx:afterSettle', () => done(), { once: true });
              htmx.trigger(document.querySelector(selector), 'refresh');
            })""";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private OfferPublishing offerPublishing;

    private SignedIn operator;

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("desk-by-keyboard", "a long enough password", Role.OPERATOR);
    }

    @Test
    void aButtonKeepsTheFocusOverTenRefreshes() {
        var offer = TestOffers.running(offerPublishing, 5, 1);
        try (var visitor = visitor(Device.DESKTOP)) {
            var page = visitor.open("/console/offers/" + offer).page();
            var pause = "a[href='/console/offers/" + offer + "/pause']";
            for (var press = 0; press < 80 && !page.locator(pause + ":focus").isVisible(); press++) {
                page.keyboard().press("Tab");
            }
            assertThat(page.locator("#sale " + pause + ":focus").count()).isEqualTo(1);
            page.evaluate("document.querySelector('#sale').dataset.old = 'yes'");

            for (var refresh = 0; refresh < REFRESHES; refresh++) {
                page.evaluate(REFRESH, "#sale");
                assertThat(page.locator("#sale " + pause + ":focus").count())
                        .as("after %d refreshes", refresh + 1)
                        .isEqualTo(1);
            }
            assertThat(page.locator("#sale[data-old]").count())
                    .as("it was replaced")
                    .isZero();

            page.keyboard().press("Enter");
            page.waitForURL("**/offers/" + offer + "/pause");
        }
    }

    @Test
    void whoeverLeavesAFormThatIsNotSavedIsWarnedUnlessTheyCancelIt() {
        try (var visitor = visitor(Device.DESKTOP)) {
            var page = visitor.open("/console/products/new").page();
            assertThat(warnsOnLeaving(page)).as("nothing typed").isFalse();
            page.fill("#nameEn", "Teapot");
            assertThat(warnsOnLeaving(page)).as("typed").isTrue();
            page.click("[data-unsaved] [data-leaves]");
            page.waitForURL("**/console/products");

            visitor.open("/console/products/new");
            page.fill("#listPrice", "dear");
            page.click("[data-unsaved] button");
            page.locator("#errors").waitFor();
            assertThat(warnsOnLeaving(page)).as("refused, so not saved").isTrue();
            page.fill("#nameEn", "Teapot");
            page.fill("#listPrice", "129");
            page.click("[data-unsaved] button");
            page.waitForURL("**/console/products/*?saved=new");
            assertThat(warnsOnLeaving(page)).as("saved").isFalse();
        }
    }

    /** Asks the page as a browser does that is about to leave it. */
    private static boolean warnsOnLeaving(Page page) {
        return Boolean.FALSE.equals(
                page.evaluate("window.dispatchEvent(new Event('beforeunload', { cancelable: true }))"));
    }

    @Test
    void theMenuOfASmallPhoneOpensAndLeadsByKeyboardWithoutScripts() {
        try (var visitor = visitor(Device.PHONE.wide(320).withoutJavaScript())) {
            var page = visitor.open("/console").inspect().page();
            var order = new ArrayList<String>();
            for (var press = 0; press < 30 && !order.contains("SUMMARY Console"); press++) {
                page.keyboard().press("Tab");
                order.add(focused(page));
            }
            assertThat(order.get(0)).isEqualTo("A Skip to the content");
            assertThat(order).contains("SUMMARY Console");

            page.keyboard().press("Enter");
            for (var press = 0; press < 60 && !focused(page).equals("A Audit log"); press++) {
                page.keyboard().press("Tab");
            }
            page.keyboard().press("Enter");
            page.waitForURL("**/console/audit");
            visitor.inspect();
        }
    }

    @Test
    void theTabKeyGoesFromTheSkipLinkOverTheSearchAndTheMenuToThePage() {
        try (var visitor = visitor(Device.DESKTOP)) {
            var page = visitor.open("/console/audit").page();
            var places = new ArrayList<String>();
            for (var press = 0; press < 80; press++) {
                page.keyboard().press("Tab");
                var place = String.valueOf(page.evaluate(
                        "(document.activeElement.closest('.skip, .find, .rail, #main') || {}).className || ''"));
                if (!place.isEmpty()
                        && (places.isEmpty() || !places.get(places.size() - 1).equals(place))) {
                    places.add(place);
                }
                if (place.contains("console")) {
                    break;
                }
            }
            assertThat(places).isEqualTo(List.of("skip", "find", "rail", "console"));
        }
    }

    /** What it is and what it says. */
    private static String focused(Page page) {
        return String.valueOf(
                page.evaluate(
                        "document.activeElement.tagName + ' ' + document.activeElement.textContent.trim().replace(/\\s+/g, ' ')"));
    }

    private BrowserVisitor visitor(Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, operator);
    }
}
