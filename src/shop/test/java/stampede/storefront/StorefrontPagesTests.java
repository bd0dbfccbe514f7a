package stampede.storefront;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.storefront.PageClient.page;

import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.MessageSource;
import stampede.catalog.SaleWindow;
import stampede.counter.StockView.Gate;
import stampede.order.OrderStatus;
import stampede.purchase.PurchaseProgress;
import stampede.purchase.PurchaseRefusal;
import stampede.purchase.PurchaseRefused;

/** What the pages answer: statuses, headers, words. */
@StorefrontTest
class StorefrontPagesTests {

    @Autowired
    private StandInShop shop;

    @Autowired
    private MessageSource messages;

    @LocalServerPort
    private int port;

    private PageClient web;

    @BeforeEach
    void connect() {
        web = new PageClient(port);
    }

    @AfterEach
    void refuseNobody() {
        shop.refusal = null;
        shop.databaseIsAway = false;
    }

    @ParameterizedTest
    @EnumSource(PurchaseRefusal.class)
    void everyRefusalHasAPageOfItsOwnInBothLanguages(PurchaseRefusal reason) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        shop.refusal = new PurchaseRefused(reason);
        for (var language : List.of(Locale.ENGLISH, Locale.SIMPLIFIED_CHINESE)) {
            var answer = web.post("/offers/" + offer + "/purchases", FORM, "Accept-Language", language.toLanguageTag());

            assertThat(answer.statusCode()).isEqualTo(reason.status().value());
            assertThat(page(answer).select("h1").text())
                    .isEqualTo(messages.getMessage("refusal." + reason + ".title", null, language));
            assertThat(page(answer).select("main .button"))
                    .as("what to do next")
                    .isNotEmpty();
        }
    }

    @Test
    void saysWhenToTryAgain() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        shop.refusal = new PurchaseRefused(PurchaseRefusal.TOO_MANY_ATTEMPTS, Duration.ofMillis(1_200));

        var answer = web.post("/offers/" + offer + "/purchases", FORM);

        assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(page(answer).select("form[data-once] input[name=key]").val()).isEqualTo(FORM.get("key"));
        assertThat(page(answer).select("form[data-once] input[name=address]").val())
                .isEqualTo(FORM.get("address"));
    }

    @Test
    void aPageThatNeedsAServerWhichIsAwayAsksToComeBack() {
        shop.databaseIsAway = true;

        var answer = web.get("/orders");

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).hasValue("2");
        assertThat(page(answer).select("h1").text()).isEqualTo("Very busy right now");
        assertThat(answer.body()).doesNotContain("10.1.2.3");
    }

    @Test
    void buyingLeadsToThePlaceInTheQueue() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var answer = web.post("/offers/" + offer + "/purchases", FORM);

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location").orElseThrow()).matches(".*/purchases/\\d+-" + offer);
    }

    @Test
    void whoeverIsNotSignedInIsAskedToAndComesBack() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var answer = web.send(
                web.request("/offers/" + offer + "/purchases").POST(BodyPublishers.ofString("key=a&address=b")));

        assertThat(answer.statusCode()).isEqualTo(303);
        assertThat(answer.headers().firstValue("Location").orElseThrow())
                .endsWith("/sign-in?continue=/offers/" + offer);
    }

    @ParameterizedTest
    @CsvSource({"'', address", "'   ', address"})
    void anOrderWithoutAnAddressIsNotPlacedAndNothingTypedIsLost(String address, String field) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var answer =
                web.post("/offers/" + offer + "/purchases", Map.of("key", "k-1", "units", "2", "address", address));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(page(answer).select("#" + field).attr("aria-invalid")).isEqualTo("true");
        assertThat(page(answer).select("#units option[selected]").val()).isEqualTo("2");
        assertThat(page(answer).select("input[name=key]").val()).isEqualTo("k-1");
    }

    @Test
    void anAddressHasAtMostTwoHundredCharacters() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        assertThat(web.post(
                                "/offers/" + offer + "/purchases",
                                Map.of("key", "k", "units", "1", "address", "x".repeat(200)))
                        .statusCode())
                .isEqualTo(303);
        assertThat(web.post(
                                "/offers/" + offer + "/purchases",
                                Map.of("key", "k", "units", "1", "address", "x".repeat(201)))
                        .statusCode())
                .isEqualTo(422);
    }

    @Test
    void aKeyThatCannotBeUsedIsReplaced() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var answer = web.post(
                "/offers/" + offer + "/purchases", Map.of("key", "no such key!", "units", "1", "address", "a"));

        assertThat(answer.statusCode()).isEqualTo(422);
        assertThat(page(answer).select("input[name=key]").val()).matches("[0-9a-f-]{36}");
    }

    @Test
    void eachViewOfAnOfferHasAKeyOfItsOwn() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);

        var keys = Stream.of(1, 2)
                .map(view -> page(web.get("/offers/" + offer))
                        .select("input[name=key]")
                        .val())
                .collect(Collectors.toSet());

        assertThat(keys).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/offers/abc", "/offers/0", "/offers/-1", "/offers/99999999999999999999", "/offers/1", "/slots/abc",
                        "/slots/77",
                "/purchases/abc", "/purchases/1-", "/purchases/-1", "/purchases/1-2", "/orders/abc", "/orders/1",
                        "/orders?page=-1",
                "/?date=1999-01-01", "/no-such-page"
            })
    void whatDoesNotExistIsNotFound(String path) {
        var answer = web.get(path);

        assertThat(answer.statusCode()).as(path).isEqualTo(404);
        assertThat(page(answer).select("h1").text()).isEqualTo("There is no such page");
    }

    @ParameterizedTest
    @CsvSource({"/?date=yesterday, 400", "/orders?page=x, 400"})
    void whatCannotBeReadIsABadRequest(String path, int status) {
        assertThat(web.get(path).statusCode()).isEqualTo(status);
        assertThat(page(web.get(path)).select("h1").text()).isEqualTo("That could not be read");
    }

    @Test
    void aDayWithoutASlotSaysSo() {
        var today = LocalDate.now(shop.zone());
        var empty = Stream.of(today.minusDays(1), today.plusDays(1))
                .filter(day -> shop.slots(day).isEmpty())
                .findFirst()
                .orElseThrow();

        var answer = web.get("/?date=" + empty);

        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(page(answer).select(".empty h2").text()).isEqualTo("Nothing is planned for this day");
        assertThat(page(answer).select("#slot")).isEmpty();
    }

    @Test
    void theHeroCanBeHadThoughAllOthersOfItsPageAreGone() {
        var slot = shop.slot(
                new SaleWindow(Instant.now().minusSeconds(60), Instant.now().plusSeconds(3_600)));
        try {
            assertThat(page(web.get("/slots/" + slot)).select(".all-gone"))
                    .as("of an empty slot")
                    .isEmpty();
            for (int gone = 0; gone < 30; gone++) {
                shop.offer(slot, "Cup", 0, 10, 2, Gate.OPEN);
            }
            await().until(() ->
                    page(web.get("/slots/" + slot)).select(".all-gone, .card").size() == 24);
            assertThat(page(web.get("/slots/" + slot)).select(".hero")).isEmpty();
            var last = shop.offer(slot, "Kettle", 5, 10, 2, Gate.OPEN);

            await().untilAsserted(() -> assertThat(page(web.get("/slots/" + slot))
                            .select(".hero a.cover")
                            .attr("href"))
                    .isEqualTo("/offers/" + last));
            assertThat(page(web.get("/slots/" + slot + "/stock")).select("#left-" + last))
                    .as("its figures follow")
                    .hasSize(1);
        } finally {
            shop.forget(slot);
        }
    }

    /** Before the sale each page asks a last time as it opens, and an answer of a second ago would keep it shut. */
    @Test
    void nginxMayKeepFiguresOfWhatSellsForASecond() {
        var selling = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var coming = shop.offer(StandInShop.UPCOMING, "Cup", 5, 10, 2, Gate.OPEN);

        for (var path : List.of("/offers/" + selling + "/stock", "/slots/" + StandInShop.RUNNING + "/stock")) {
            var figures = web.get(path);
            assertThat(figures.headers().firstValue("X-Accel-Expires")).as(path).contains("1");
            assertThat(figures.headers().firstValue("Cache-Control").orElseThrow())
                    .contains("no-store");
        }
        for (var path : List.of(
                "/offers/" + coming + "/stock",
                "/slots/" + StandInShop.UPCOMING + "/stock",
                "/offers/" + selling,
                "/slots/" + StandInShop.RUNNING)) {
            assertThat(web.get(path).headers().firstValue("X-Accel-Expires"))
                    .as(path)
                    .isEmpty();
        }
    }

    @Test
    void aPageThatOnlyTakesFormsSaysSo() {
        var answer = web.send(web.request("/").PUT(BodyPublishers.noBody()));

        assertThat(answer.statusCode()).isEqualTo(405);
        assertThat(page(answer).select("h1").text()).isEqualTo("That does not work here");
    }

    @Test
    void ordersAndPurchasesOfOthersAreNotFound() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var order =
                shop.order(offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(60));
        var purchase = shop.purchase(offer);
        shop.progress.put(purchase, new PurchaseProgress.Placed(order));

        assertThat(web.get("/orders/" + order).statusCode()).isEqualTo(200);
        assertThat(web.get("/orders/" + order, "Cookie", "as=8").statusCode()).isEqualTo(404);
        assertThat(web.get("/purchases/" + purchase, "Cookie", "as=8").statusCode())
                .isEqualTo(404);
        assertThat(web.get("/purchases/" + purchase + "/events", "Cookie", "as=8")
                        .statusCode())
                .isEqualTo(404);
    }

    @Test
    void anOfferThatAnotherNodeHasJustPublishedIsNotSaidToBeMissing() {
        assertThat(web.get("/offers/" + StandInShop.PUBLISHED_ELSEWHERE).statusCode())
                .isEqualTo(503);
        assertThat(web.get("/offers/78").statusCode()).isEqualTo(404);
    }

    @Test
    void aSettledSaleShowsNoFiguresThatNobodyKnows() {
        var settled = shop.offer(StandInShop.ENDED, "Settled kettle", 0, 0, 2, Gate.COLD);
        var ended = shop.offer(StandInShop.ENDED, "Sold kettle", 5, 10, 2, Gate.OPEN);

        assertThat(page(web.get("/offers/" + settled)).select(".figures, progress"))
                .isEmpty();
        assertThat(page(web.get("/offers/" + settled)).select(".left .state").text())
                .isEqualTo("Ended");
        assertThat(page(web.get("/offers/" + ended)).select(".figures").text()).contains("50%");
    }

    @Test
    void theQuantityListEndsAtTheOffersLimit() {
        var offer = shop.offer(StandInShop.RUNNING, "Chopsticks", 500, 500, 37, Gate.OPEN);

        assertThat(page(web.get("/offers/" + offer)).select("#units option")).hasSize(37);
    }

    @Test
    void countsThoseWhoPressWithoutBeingSignedIn() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        shop.refusals.clear();

        web.send(web.request("/offers/" + offer + "/purchases")
                .setHeader("Cookie", "lang=en")
                .setHeader("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString("key=a&address=West+Lake+1")));

        assertThat(shop.refusals).containsExactly(PurchaseRefusal.NOT_SIGNED_IN);
    }

    @Test
    void theLanguageIsAskedForThenRememberedThenGuessed() {
        assertThat(language(web.get("/"))).isEqualTo("en");
        assertThat(language(web.get("/", "Accept-Language", "fr, zh-TW;q=0.8, en;q=0.5")))
                .isEqualTo("zh-CN");
        assertThat(language(web.get("/", "Accept-Language", "zh", "Cookie", "lang=en")))
                .isEqualTo("en");
        assertThat(language(web.get("/?lang=en", "Cookie", "lang=zh-CN"))).isEqualTo("en");
        assertThat(web.get("/?lang=zh-CN").headers().firstValue("Set-Cookie").orElseThrow())
                .startsWith("lang=zh-CN;")
                .contains("Max-Age=31536000");
        assertThat(language(web.get("/?lang=<script>"))).isEqualTo("en");
        assertThat(language(web.get("/no-such-page?lang=zh"))).isEqualTo("zh-CN");
    }

    @Test
    void theLinkToTheOtherLanguageStaysOnThePage() {
        assertThat(page(web.get("/orders?page=0&lang=en"))
                        .select(".tools a[hreflang]")
                        .attr("href"))
                .isEqualTo("?page=0&lang=zh-CN");
    }

    @Test
    void theLinkToTheOtherLanguageLeavesTheAddressAsItWasWritten() {
        assertThat(page(web.get("/orders?lang=en&page=0&continue=%2Foffers%2F1%3Fa%3Db&"))
                        .select(".tools a[hreflang]")
                        .attr("href"))
                .isEqualTo("?page=0&continue=%2Foffers%2F1%3Fa%3Db&lang=zh-CN");
    }

    @Test
    void htmxGetsAPieceAndEveryoneElseThePage() {
        var piece = web.get("/slots/2", "HX-Request", "true");

        assertThat(page(piece).select("header.top")).isEmpty();
        assertThat(page(piece).select("#slot")).hasSize(1);
        assertThat(piece.headers().allValues("Vary")).anyMatch(vary -> vary.contains("HX-Request"));
        assertThat(page(web.get("/slots/2")).select("header.top")).hasSize(1);
        assertThat(page(web.get("/slots/2", "HX-Request", "true", "HX-History-Restore-Request", "true"))
                        .select("header.top"))
                .hasSize(1);
    }

    @Test
    void numbersAreSentOnlyWhenTheyChanged() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var ask = page(web.get("/offers/" + offer)).select("#offer-poll").attr("hx-get");

        assertThat(web.get(ask, "HX-Request", "true").statusCode()).isEqualTo(204);

        shop.left(offer, 4);
        var answer = await().until(() -> web.get(ask, "HX-Request", "true"), changed -> changed.statusCode() == 200);
        assertThat(page(answer).select("#left-" + offer + "[hx-swap-oob=true]").text())
                .contains("4 left");
        assertThat(page(answer).select("#offer-poll").attr("hx-get")).isNotEqualTo(ask);
    }

    @ParameterizedTest
    @CsvSource({"/, en", "/, zh", "/slots/2, en", "/slots/2, zh"})
    void everybodySeesWhatIsLeft(String path, String language) {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 900, 900, 2, Gate.OPEN);
        for (var left = 899; left > 890; left--) {
            shop.left(offer, left);
            var now = Integer.toString(left);
            Stream.of("as=7", "as=8", "lang=" + language)
                    .forEach(cookie -> await().pollInterval(Duration.ofMillis(10))
                            .until(
                                    () -> page(web.get(path, "Cookie", cookie, "Accept-Language", language))
                                            .select("#left-" + offer)
                                            .text(),
                                    text -> text.contains(now)));
        }
    }

    @Test
    void anOrderIsSentOnlyWhenItMoved() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var order =
                shop.order(offer, OrderStatus.AWAITING_PAYMENT, Instant.now().plusSeconds(60));
        var ask = page(web.get("/orders/" + order)).select("#order").attr("hx-get");

        assertThat(web.get(ask, "HX-Request", "true").statusCode()).isEqualTo(204);

        shop.move(order, OrderStatus.CLOSED);
        assertThat(page(web.get(ask, "HX-Request", "true"))
                        .select(".status-name")
                        .text())
                .isEqualTo("Closed");
    }

    @Test
    void anOrderThatIsPaidIsNotCancelledAndThePageSaysWhy() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var order = shop.order(offer, OrderStatus.PAID, Instant.now().plusSeconds(60));

        var answer = web.post("/orders/" + order + "/cancellation", Map.of());

        assertThat(answer.statusCode()).isEqualTo(409);
        assertThat(page(answer).select("[role=alert]").text()).startsWith("This order can no longer be cancelled");
    }

    @Test
    void whereThereIsNoJavaScriptThePlaceInTheQueueReloadsItself() {
        var offer = shop.offer(StandInShop.RUNNING, "Kettle", 5, 10, 2, Gate.OPEN);
        var purchase = shop.purchase(offer);
        shop.progress.put(purchase, new PurchaseProgress.Reserved(Optional.of(3)));

        assertThat(web.get("/purchases/" + purchase).body()).contains("<meta http-equiv=\"refresh\" content=\"2\">");

        shop.progress.put(purchase, new PurchaseProgress.Refused(PurchaseRefusal.LOST));
        assertThat(web.get("/purchases/" + purchase).body()).doesNotContain("http-equiv=\"refresh\"");
    }

    @Test
    void styleAndScriptMayBeKeptForGoodBecauseTheirAddressChangesWithThem() {
        var address = page(web.get("/"))
                .select("link[rel=stylesheet][href^=/stampede.css]")
                .attr("href");

        assertThat(address).matches("/stampede\\.css\\?v=[0-9a-f]{12}");
        assertThat(web.get(address).headers().firstValue("Cache-Control").orElseThrow())
                .contains("max-age=31536000")
                .contains("immutable");
        assertThat(web.get("/webjars/htmx.org/dist/htmx.min.js").statusCode()).isEqualTo(200);
    }

    private static final Map<String, String> FORM =
            Map.of("key", "4b6c2f0e-1", "units", "1", "address", "1 Long Street");

    private static String language(HttpResponse<String> answer) {
        return page(answer).select("html").attr("lang");
    }
}
