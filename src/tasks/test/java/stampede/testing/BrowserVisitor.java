package stampede.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.ConsoleMessage;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.Cookie;
import com.microsoft.playwright.options.LoadState;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Somebody with a browser, who notes every error that it reports and looks at every page with a critical eye. */
public final class BrowserVisitor implements AutoCloseable {

    private static final int MOST_TABS = 120;
    private static final boolean TAKES_PHOTOGRAPHS = Boolean.getBoolean("photographs") || Proof.isFull();

    private final BrowserContext context;
    private final Device device;
    private final Page page;
    private final List<String> complaints = new CopyOnWriteArrayList<>();

    BrowserVisitor(BrowserContext context, Device device) {
        this.context = context;
        this.device = device;
        this.page = context.newPage();
        page.setDefaultTimeout(30_000);
        page.onConsoleMessage(this::note);
        page.onPageError(complaints::add);
    }

    /** The page they have open. */
    public Page page() {
        return page;
    }

    public boolean runsScripts() {
        return device.javaScript();
    }

    public BrowserVisitor open(String path) {
        page.navigate(path);
        return this;
    }

    /** Another tab of the same browser, which has the same cookies and closes with this one. */
    public BrowserVisitor secondTab() {
        return new BrowserVisitor(context, device);
    }

    public BrowserVisitor withCookie(String name, String value, String url) {
        context.addCookies(List.of(new Cookie(name, value).setUrl(url)));
        return this;
    }

    /** Has pages that are opened from now on note what a screen reader would say of their changes, for {@link #heard}. */
    public BrowserVisitor listen() {
        context.addInitScript(LISTEN);
        return this;
    }

    /** What it said since the page was opened, each as often as it did. */
    public List<String> heard() {
        return ((List<?>) page.evaluate("window.heard"))
                .stream().map(Object::toString).toList();
    }

    /** Presses the tab key until what is named has the focus, and sees it there. */
    public BrowserVisitor tabTo(String selector) {
        var focused = page.locator(selector + ":focus");
        for (var press = 0; press < MOST_TABS && focused.count() == 0; press++) {
            page.keyboard().press("Tab");
        }
        assertThat(focused.count())
                .as("whether %s can be reached with the tab key", selector)
                .isEqualTo(1);
        assertThat(focused.evaluate("focused => getComputedStyle(focused).outlineStyle"))
                .as("whether the focus can be seen on %s", selector)
                .isNotEqualTo("none");
        return this;
    }

    /** Presses Enter. */
    public void enter() {
        page.keyboard().press("Enter");
    }

    /**
     * Takes a picture of the whole page into {@code target/screenshots}, with {@code -Dphotographs=true} or if the proofs are whole: they
     * were two fifths of the time of a test that looks at pages.
     */
    public BrowserVisitor photograph(String name) {
        if (TAKES_PHOTOGRAPHS) {
            page.screenshot(new Page.ScreenshotOptions()
                    .setFullPage(true)
                    .setPath(Path.of("target", "screenshots", name + "-" + device + ".png")));
        }
        return this;
    }

    /**
     * Looks whether the page is fit to be seen: nothing sticks out to the side, it says its language, has one main
     * heading, every field has a label and every picture a description or none on purpose, no message is missing, axe finds
     * nothing ({@link AxeInspection}), and the browser had nothing to complain about.
     */
    public BrowserVisitor inspect() {
        page.waitForLoadState(LoadState.DOMCONTENTLOADED);
        assertThat(page.locator("html").getAttribute("lang")).as("language").isIn("en", "zh-CN");
        assertThat(page.locator("h1").count())
                .as("main headings of " + page.url())
                .isEqualTo(1);
        assertThat(page.locator("img:not([alt])").count())
                .as("pictures without alt")
                .isZero();
        assertThat(page.content()).as("missing messages").doesNotContain("??");
        assertThat(page.locator("[style]:not([style='']):not(.uplot, .uplot *)").all().stream()
                        .map(Object::toString)
                        .toList())
                .as("inline styles")
                .isEmpty();
        if (device.javaScript()) {
            assertThat(page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth"))
                    .as("pixels sticking out of " + page.url() + " on " + device)
                    .isEqualTo(0);
            assertThat(page.evaluate(UNLABELLED)).as("fields without label").isEqualTo(List.of());
            assertThat(page.evaluate(TOO_SMALL))
                    .as("targets too small to touch")
                    .isEqualTo(List.of());
            assertThat(AxeInspection.of(page, device))
                    .as("what axe says of " + page.url() + " on " + device)
                    .isEmpty();
        }
        assertThat(complaints).as("complaints of the browser at " + page.url()).isEmpty();
        return this;
    }

    /** Errors the visitor asked for, such as by visiting a page that does not exist. */
    public BrowserVisitor forgive() {
        complaints.clear();
        return this;
    }

    @Override
    public void close() {
        context.close();
    }

    private void note(ConsoleMessage message) {
        if (message.type().equals("error") || message.type().equals("warning")) {
            complaints.add(message.text() + " " + message.location());
        }
    }

    /** Of a live region what comes to stand in it is said, of an alert also that it came. */
    private static final String LISTEN = """
            window.heard = [];
            const LIVE = '[aria-live], [role=status], [role=alert]';
            const say = text => text.trim() && window.heard.push(text.trim().replace(/\\s+/g, ' '));
            const hear = node => {
              const element = node.nodeType === Node.ELEMENT_NODE ? node : node.parentElement;
              const region = element?.closest(LIVE);
              if (region) {
                const part = node.cloneNode(true);
                part.querySelectorAll?.('[aria-live=off]').forEach(silent => silent.remove());
                if (region.getAttribute('aria-live') !== 'off') say(part.textContent);
              } else if (element === node) {
                node.querySelectorAll('[role=alert]').forEach(alert => say(alert.textContent));
              }
            };
            new MutationObserver(changes => changes.forEach(change => change.type === 'childList'
              ? change.addedNodes.forEach(hear)
              : hear(change.target))).observe(document, { subtree: true, childList: true, characterData: true });
            """;

    private static final String UNLABELLED = """
            [...document.querySelectorAll('input:not([type=hidden]), select, textarea')]
              .filter(field => field.labels.length === 0 && !field.getAttribute('aria-label'))
              .map(field => field.name)
            """;

    private static final String TOO_SMALL = """
            [...document.querySelectorAll('a, button, select, textarea, input:not([type=hidden]), summary')]
              .filter(target => target.checkVisibility() && !target.closest('.prose') && !target.matches('.cover, .skip'))
              .map(target => target.matches('[type=checkbox], [type=radio]') ? target.closest('label') ?? target : target)
              .filter(target => target.getBoundingClientRect().height < 44)
              .map(target => target.outerHTML.slice(0, 80))
            """;
}
