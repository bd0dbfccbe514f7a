package stampede.testing;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A headless Chromium, installed by the system's packages. One for all tests of a class that has it in a field {@code
 * @RegisterExtension static final Chromium chromium = new Chromium()}: it starts before them and ends after them. Another one
 * than {@code /usr/bin/chromium} is named by {@code STAMPEDE_CHROMIUM}. Many calls of Playwright wait for ever for a browser that hangs, and so
 * does its closing: after eight minutes of one test the browser is killed, which ends them all.
 */
public final class Chromium implements BeforeAllCallback, BeforeEachCallback, AfterEachCallback, AfterAllCallback {

    private static final Duration MOST_FOR_A_TEST = Duration.ofMinutes(Proof.size(8, 55));
    private static final Timer WATCH = new Timer("browsers", true);

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
    private List<ProcessHandle> drivers = List.of();
    private TimerTask watch;

    @Override
    public void beforeAll(ExtensionContext context) {
        startDriver();
        this.browser = playwright
                .chromium()
                .launch(new BrowserType.LaunchOptions()
                        .setExecutablePath(
                                Path.of(System.getenv().getOrDefault("STAMPEDE_CHROMIUM", "/usr/bin/chromium")))
                        .setArgs(FLAGS)
                        .setHeadless(true));
    }

    @Override
    public void beforeEach(ExtensionContext context) {
        var test = context.getDisplayName();
        watch = new TimerTask() {
            @Override
            public void run() {
                kill(test);
            }
        };
        WATCH.schedule(watch, MOST_FOR_A_TEST.toMillis());
    }

    @Override
    public void afterEach(ExtensionContext context) {
        watch.cancel();
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

    /** One at a time, so that the new process is this one's. */
    private void startDriver() {
        synchronized (Chromium.class) {
            var before = driversOfAll();
            this.playwright = Playwright.create(
                    new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
            this.drivers = driversOfAll().stream()
                    .filter(driver -> !before.contains(driver))
                    .toList();
        }
    }

    private static List<ProcessHandle> driversOfAll() {
        return ProcessHandle.current()
                .children()
                .filter(child -> child.info()
                        .command()
                        .filter(command -> command.endsWith("node"))
                        .isPresent())
                .toList();
    }

    private void kill(String test) {
        System.err.printf("The browser of %s is killed after %s%n", test, MOST_FOR_A_TEST);
        for (var driver : drivers) {
            driver.descendants().forEach(ProcessHandle::destroyForcibly);
            driver.destroyForcibly();
        }
    }
}
