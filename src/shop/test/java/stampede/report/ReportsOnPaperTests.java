package stampede.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Media;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.security.PageCookies;
import stampede.security.SignedInVisitor;
import stampede.seller.TestSellers;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Reports in a browser: on a desk, on a small phone, and on paper. */
@StampedeTest
class ReportsOnPaperTests {

    private static final int MOST_PAGES = 4;

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PlayedSales sales;

    @Autowired
    private PageCookies cookies;

    private SignedIn operator;

    static Stream<Device> devices() {
        return Stream.of(Device.DESKTOP, Device.PHONE.wide(320).in("zh-CN").atNight());
    }

    @BeforeEach
    void signIn() {
        operator = sellers.account(Role.OPERATOR);
    }

    @ParameterizedTest
    @MethodSource("devices")
    void aReportFitsItsScreenAndFourPages(Device device) throws IOException, InterruptedException {
        var chinese = device.toString().contains("zh");
        var seller = sellers.account(Role.SELLER);
        var sale = sales.play(seller);
        sales.count(sale, false);
        var other = sales.play(seller);
        try (var visitor = visitor(device)) {
            visitor.open("/console/reports/sales").inspect().photograph("report-1-sales");
            visitor.open("/console/reports/weeks").inspect().photograph("report-2-weeks");
            var page = visitor.open("/console/reports/weeks").page();
            page.locator("main tbody a").first().click();
            page.waitForURL("**/console/reports/weeks/*");
            visitor.inspect().photograph("report-3-week");
            visitor.open("/console/reports/sales/" + sale.offer() + "?with=" + other.offer())
                    .inspect()
                    .photograph("report-4-sale");
            assertThat(page.locator(".course path.left-line").getAttribute("d")).startsWith("M0 ");

            var paper = print(page, "report-" + device);

            assertThat(paper.chars().filter(letter -> letter == '\f').count())
                    .as("pages")
                    .isBetween(1L, (long) MOST_PAGES);
            assertThat(paper.replaceAll("\\s+", chinese ? "" : " "))
                    .contains("Teapot", "SOLD_OUT", "¥39.80", sale.offer().toString())
                    .contains(chinese ? "从点击到最终留存" : "From presses to what shoppers kept")
                    .contains(chinese ? "的统计数据缺失" : "statistics are missing from")
                    .doesNotContain(chinese ? "菜单" : "Audit log");
            page.setViewportSize(690, 900);
            page.emulateMedia(new Page.EmulateMediaOptions().setMedia(Media.PRINT));
            assertThat(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                    .as("pixels that paper cuts off")
                    .isEqualTo(0);
        }
    }

    /** The text of what the browser prints; each page ends with a form feed. */
    private static String print(Page page, String name) throws IOException, InterruptedException {
        var file = Path.of("target", "screenshots", name + ".pdf");
        Files.createDirectories(file.getParent());
        page.pdf(new Page.PdfOptions().setPath(file).setPreferCSSPageSize(true));
        var reader = new ProcessBuilder("pdftotext", "-layout", "-enc", "UTF-8", file.toString(), "-")
                .redirectErrorStream(true)
                .start();
        var text = new String(reader.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(reader.waitFor()).as(text).isZero();
        return text;
    }

    private BrowserVisitor visitor(Device device) {
        return SignedInVisitor.at(port, chromium, device, cookies, operator);
    }
}
