package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.http.HttpResponse;
import java.util.Map;
import java.util.Set;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.room.RoomOpening;
import stampede.security.PageCookies;

/** Units, an early end: what operators do to a sale while it runs, by its pages. */
@StampedeTest
class SaleActPagesTests {

    private static final String WHY = "As the shop wants it";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private LiveStock live;

    @Autowired
    private RoomOpening rooms;

    @Autowired
    private Purchases purchases;

    private ConsoleBrowser operator;
    private OfferId offer;

    @BeforeEach
    void publish() {
        operator = browser("sale-runner", Duty.all());
        offer = TestOffers.running(offerPublishing, 20, 5);
        await().until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
    }

    @Test
    void addsUnitsAndTakesThemOff() {
        assertThat(done(SaleAct.ADD, "10")).contains("The units were added.");
        assertThat(total()).isEqualTo("30");
        await().until(() -> live.of(offer).left() == 30);

        done(SaleAct.TAKE_OFF, "25");

        assertThat(total()).isEqualTo("5");
        await().until(() -> live.of(offer).left() == 5);
    }

    @Test
    void saysWhatCannotBeInBothLanguagesAndKeepsWhatWasTyped() {
        var seen = seen(SaleAct.TAKE_OFF);

        var english = send(SaleAct.TAKE_OFF, "?lang=en", fields("21", seen));
        var chinese = send(SaleAct.TAKE_OFF, "?lang=zh-CN", fields("21", seen));
        var wordless = send(SaleAct.ADD, "?lang=en", Map.of("number", "1", "seen", seen(SaleAct.ADD), "reason", "x"));

        assertThat(english.statusCode()).isEqualTo(409).isEqualTo(chinese.statusCode());
        assertThat(english.body()).contains("Take off fewer", "value=\"21\"", WHY);
        assertThat(Jsoup.parse(english.body()).select("#errors a").attr("href")).isEqualTo("#number");
        assertThat(Jsoup.parse(chinese.body()).select("#errors").text()).containsPattern("\\p{IsHan}");
        assertThat(wordless.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(wordless.body()).select("#number").val()).isEqualTo("1");
        assertThat(total()).isEqualTo("20");
    }

    @Test
    void whoSawOtherUnitsIsShownBothFiguresAndDecidesAnew() {
        var seen = seen(SaleAct.ADD);
        done(SaleAct.ADD, "10");

        var late = send(SaleAct.ADD, "?lang=en", fields("10", seen));

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(Jsoup.parse(late.body()).select("main").text())
                .contains("The figures have changed since you were asked.", "30 it was 20");
        assertThat(Jsoup.parse(late.body()).select("#number").val()).isEqualTo("10");
        assertThat(total()).isEqualTo("30");
    }

    @Test
    void anAnswerCountsForTheSaleAsItStoodForTheActAndForWhoWasAsked() {
        var seen = seen(SaleAct.STOP);
        var other = browser("other-sale-runner", Duty.all());

        assertThat(send(SaleAct.STOP, "", fields("", seen(SaleAct.ADD))).statusCode())
                .as("asked about another act")
                .isEqualTo(409);
        assertThat(send(SaleAct.STOP, "", Map.of("reason", WHY)).statusCode())
                .as("never asked")
                .isEqualTo(409);
        assertThat(other.post(path(SaleAct.STOP), path(SaleAct.STOP), fields("", seen))
                        .statusCode())
                .as("somebody else was asked")
                .isEqualTo(409);
        operator.submit("/console/offers/" + offer + "/pause", "/console/offers/" + offer + "/pause", Map.of());
        assertThat(send(SaleAct.STOP, "", fields("", seen)).statusCode())
                .as("it was paused meanwhile")
                .isEqualTo(409);
        assertThat(live.of(offer).gate()).isNotEqualTo(StockView.Gate.CLOSED);
        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .doesNotContain("OFFER_STOPPED");
    }

    @Test
    void stopsForGood() {
        assertThat(done(SaleAct.STOP, "")).contains("The sale has ended for good.");

        await().until(() -> live.of(offer).gate() != StockView.Gate.OPEN);
        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("OFFER_STOPPED", WHY);
    }

    @Test
    void thePriceIsChangedBeforeTheSlotOpensAndNotAfter() {
        assertThat(send(SaleAct.PRICE, "", fields("9.90", seen(SaleAct.PRICE))).statusCode())
                .isEqualTo(409);
        offer = TestOffers.upcoming(offerPublishing);
        var seen = seen(SaleAct.PRICE);

        var dear = send(SaleAct.PRICE, "?lang=en", fields("99.01", seen));
        var words = send(SaleAct.PRICE, "?lang=en", fields("cheap", seen));
        var page = done(SaleAct.PRICE, "9.90");

        assertThat(dear.statusCode()).isEqualTo(422).isEqualTo(words.statusCode());
        assertThat(dear.body()).contains("at most the list price", "value=\"99.01\"");
        assertThat(page).contains("The price is as shown.", "¥9.90");
        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("PRICE_CHANGED", "¥19.90", "¥9.90", WHY);
    }

    @Test
    void theLimitIsChangedAndAnOfferWithdrawnBeforeItOpens() {
        offer = TestOffers.upcoming(offerPublishing);

        assertThat(done(SaleAct.LIMIT, "3")).contains("The limit is as shown.");
        done(SaleAct.WITHDRAW, "");

        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("LIMIT_CHANGED", "OFFER_WITHDRAWN", "PUBLISHED", "WITHDRAWN", WHY);
    }

