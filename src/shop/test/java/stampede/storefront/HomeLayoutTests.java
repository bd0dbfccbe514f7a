package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.options.WaitForSelectorState;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.ProductFace;
import stampede.catalog.SaleWindow;
import stampede.catalog.SlotId;
import stampede.counter.StockView;
import stampede.counter.StockView.Gate;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Offers come first on the home page: measured in a browser, on a phone and on a desk. */
@StorefrontTest
class HomeLayoutTests {

    private static final String SHIFTS = """
            () => new Promise((done) => {
              let sum = 0;
              new PerformanceObserver((list) => {
                for (const entry of list.getEntries()) sum += entry.hadRecentInput ? 0 : entry.value;
              }).observe({ type: 'layout-shift', buffered: true });
              setTimeout(() => done(sum), 1500);
            })""";

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    private SlotId slot = new SlotId(1);
    private SlotId next = new SlotId(1);

    @BeforeEach
    void stock() {
        var now = Instant.now();
        slot = shop.slot(new SaleWindow(now.minusSeconds(600), now.plus(Duration.ofMinutes(80))));
        next = shop.slot(new SaleWindow(now.plus(Duration.ofMinutes(20)), now.plus(Duration.ofMinutes(200))));
        put(slot, "mechanical-keyboard", 0);
        put(slot, "celadon-teapot", 16);
        for (var name :
                List.of("desk-lamp", "film-camera", "folding-fan", "headphones", "paper-lantern", "silk-scarf")) {
            put(slot, name, 3);
        }
        for (var name : List.of("ukulele", "skateboard", "wrist-watch", "road-bicycle")) {
            put(next, name, 50);
        }
    }

    @AfterEach
    void forget() {
        shop.forget(slot);
        shop.forget(next);
    }

    @ParameterizedTest
    @ValueSource(strings = {"en-GB", "zh-CN"})
    void onAPhoneTheFirstOfferIsInTheFirstTwoHundredPixelsAndFourAreSeen(String language) {
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, Device.PHONE.in(language))) {
            var page = visitor.open("/slots/" + slot).page();
            var moved = ((Number) page.evaluate(SHIFTS)).doubleValue();
            var top =
                    ((Number) page.evaluate("document.querySelector('.card').getBoundingClientRect().top")).intValue();
            var seen = page.evaluate(
                    "[...document.querySelectorAll('.card')].filter((card) => card.getBoundingClientRect().bottom <= innerHeight).length");

            visitor.photograph("home-on-sale");
            assertThat(top).isLessThanOrEqualTo(200);
            assertThat((Integer) seen).isGreaterThanOrEqualTo(4);
            assertThat(moved).isLessThan(0.02);
            assertThat(page.evaluate("document.querySelector('header.top').getBoundingClientRect().height"))
                    .isEqualTo(52);
            assertThat(page.locator(".tab[aria-current] .if-open.when .countdown")
                            .textContent())
                    .matches("01:1\\d:\\d\\d");
        }
    }

    @Test
    void theFirstOfferThatSellsIsTheHeroAndTheNextSaleIsAStripOfPictures() {
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, Device.DESKTOP)) {
            var page = visitor.open("/slots/" + slot)
                    .inspect()
                    .photograph("home-on-sale")
                    .page();

            assertThat(page.locator(".card.hero h3").allTextContents()).containsExactly("celadon teapot");
            assertThat(page.locator(".card h3").first().textContent()).isEqualTo("celadon teapot");
            assertThat(page.locator(".hero .if-open .digits b").count()).isEqualTo(3);
            assertThat(page.locator(".hero .when:visible").count())
                    .as("what is said of its time")
                    .isEqualTo(1);
            assertThat(page.locator(".next-slot").getAttribute("href")).isEqualTo("/slots/" + next);
            assertThat(page.locator(".next-slot img").count()).isEqualTo(4);
            assertThat(Objects.requireNonNull(
                            page.locator("link[rel=preload][as=image]").getAttribute("href")))
                    .endsWith("/celadon-teapot.svg");
            assertThat(page.locator(".card img[fetchpriority=high]").count()).isEqualTo(2);
        }
    }

    @Test
    void whereNothingIsToBeHadThereIsNoHeroAndTheShopSaysWhatComesNext() {
        var gone = shop.slot(
                new SaleWindow(Instant.now().minusSeconds(60), Instant.now().plusSeconds(3_000)));
        put(gone, "desk-lamp", 0);
        put(gone, "film-camera", 0);
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, Device.PHONE)) {
            var page = visitor.open("/slots/" + gone)
                    .inspect()
                    .photograph("home-all-sold-out")
                    .page();
            assertThat(page.locator(".hero").count()).isZero();
            assertThat(page.locator(".all-gone").isVisible()).isTrue();
            page.evaluate("document.querySelector('.left').dataset.state = 'ON_SALE'");
            page.locator(".all-gone").waitFor(new Locator.WaitForOptions().setState(WaitForSelectorState.HIDDEN));

            visitor.open("/slots/" + next).inspect().photograph("home-all-upcoming");
            assertThat(page.locator(".hero .if-upcoming.when").isVisible()).isTrue();
            visitor.open("/?date=" + LocalDate.now(shop.zone()).plusDays(1))
                    .inspect()
                    .photograph("home-tomorrow");
            assertThat(page.locator("strong.tab.day").textContent()).isEqualTo("Tomorrow");
        } finally {
            shop.forget(gone);
        }
    }

    @Test
    void aPageThatIsLeftOpenGoesOnToTheSaleThatIsOpen() {
        // Among the tabs of today, also shortly after midnight.
        var midnight = LocalDate.now(shop.zone()).atStartOfDay(shop.zone()).toInstant();
        var earlier = Instant.now().minusSeconds(900);
        var ending = shop.slot(new SaleWindow(
                earlier.isBefore(midnight) ? midnight : earlier, Instant.now().plusSeconds(5)));
        put(ending, "desk-lamp", 3);
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, Device.PHONE)) {
            var page = visitor.open("/slots/" + ending).page();
            assertThat(page.locator(".tab[aria-current]").getAttribute("data-phase"))
                    .isEqualTo("OPEN");

            page.waitForURL(url -> !url.endsWith("/slots/" + ending));

            page.locator(".tab[aria-current][data-phase=OPEN]").waitFor();
            visitor.inspect();
        } finally {
            shop.forget(ending);
        }
    }

    private void put(SlotId where, String drawing, int left) {
        shop.offer(
                where,
                shop.slot(where).orElseThrow().window(),
                ProductFace.of(drawing.replace('-', ' '), "", "/pictures/" + drawing + ".svg"),
                2,
                new StockView(Gate.OPEN, left, 50, 1));
    }
}
