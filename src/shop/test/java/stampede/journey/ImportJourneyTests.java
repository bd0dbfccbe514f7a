package stampede.journey;

import static java.nio.charset.StandardCharsets.UTF_8;
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
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** A seller sends a file of products, sees what is wrong with it, has it done, and takes it back. */
@Apart
@StampedeTest
class ImportJourneyTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final String PASSWORD = "a good password";
    private static final String FILE =
            "货号,中文名称,英文名称,原价\nTP-1,龙泉青瓷茶壶,Longquan teapot,\"¥1,299.00\"\nTP-2,茶杯,Cup,９９\nTP-3,碗,Bowl,\"9,9\"\n";

    @Autowired
    private Accounts accounts;

    @LocalServerPort
    private int port;

    static Stream<Device> devices() {
        return Stream.of(Device.PHONE.in("zh-CN").withoutJavaScript().atNight(), Device.DESKTOP);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aSellerSendsAFileAndTakesItBack(Device device) {
        var username = "i" + UUID.randomUUID().toString().substring(0, 8);
        accounts.ensure(username, PASSWORD, Role.SELLER);
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, device)) {
            var page = visitor.open("/sign-in?continue=/seller/imports").page();
            page.fill("[name=username]", username);
            page.fill("[name=password]", PASSWORD);
            page.locator("main form button[type=submit]").click();
            page.waitForURL("**/seller/imports");
            visitor.inspect().photograph("import-1-none");
            page.locator("main a[href$='/kinds/offers']").click();
            visitor.inspect().photograph("import-2-columns");

            visitor.open("/seller/imports");
            send(visitor, "workbook.csv", new byte[] {'P', 'K', 3, 4, 0, 0});
            page.locator(".notice.bad").waitFor();
            visitor.forgive().inspect().photograph("import-3-workbook");
            send(visitor, "teapots.csv", FILE.getBytes(UTF_8));
            page.waitForURL("**/seller/imports/*");
            visitor.inspect().photograph("import-4-looked-at");
            assertThat(page.locator("ul.figures strong").allTextContents()).containsExactly("3", "2", "0", "0", "1");

            page.locator("#progress form button").first().click();
            reloadUntil(visitor, "#take-back");
            visitor.inspect().photograph("import-5-applied");
            page.locator("#take-back").click();
            visitor.inspect().photograph("import-6-take-back");
            page.fill("#reason", "The wrong list");
            page.locator("main form button.danger").click();
            reloadUntil(visitor, "td .gate[data-accepted=true]");
            await().atMost(PATIENCE).until(() -> {
                page.reload();
                return page.locator("#progress[data-poll]").count() == 0;
            });
            visitor.inspect().photograph("import-7-taken-back");
            assertThat(visitor.open("/seller/products").page().locator("main").textContent())
                    .doesNotContain("TP-1");
        }
    }

    private static void send(BrowserVisitor visitor, String name, byte[] file) {
        var page = visitor.page();
        page.selectOption("#kind", "products");
        page.setInputFiles("#file", new FilePayload(name, "text/csv", file));
        page.locator("#send-file").click();
    }

    /** As somebody does who has no scripts. */
    private static void reloadUntil(BrowserVisitor visitor, String there) {
        await().atMost(PATIENCE).until(() -> {
            visitor.page().reload();
            return visitor.page().locator(there).count() > 0;
        });
    }
}