    @Test
    void noBuyersLookAlikeBeforeAnybodyBought() {
        assertThat(operator.read("/console/offers/" + offer)).contains("/console/offers/" + offer + "/alike");
        assertThat(operator.read("/console/offers/" + offer + "/alike?lang=en"))
                .contains("No two buyers of this offer look alike.");
    }

    @Test
    void buyersWithOneAddressAreListedWithTheirMarks() {
        for (var shopper : accounts.addShoppers(3, "alike" + offer + "-")) {
            purchases.buy(new PurchaseRequest(purchases.admit(shopper, "192.0.2.7"), offer, 1, "West Lake 1", "alike"));
        }
        var path = "/console/offers/" + offer + "/alike";

        await().until(() ->
                operator.read(path + "?lang=en").contains("3 accounts, one address; made in the same minutes"));

        assertThat(Jsoup.parse(operator.read(path + "?lang=en")).select("tbody tr"))
                .hasSize(3);
        assertThat(operator.read(path + "?lang=zh")).contains("3 个账号同一地址");
    }

    @Test
    void addressesAreLimitedBeforeItOpens() {
        offer = TestOffers.upcoming(offerPublishing);

        assertThat(send(SaleAct.ADDRESS_LIMIT, "?lang=en", fields("", seen(SaleAct.ADDRESS_LIMIT)))
                        .body())
                .contains("One address may have 1 to 1,000 units, or 0 for no limit.");
        assertThat(done(SaleAct.ADDRESS_LIMIT, "2")).contains("The limit for addresses is as shown.");
        done(SaleAct.ADDRESS_LIMIT, "0");

        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("ADDRESS_LIMIT_CHANGED", WHY);
    }

    @Test
    void aWaitingRoomIsOpenedBeforeTheSaleAndNotAfter() {
        assertThat(send(SaleAct.ROOM, "", fields("", seen(SaleAct.ROOM))).statusCode())
                .isEqualTo(409);
        offer = TestOffers.upcoming(offerPublishing);

        assertThat(done(SaleAct.ROOM, "")).contains("The waiting room is open.");
        done(SaleAct.ROOM, "");

        assertThat(rooms.drawAt(offer)).isPresent();
        assertThat(Jsoup.parse(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                        .select("tbody tr")
                        .eachText())
                .filteredOn(row -> row.contains("ROOM_OPENED"))
                .singleElement()
                .satisfies(row -> assertThat(row).contains(WHY));
    }

    @Test
    void aColdOfferIsWarmedUpWithOnePressAndAWarmOneStays() {
        offer = TestOffers.upcoming(offerPublishing);
        var page = "/console/offers/" + offer;
        assertThat(live.of(offer).gate()).isEqualTo(StockView.Gate.COLD);
        assertThat(operator.read(page)).contains("id=\"sale-warm\"");

        assertThat(operator.submit(page, page + "/warming", Map.of())).contains("The offer is warm.");
        await().until(() -> live.of(offer).gate() != StockView.Gate.COLD);
        operator.submit(page, page + "/warming", Map.of());

        assertThat(live.of(offer).left()).isEqualTo(5);
        assertThat(operator.read(page)).doesNotContain("id=\"sale-warm\"");
        assertThat(Jsoup.parse(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                        .select("tbody tr")
                        .eachText())
                .filteredOn(row -> row.contains("COUNTER_WARMED"))
                .as("one before it began, one with what came of it, and none for the second press")
                .hasSize(2);
    }

    @Test
    void theCounterIsFilledAgain() {
        assertThat(done(SaleAct.REBUILD, "")).contains("The counter was filled again.");

        await().until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        assertThat(live.of(offer).left()).isEqualTo(20);
        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("COUNTER_REBUILT", "epoch 1", "epoch 2", WHY);
    }

    @Test
    void isForThoseWhoRunSales() {
        var watching = browser("sale-watcher", Set.of(Duty.SEE, Duty.MONEY));

        assertThat(watching.open(path(SaleAct.STOP)).statusCode()).isEqualTo(403);
        assertThat(watching.read("/console/offers/" + offer)).doesNotContain("/acts/");
        assertThat(operator.read("/console/offers/" + offer)).contains(path(SaleAct.STOP));
    }

    private ConsoleBrowser browser(String name, Set<Duty> duties) {
        var account = accounts.ensure(name, "a long enough password", Role.OPERATOR);
        rows.giveDuties(account.id(), duties);
        return new ConsoleBrowser(port, cookies, accounts.find(name).orElseThrow());
    }

    private HttpResponse<String> send(SaleAct act, String language, Map<String, String> fields) {
        return operator.post(path(act), path(act) + language, fields);
    }

    private String path(SaleAct act) {
        return "/console/offers/" + offer + "/acts/" + act;
    }

    /** Is asked, and answers. */
    private String done(SaleAct act, String number) {
        return operator.submit(path(act), path(act), fields(number, seen(act)));
    }

    private String seen(SaleAct act) {
        return Jsoup.parse(operator.read(path(act))).select("input[name=seen]").val();
    }

    private String total() {
        return Jsoup.parse(operator.read(path(SaleAct.ADD)))
                .select("dl.figures div:first-child dd")
                .text();
    }

    private static Map<String, String> fields(String number, String seen) {
        return Map.of("number", number, "seen", seen, "reason", WHY);
    }
}
