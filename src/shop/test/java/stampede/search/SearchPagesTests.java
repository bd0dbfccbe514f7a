package stampede.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.catalog.CategoryId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.OfferPublishing.NewOffer;
import stampede.catalog.OfferPublishing.NewProduct;
import stampede.catalog.ProductDetails;
import stampede.catalog.ProductId;
import stampede.catalog.SlotId;
import stampede.catalog.TestOffers;
import stampede.category.CategoryErrands;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.security.Browser;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** Offers are found by words, categories and how they stand; and of a thousand in a slot a page shows a few. */
@StampedeTest
class SearchPagesTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    private static final int MANY = 1_000;

    /** In bytes. */
    private static final int LARGEST_PAGE = 100_000;

    private static final String CARDS = ".cards .card";

    @LocalServerPort
    private int port;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private CategoryErrands categories;

    @Autowired
    private Ids ids;

    private Browser somebody;

    /** A word that no other test's offers have. */
    private String mark;

    @BeforeEach
    void come() {
        somebody = new Browser(port);
        mark = "w" + ids.next();
    }

    @Test
    void ofAThousandOffersInASlotPagesShowTwentyFour() {
        var slot = TestOffers.upcomingSlot(publishing);
        publishMany(slot);

        var first = await().until(
                        () -> get("/slots/" + slot),
                        answer -> page(answer).select(CARDS).size() == 24);
        assertThat(bytes(first)).isLessThan(LARGEST_PAGE);
        var stock = get("/slots/" + slot + "/stock?page=1&seen=", "HX-Request", "true");
        assertThat(page(stock).select(".left")).hasSize(24);
        assertThat(bytes(stock)).isLessThan(LARGEST_PAGE / 2);
        assertThat(get(page(stock).select("#slot-poll-1").attr("hx-get"), "HX-Request", "true")
                        .statusCode())
                .isEqualTo(204);
        var piece = get("/slots/" + slot + "?page=2", "HX-Request", "true");
        assertThat(page(piece).select(CARDS)).hasSize(24);
        assertThat(page(piece).select("h1, .tabs, [rel=prev]")).isEmpty();

        assertThat(offersBehind("/slots/" + slot)).isEqualTo(MANY);
        assertThat(page(get("/slots/" + slot + "?page=99999")).select(CARDS)).hasSize(MANY % 24);
    }

    @Test
    void offersAreFoundByNameInBothLanguagesAndByCategory() {
        var tea = categories.make(Optional.empty());
        var slot = TestOffers.runningSlot(publishing);
        var teapot = publish(slot, "龙泉青瓷茶壶" + mark, "Celadon TEAPOT " + mark, 1_990, Optional.of(tea.id()));
        var radio = publish(slot, "收音机" + mark, "Pocket radio " + mark, 12_900, Optional.empty());

        await().untilAsserted(() -> assertThat(found(mark)).containsExactlyInAnyOrder(teapot, radio));
        assertThat(found(mark + " teapot")).containsExactly(teapot);
        assertThat(found("青瓷茶壶" + mark)).containsExactly(teapot);
        assertThat(found(mark + " ＴＥＡＰＯＴ")).as("full width").containsExactly(teapot);
        assertThat(found(tea.nameZh())).containsExactly(teapot);
        assertThat(offers(get("/search?category=" + tea.id()))).containsExactly(teapot);
        assertThat(offers(get("/search?under=100&q=" + mark))).containsExactly(teapot);
        assertThat(offers(get("/search?sort=price&q=" + mark))).containsExactly(teapot, radio);
        assertThat(found(mark + " kettle")).doesNotContain(teapot, radio);
    }

    @Test
    void chipsChooseHowOffersStand() {
        var now = TestOffers.runningSlot(publishing);
        var later = TestOffers.upcomingSlot(publishing);
        var running = publish(now, mark, "", 1_990, Optional.empty());
        var upcoming = publish(later, mark, "", 1_990, Optional.empty());

        await().untilAsserted(() ->
                assertThat(found(mark)).as("what sells goes first").containsExactly(running, upcoming));
        assertThat(offers(get("/search?is=on-sale&q=" + mark))).containsExactly(running);
        assertThat(offers(get("/search?is=opening&q=" + mark))).containsExactly(upcoming);
        assertThat(offers(get("/search?is=almost-gone&q=" + mark))).doesNotContain(running, upcoming);
        var chosen = page(get("/search?is=opening&q=" + mark)).select(".find-chip[aria-current]");
        assertThat(chosen.attr("href")).as("again to let go").isEqualTo("/search?q=" + mark);
    }

    @Test
    void whereNothingIsFoundThePageSaysSoAndShowsWhatThereIs() {
        publish(TestOffers.runningSlot(publishing), mark, "", 1_990, Optional.empty());
        await().untilAsserted(() -> assertThat(found(mark)).hasSize(1));

        var answer = get("/search?q=" + mark + "nowhere");

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(page(answer).select("h1").text()).contains(mark + "nowhere");
        assertThat(page(answer).select(".others .card")).isNotEmpty();
    }

    @Test
    void whatAStrangerSendsIsBoundedAndNeverBelieved() {
        for (var query : List.of(
                "?q=" + "a".repeat(5_000),
                "?q=" + encoded("壶".repeat(500)),
                "?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E",
                "?is=%00&under=x&category=99999999999999999999&sort=no&page=-1",
                "?page=99999999999",
                "?q=%F0%9F%9A%80%20*%20%5B(%20")) {
            var answer = get("/search" + query);
            assertThat(answer.statusCode()).as(query).isEqualTo(200);
            assertThat(answer.body()).doesNotContain("<script>alert");
            assertThat(page(answer).select("input[name=q]").attr("value").length())
                    .isLessThanOrEqualTo(SearchQuery.LONGEST);
        }
    }

    @Test
    void everybodyGetsThePageOfTheirWords() {
        var slot = TestOffers.runningSlot(publishing);
        var one = publish(slot, mark + "one", "", 1_990, Optional.empty());
        var other = publish(slot, mark + "other", "", 1_990, Optional.empty());
        await().untilAsserted(() -> assertThat(found(mark)).hasSize(2));

        for (var round = 0; round < 20; round++) {
            assertThat(found(mark + "one")).containsExactly(one);
            assertThat(found(mark + "other")).containsExactly(other);
        }
        var stranger = get("/search?q=" + encoded("茶 壶&<b>"), "Accept", "text/html, */*;q=0.8");
        assertThat(page(stranger).select("input[name=q]").attr("value")).isEqualTo("茶 壶&<b>");
        assertThat(stranger.headers().firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void thePageIsFitToBeSeenAndGrowsInPlaceOrPageByPage() {
        var slot = TestOffers.runningSlot(publishing);
        var tea = categories.make(Optional.empty());
        var products = publishing.addProducts(IntStream.range(0, 30)
                .mapToObj(number ->
                        product("龙泉青瓷茶壶" + mark + number, "Celadon teapot " + mark + number, Optional.of(tea.id())))
                .toList());
        publishing.publishAll(
                products.stream().map(product -> offer(product, slot, 1_990)).toList());
        await().untilAsserted(() ->
                assertThat(page(get("/search?q=" + mark)).select(CARDS)).hasSize(24));
        for (var device : List.of(
                Device.PHONE.in("zh-CN").atNight(),
                Device.PHONE.wide(320),
                Device.DESKTOP,
                Device.PHONE.withoutJavaScript())) {
            try (var visitor = chromium.visitor("http://127.0.0.1:" + port, device)) {
                var page = visitor.open("/search?is=on-sale&q=" + mark)
                        .inspect()
                        .photograph("search")
                        .page();
                page.click(".further [rel=next]");
                page.locator(device.javaScript() ? ".card >> nth=29" : ".further [rel=prev]")
                        .waitFor();
                assertThat(page.locator(CARDS).count()).isEqualTo(device.javaScript() ? 30 : 6);
                visitor.inspect()
                        .open("/search?q=" + mark + "nowhere")
                        .inspect()
                        .photograph("search-none");
            }
        }
    }

    private int offersBehind(String path) {
        var seen = new HashSet<String>();
        var next = path;
        while (!next.isEmpty()) {
            var page = page(get(next));
            page.select(CARDS + " a").forEach(link -> seen.add(link.attr("href")));
            next = page.select(".further [rel=next]").attr("href");
        }
        return seen.size();
    }

    private List<OfferId> found(String words) {
        return offers(get("/search?q=" + encoded(words)));
    }

    private static List<OfferId> offers(HttpResponse<String> answer) {
        return page(answer).select(".part .card a[href^=/offers/]").stream()
                .map(link -> OfferId.of(link.attr("href").substring("/offers/".length())))
                .distinct()
                .toList();
    }

    private OfferId publish(SlotId slot, String nameZh, String nameEn, long fen, Optional<CategoryId> category) {
        return publishing.publish(offer(publishing.addProduct(product(nameZh, nameEn, category)), slot, fen));
    }

    private void publishMany(SlotId slot) {
        var products = publishing.addProducts(IntStream.range(0, MANY)
                .mapToObj(number -> product("商品" + mark + number, "Thing " + mark + number, Optional.empty()))
                .toList());
        publishing.publishAll(
                products.stream().map(product -> offer(product, slot, 1_990)).toList());
    }

    private static NewProduct product(String nameZh, String nameEn, Optional<CategoryId> category) {
        return new NewProduct(
                TestOffers.SELLER,
                new ProductDetails(nameZh, nameEn, "<p>x</p>", "", new Money(19_900), "", category),
                "/pictures/celadon-teapot.svg");
    }

    private static NewOffer offer(ProductId product, SlotId slot, long fen) {
        return new NewOffer(product, slot, new Money(fen), 50, 2);
    }

    private HttpResponse<String> get(String path, String... headers) {
        return somebody.get(path, headers);
    }

    private static Document page(HttpResponse<String> answer) {
        return Jsoup.parse(answer.body());
    }

    private static int bytes(HttpResponse<String> answer) {
        return answer.body().getBytes(StandardCharsets.UTF_8).length;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
