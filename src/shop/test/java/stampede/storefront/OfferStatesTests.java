package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.storefront.PageClient.page;

import com.microsoft.playwright.Route;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.catalog.OfferId;
import stampede.catalog.ProductFace;
import stampede.catalog.SaleWindow;
import stampede.catalog.ShownPicture;
import stampede.catalog.SlotId;
import stampede.counter.OfferStatus;
import stampede.counter.StockView;
import stampede.counter.StockView.Gate;
import stampede.order.OrderStatus;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/** Each state of an offer, on its card and on its page, in both languages. */
@StorefrontTest
class OfferStatesTests {

    private static final Duration HOUR = Duration.ofHours(1);

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private StandInShop shop;

    @LocalServerPort
    private int port;

    private final Instant now = Instant.now();
    private final SaleWindow running = new SaleWindow(now.minusSeconds(60), now.plus(HOUR));
    private final Map<CardState, OfferId> offers = new EnumMap<>(CardState.class);
    private SlotId slot = new SlotId(1);
    private PageClient web;

    @BeforeEach
    void stock() {
        web = new PageClient(port);
        slot = shop.slot(running);
        var later = new SaleWindow(now.plus(HOUR), now.plus(HOUR).plus(HOUR));
        var inThreeMinutes = new SaleWindow(now.plusSeconds(180), now.plus(HOUR));
        var over = new SaleWindow(now.minus(HOUR), now.minusSeconds(60));
        put(CardState.ON_SALE, "celadon-teapot", running, Gate.OPEN, 32);
        put(CardState.UPCOMING, "desk-lamp", later, Gate.COLD, 50);
        put(CardState.SOON, "film-camera", inThreeMinutes, Gate.OPEN, 50);
        put(CardState.ALMOST_GONE, "headphones", running, Gate.OPEN, 3);
        put(CardState.BACK, "folding-fan", running, Gate.OPEN, 0);
        put(CardState.SOLD_OUT, "paper-lantern", running, Gate.OPEN, 0);
        put(CardState.PAUSED, "ukulele", running, Gate.PAUSED, 20);
        put(CardState.ENDED, "silk-scarf", over, Gate.OPEN, 16);
        web.get("/slots/" + slot + "?seen=before-they-came-back");
        shop.left(offer(CardState.BACK), 2);
    }

    @AfterEach
    void forget() {
        shop.forget(slot);
    }

    @ParameterizedTest
    @EnumSource(CardState.class)
    void isSaidAlikeOnCardAndPageInBothLanguages(CardState state) {
        for (var language : List.of("en", "zh-CN")) {
            var list = page(web.get("/slots/" + slot, "Accept-Language", language));
            var offer = page(web.get("/offers/" + offer(state), "Accept-Language", language));
            var card = list.select(".card:has(a[href=/offers/" + offer(state) + "])");

            for (var where : List.of(card, offer.select("main.offer"), offer.select("main > .offer-grid .left"))) {
                assertThat(where.attr("data-shows")).isEqualTo(state.name());
            }
            assertThat(card.select(".figures").text())
                    .isEqualTo(offer.select(".offer-side > .left .figures").text())
                    .contains(figure(state, language));
            assertThat(offer.select(".band").text()).contains("¥19.90", "¥49.00", "−59%");
            assertThat(offer.select("#buy button[type=submit]").hasAttr("disabled"))
                    .as("the button")
                    .isNotEqualTo(offer.select("main").attr("data-state").equals(OfferStatus.ON_SALE.name()));
        }
    }

    private static String figure(CardState state, String language) {
        var isEnglish = language.equals("en");
        return switch (state) {
            case UPCOMING, SOON -> isEnglish ? "50 units" : "限量 50 件";
            case ON_SALE -> isEnglish ? "32 left" : "还剩 32 件";
            case ALMOST_GONE -> isEnglish ? "Only 3 left" : "仅剩 3 件";
            case BACK -> isEnglish ? "2 back on sale" : "又有 2 件";
            case SOLD_OUT -> isEnglish ? "All 50 sold" : "50 件全部售出";
            case PAUSED -> isEnglish ? "20 left" : "还剩 20 件";
            case ENDED -> isEnglish ? "34 of 50 sold" : "共 50 件，售出 34 件";
        };
    }

