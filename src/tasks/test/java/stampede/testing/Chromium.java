package stampede.testing;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A headless Chromium, installed by the system's packages. One for all tests of a class that has it in a field {@code
 * @RegisterExtension static final Chromium chromium = new Chromium()}: it starts before them and ends after them. Another one
 * than {@code /usr/bin/chromium} is named by {@code STAMPEDE_CHROMIUM}.
 */
public final class Chromium implements BeforeAllCallback, AfterAllCallback {

    private static final List<String> FLAGS = List.of(
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync");

    private Playwright playwright;
    private Browser browser;

    @Override
    public void beforeAll(ExtensionContext context) {
        this.playwright = Playwright.create(
                new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        this.browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(
                                Path.of(System.getenv().getOrDefault("STAMPEDE_CHROMIUM", "/usr/bin/chromium")))
                        .setArgs(FLAGS)
                        .setHeadless(true));
    }

    /** Somebody who visits the site at {@code address}, with nothing in their cookies. Of HTTPS they take any certificate. */
    public BrowserVisitor visitor(String address, Device device) {
        var options = device.options().setBaseURL(address).setIgnoreHTTPSErrors(address.startsWith("https:"));
        return new BrowserVisitor(browser.newContext(options), device);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        playwright.close();
    }
}
