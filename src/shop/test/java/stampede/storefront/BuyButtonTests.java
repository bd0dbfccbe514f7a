package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.hamcrest.Matchers.equalTo;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.OfferId;
import stampede.counter.StockView.Gate;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The buy button around the opening, in a browser that is told when that is. */
@StorefrontTest
class BuyButtonTests {

    /** The page believes that its sale opens in so many milliseconds. */
    private static final String OPENS_IN =
            "(milliseconds) => { document.querySelectorAll('[data-opens]').forEach((part) => part.dataset.opens = Date.now() + milliseconds)";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    @Test
    void aPressBeforeTheOpeningIsKeptAndSentOnceWhenTheSaleOpens() {
        var offer = upcoming();
        var presses = new AtomicInteger();
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer).page();
            page.route("**/purchases", route -> {
                presses.incrementAndGet();
                route.fulfill(new Route.FulfillOptions().setStatus(204));
            });
            page.fill("#address", "1 Long Street");
            assertThat(page.locator("#buy button[type=submit]").isDisabled()).isTrue();
            assertThat(page.locator("#buy button .countdown").textContent()).matches("0[01]:\\d\\d:\\d\\d");

            page.evaluate(
                    OPENS_IN
                            + "; for (let press = 0; press < 3; press++) document.querySelector('#buy').requestSubmit(); }",
                    4_000);
            page.locator("#buy.held .kept").waitFor();
            visitor.photograph("buy-button-held");
            assertThat(presses).as("before the opening").hasValue(0);

            page.locator("#buy.busy button:disabled").waitFor();
            await().atMost(Duration.ofSeconds(10)).untilAtomic(presses, equalTo(1));
            page.waitForTimeout(400);
            assertThat(presses).as("a while later").hasValue(1);
        }
    }

    /** By chance of a busy machine it may wake up too late once, not five times. */
    @Test
    void theButtonWakesUpInTheLastSecond() {
        var offer = upcoming();
        try (var visitor = shopper(Device.PHONE)) {
            var page = visitor.open("/offers/" + offer).page();

            var awake = Stream.generate(() -> page.evaluate(OPENS_IN + """
                                    ; return new Promise((seen) => {
                                      const button = document.querySelector('#buy button[type=submit]');
                                      const look = setInterval(() => {
                                        const left = document.querySelector('#buy').dataset.opens - Date.now();
                                        if (!button.disabled || left <= 0) {
                                          clearInterval(look);
                                          seen(!button.disabled && left > 0);
                                        }
                                      }, 10);
                                    }); }""", 1_500))
                    .limit(5)
                    .anyMatch(Boolean.TRUE::equals);

            assertThat(awake).isTrue();
        }
    }

    @Test
    void whatMattersIsToldInWordsOnce() {
        var offer = upcoming();
        try (var visitor = shopper(Device.DESKTOP)) {
            var page = visitor.open("/offers/" + offer).page();
            assertThat(page.locator("[data-of]").textContent()).as("at first").isEmpty();

            page.evaluate(OPENS_IN + "}", 290_000);
            told(page, "The sale opens in five minutes.");
            page.evaluate(OPENS_IN + "}", 50_000);
            told(page, "The sale opens in one minute.");
            page.evaluate(OPENS_IN + "}", 8_000);
            told(page, "The sale opens in ten seconds.");
            page.evaluate(OPENS_IN + "}", 0);
            told(page, "The sale is open. You can buy now.");
            set(page, offer, "SOLD_OUT");
            told(page, "Sold out.");
            set(page, offer, "ON_SALE");
            told(page, "Units are back on sale. You can buy now.");
        }
    }

    private static void told(Page page, String words) {
        page.locator("[data-of]:text-is('" + words + "')")
                .waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.ATTACHED));
    }

    private static void set(Page page, OfferId offer, String state) {
        page.evaluate("document.getElementById('left-" + offer + "').dataset.state = '" + state + "'");
    }

    private OfferId upcoming() {
        return shop.offer(StandInShop.UPCOMING, "Kettle", 5, 10, 2, Gate.OPEN);
    }

    private BrowserVisitor shopper(Device device) {
        var address = "http://127.0.0.1:" + port;
        return chromium.visitor(address, device).withCookie("as", StandInShop.SHOPPER.toString(), address);
    }
}