    @Test
    void whatIsMineIsAPieceOfItsOwn() {
        var offer = offer(CardState.ALMOST_GONE); // which has a picture that others find, too, on the list of orders
        var path = "/account/offers/" + offer;
        assertThat(web.get(path).statusCode()).as("nothing yet").isEqualTo(204);

        var order = shop.order(offer, OrderStatus.AWAITING_PAYMENT, now.plusSeconds(200));
        var unpaid = page(web.get(path));
        assertThat(unpaid.select(".mine.unpaid a.button").attr("href")).isEqualTo("/orders/" + order);
        assertThat(unpaid.select(".mine a.button").text()).isEqualTo("Pay ¥19.90");
        assertThat(page(web.get("/offers/" + offer)).select("#mine").attr("hx-get"))
                .isEqualTo(path);
        assertThat(page(web.get("/offers/" + offer)).select("#mine").text()).isEmpty();
        assertThat(web.get(path, "Cookie", "as=8").statusCode())
                .as("somebody else")
                .isEqualTo(204);

        shop.move(order, OrderStatus.PAID);
        Document paid = page(web.get(path));
        assertThat(paid.select(".mine:not(.unpaid)").text()).contains("You bought it");
        shop.move(order, OrderStatus.CLOSED);
        assertThat(web.get(path).statusCode()).as("closed").isEqualTo(204);
    }

    /** With {@code -Dproof=full} on all of them. */
    static Stream<Device> devices() {
        var narrow = Stream.of(Device.PHONE.wide(320).in("zh-CN"));
        return Proof.isFull() ? Stream.concat(narrow, Device.all()) : narrow;
    }

    private static void look(BrowserVisitor visitor, String name) {
        visitor.inspect();
        if (Proof.isFull()) {
            visitor.photograph("states-" + name);
        }
    }

    @ParameterizedTest
    @MethodSource("devices")
    void isFitToBeSeen(Device device) {
        var address = "http://127.0.0.1:" + port;
        try (var visitor = chromium.visitor(address, device).withCookie("as", "7", address)) {
            visitor.page().route("**/pictures/stand-in/**", OfferStatesTests::draw);
            look(visitor.open("/slots/" + slot), "home");
            for (var state : CardState.values()) {
                look(visitor.open("/offers/" + offer(state)), state.name());
            }
            var mine = offer(CardState.ALMOST_GONE);
            var order =
                    shop.order(mine, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(200));
            visitor.open("/offers/" + mine).page().locator(".mine .countdown").waitFor();
            look(visitor, "mine-unpaid");
            shop.move(order, OrderStatus.PAID);
            visitor.open("/offers/" + mine).page().locator(".mine a").waitFor();
            look(visitor, "mine-paid");
            shop.move(order, OrderStatus.CLOSED);
        }
    }

    @Test
    void theGalleryShowsEachPictureWholeAndADotLeadsToIt() {
        try (var visitor = chromium.visitor("http://127.0.0.1:" + port, Device.PHONE)) {
            visitor.page().route("**/pictures/stand-in/**", OfferStatesTests::draw);
            var page = visitor.open("/offers/" + offer(CardState.ON_SALE)).page();
            assertThat(page.locator(".gallery-dots a").count()).isEqualTo(8);
            assertThat(page.evaluate("getComputedStyle(document.querySelector('.gallery-strip img')).objectFit"))
                    .isEqualTo("contain");
            assertThat(page.locator(".gallery-strip a").first().getAttribute("href"))
                    .isEqualTo("/pictures/stand-in/1/1280.svg");
            assertThat(page.locator("link[rel=preload][as=image]").getAttribute("imagesizes"))
                    .isEqualTo(page.locator(".gallery-strip img").first().getAttribute("sizes"));

            page.locator(".gallery-dots a").nth(2).click();

            page.waitForFunction("""
                    () => {
                      const strip = document.querySelector('.gallery-strip');
                      return Math.round(strip.scrollLeft / strip.clientWidth) === 2;
                    }""");
        }
    }

    /** Wider than high, to see what is cut off. */
    private static void draw(Route route) {
        route.fulfill(new Route.FulfillOptions().setContentType("image/svg+xml").setBody("""
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 480" width="640" height="480">
                  <rect width="640" height="480" fill="#cfe8dc"/><circle cx="320" cy="240" r="230" fill="#2f7d5b"/>
                </svg>"""));
    }

    private OfferId offer(CardState state) {
        return offers.getOrDefault(state, new OfferId(1));
    }

    private void put(CardState state, String drawing, SaleWindow window, Gate gate, int left) {
        var pictures = state == CardState.ON_SALE
                ? IntStream.rangeClosed(1, 8)
                        .mapToObj(at -> new ShownPicture(
                                "/pictures/stand-in/" + at + "/", "svg", List.of(160, 320, 640, 1280), "", ""))
                        .toList()
                : List.<ShownPicture>of();
        var text = "<p>Made by hand, <em>fired twice</em>.</p>";
        var face = new ProductFace(
                "龙泉青瓷手工茶壶 " + drawing.length(),
                "A " + drawing.replace('-', ' ') + " made by hand",
                text,
                text,
                "/pictures/" + drawing + ".svg",
                pictures);
        offers.put(state, shop.offer(slot, window, face, 2, new StockView(gate, left, 50, 1)));
    }
}
