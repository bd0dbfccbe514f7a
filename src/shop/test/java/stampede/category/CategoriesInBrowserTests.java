package stampede.category;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.ids.Ids;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** How operators keep categories in a browser, choose one for a product, write a draft of its offer, and act on a sale. */
@StampedeTest
class CategoriesInBrowserTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private CategoryErrands errands;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private Ids ids;

    private SignedIn operator;

    static Stream<Device> devices() {
        return Stream.of(Device.DESKTOP, Device.PHONE.in("zh-CN").atNight().withoutJavaScript());
    }

    @BeforeEach
    void signIn() {
        operator = accounts.ensure("category-browser", "a long enough password", Role.OPERATOR);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aCategoryIsMadeAndAProductOfItPutIntoADraft(Device device) {
        var top = errands.make(Optional.empty());
        var name = "Pots " + ids.next();
        var key = "K" + ids.next();
        try (var visitor = visitor(device)) {
            var page = visitor.open("/console/categories").inspect().page();
            page.locator("main a[href$='/categories/new']").click();
            page.locator("main form button:not([name])").last().click();
            page.locator("#errors").waitFor();
            visitor.forgive().inspect().photograph("category-1-wrong");
            page.fill("#nameEn", name);
            page.selectOption("#parent", top.name());
            page.locator("main form button:not([name])").last().click();
            page.waitForURL("**/console/categories?done=ADDED");
            visitor.inspect().photograph("category-2-tree");
            page.locator("main tbody a", new Page.LocatorOptions().setHasText(name))
                    .click();
            visitor.inspect().photograph("category-3-one");

            visitor.open("/console/products/new");
            page.fill("#nameZh", "龙泉青瓷茶壶");
            page.fill("#listPrice", "129");
            page.fill("#sku", key);
            page.selectOption("#category", top.name() + "/" + name);
            visitor.inspect().photograph("category-4-product");
            page.locator("main form button:not([name])").last().click();
            page.waitForURL("**/console/products/*?saved=new");
            assertThat(page.locator("#category").inputValue()).isEqualTo(top.name() + "/" + name);
            visitor.open("/console/products?category=" + top.id()).inspect().photograph("category-5-list");
            assertThat(page.locator("main tbody tr").count()).isEqualTo(1);

            visitor.open("/console/offers/new");
            page.fill("#product", "Nothing");
            page.locator("main form button:not([name])").last().click();
            page.locator("#errors").waitFor();
            visitor.forgive().inspect().photograph("category-6-draft");
            assertThat(page.locator("#product").inputValue()).isEqualTo("Nothing");
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void anActOnASaleIsAskedAboutWithFigures(Device device) {
        var offer = TestOffers.upcoming(publishing);
        try (var visitor = visitor(device)) {
            var page = visitor.open("/console/offers/" + offer)
                    .inspect()
                    .photograph("sale-act-1-offer")
                    .page();
            page.locator("#sale-act-ADD").click();
            visitor.inspect();
            page.fill("#number", "2");
            page.fill("#reason", "Two more came");
            visitor.photograph("sale-act-2-asked");
            page.locator("main form button:not([name])").last().click();
            page.waitForURL("**/console/offers/*?acted=ADD");
            visitor.inspect().photograph("sale-act-3-done");
        }
    }

    private BrowserVisitor visitor(Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, operator);
    }
}
