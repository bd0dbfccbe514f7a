package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;

import com.microsoft.playwright.options.FilePayload;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.catalog.TestOffers;
import stampede.product.SamplePictures;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** A seller makes a product with two pictures, and a shopper sees it. */
@Apart
@StampedeTest
class ProductJourneyTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final String PASSWORD = "a good password";

    @Autowired
    private Accounts accounts;

    @Autowired
    private OfferPublishing publishing;

    @LocalServerPort
    private int port;

    static Stream<Device> devices() {
        return Stream.of(Device.PHONE.in("zh-CN").withoutJavaScript().atNight(), Device.DESKTOP);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aSellerMakesAProductWithTwoPictures(Device device) {
        var username = "p" + UUID.randomUUID().toString().substring(0, 8);
        accounts.ensure(username, PASSWORD, Role.SELLER);
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, device)) {
            var page = visitor.open("/sign-in?continue=/seller/products").page();
            page.fill("[name=username]", username);
            page.fill("[name=password]", PASSWORD);
            page.locator("main form button[type=submit]").click();
            page.waitForURL("**/seller/products");
            visitor.inspect().photograph("product-1-none");

            page.locator("main a[href$='/seller/products/new']").click();
            visitor.inspect();
            page.fill("#listPrice", "12,9");
            page.locator("main form button:not([name])").last().click();
            page.locator("#errors").waitFor();
            visitor.forgive().inspect().photograph("product-2-wrong");
            assertThat(page.locator("#errors a").count()).isEqualTo(2);
            page.fill("#nameZh", "龙泉青瓷茶壶");
            page.fill("#nameEn", "Longquan teapot");
            page.fill("#listPrice", "129");
            page.fill("#descriptionZh", "手工拉坯，断水利落。");
            page.locator("main form button:not([name])").last().click();
            page.waitForURL("**/seller/products/*?saved=new");
            var product = page.url().replaceFirst(".*/products/(\\d+)\\?.*", "$1");

            upload(visitor, 1);
            upload(visitor, 2);
            visitor.inspect().photograph("product-3-pictures");
            visitor.open("/seller/products/" + product + "/preview").inspect().photograph("product-4-preview");

            var offer = publishing.publish(
                    TestOffers.offer(new ProductId(Long.parseLong(product)), TestOffers.runningSlot(publishing), 5, 1));
            visitor.open("/offers/" + offer).inspect().photograph("product-5-offer");
            assertThat(page.locator(".gallery-strip img").count()).isEqualTo(2);
            assertThat(page.locator("h1").textContent())
                    .isEqualTo(device.language().startsWith("zh") ? "龙泉青瓷茶壶" : "Longquan teapot");
        }
    }

    /** Sends a file, and looks until it is drawn; with scripts the page looks by itself. */
    private static void upload(BrowserVisitor visitor, int number) {
        var page = visitor.page();
        page.setInputFiles("#picture", new FilePayload("pot.jpg", "image/jpeg", SamplePictures.jpeg()));
        page.locator("#upload-send").click();
        page.waitForURL("**#pictures");
        await().atMost(PATIENCE).until(() -> {
            if (!visitor.runsScripts()) {
                page.reload();
            }
            return page.locator(".picture-list img").count() == number;
        });
    }
}
