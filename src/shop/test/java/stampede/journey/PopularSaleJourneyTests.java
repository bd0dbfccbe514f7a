package stampede.journey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.journey.JourneyShopping.PATIENCE;
import static stampede.journey.JourneyShopping.waitFor;

import com.google.common.base.Splitter;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.alipaysandbox.LocalAlipay;
import stampede.api.ApiClient;
import stampede.api.ShopFixture;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.counter.LiveStock;
import stampede.order.OrderId;
import stampede.order.Orders;
import stampede.room.IndependentDraw;
import stampede.room.RoomOpening;
import stampede.room.WaitingRooms;
import stampede.sale.SaleStop;
import stampede.settlement.EndedSales;
import stampede.testing.Apart;
import stampede.testing.BrowserVisitor;
import stampede.testing.Chromium;
import stampede.testing.Device;
import stampede.testing.Proof;

/**
 * Three people among a hundred programs, a thousand with {@code -Dproof=full}, from the waiting room of a popular sale, which half of the
 * programs leave with nothing, to its proof, from which everybody can tell that its order was kept.
 */
@Apart
@StampedeTest
class PopularSaleJourneyTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);
    private static final int BOTS = Proof.size(100, 1_000);
    private static final int PEOPLE = 3;
    private static final int ALL = BOTS + PEOPLE;

    /** For people, and for every second program. */
    private static final int UNITS = BOTS / 2 + PEOPLE;

    /** So long it takes until all are in the room. */
    private static final Duration GATHERING = Duration.ofSeconds(Proof.size(25, 60));

    private static final Duration CLOSED_OUT_WITHIN = Duration.ofMinutes(Proof.size(2, 5));

    private static final LocalAlipay alipay = LocalAlipay.shared();

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @Autowired
    private BeanFactory beans;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private RoomOpening opening;

    @Autowired
    private WaitingRooms rooms;

    @Autowired
    private SaleStop stopping;

    @Autowired
    private Orders orders;

    @Autowired
    private JdbcClient sql;

    @LocalServerPort
    private int port;

    private JourneyShopping shopping;

    @Test
    void aCrowdAndThreePeopleWaitAreDrawnAndBuyAndThePageProvesTheirOrder() {
        shopping = new JourneyShopping(offerPublishing, catalog, stock);
        var tokens = fixture.shoppers(BOTS);
        try (var desktop = visitor(Device.DESKTOP);
                var phone = visitor(Device.PHONE.in("zh-CN"));
                var plain = visitor(Device.PHONE.withoutJavaScript())) {
            var people = List.of(desktop, phone, plain);
            var other = shopping.offer(1);
            people.forEach(person -> shopping.registersAt(person, other));
            var offer = shopping.offer(UNITS, Instant.now().plus(GATHERING).truncatedTo(ChronoUnit.SECONDS));
            opening.open(OPERATOR, offer.id(), "");
            await().atMost(PATIENCE).until(() -> rooms.of(offer.id()).isPresent());
            var crowd = new RoomCrowd(new ApiClient(port), tokens, offer.id().toString());

            people.forEach(person -> RoomJourneyTests.enters(person, offer));
            crowd.join();
            var room = rooms.of(offer.id()).orElseThrow();
            assertThat(room.isServing()).as("it opened before all were there").isFalse();
            assertThat(room.seed()).isEmpty();
            people.forEach(person -> person.photograph("popular-sale-1-gathering"));

            var buying = crowd.buy();
            var places = new TreeMap<Integer, Integer>();
            for (var person : people) {
                waitFor(person.page().locator("#room[data-stage=YOUR_TURN]"));
                person.inspect().photograph("popular-sale-2-turn");
                places.put(RoomCrowd.numberOf(RoomJourneyTests.ticket(person, offer)), place(person, offer));
                person.page().locator("#room [data-next]").click();
                person.page().waitForURL("**/offers/" + offer.id());
                JourneyShopping.buys(person);
                person.photograph("popular-sale-3-yours");
                pays(person);
                person.photograph("popular-sale-4-paid");
            }
            crowd.press();
            buying.join();
            assertThat(crowd.emptyHanded()).as("told that all is sold").isEqualTo(ALL - UNITS);
            assertThat(stock.of(offer.id()).left()).isZero();
            places.putAll(crowd.places());

            desktop.open("/offers/" + offer.id() + "/proof").inspect().photograph("popular-sale-5-not-yet-proved");
            stopping.stop(OPERATOR, offer.id(), "All of it is sold.");
            await().atMost(CLOSED_OUT_WITHIN).until(() -> callsOffUnpaid(offer.id()) == 0);
            await().atMost(CLOSED_OUT_WITHIN)
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> EndedSales.closeOut(beans, offer.id()));
            people.forEach(person -> isShownTheProof(
                    person, offer.id(), places, room.commitment().toString()));
        }
    }

    /** As whoever runs the programs does; answers how many orders still had units and no money. */
    private int callsOffUnpaid(OfferId offer) {
        var unpaid = sql.sql(
                        "select id, shopper_id from orders where offer_id = :offer and holds_units = 1 and status <> 'PAID'")
                .param("offer", offer.value())
                .query((row, number) ->
                        Map.entry(new OrderId(row.getLong("id")), new AccountId(row.getLong("shopper_id"))))
                .list();
        unpaid.forEach(order -> orders.cancel(order.getValue(), order.getKey()));
        return unpaid.size();
    }

    /** As the shop sees it, from 0 on. */
    private int place(BrowserVisitor person, Offer offer) {
        var ticket = RoomJourneyTests.ticket(person, offer);
        var shopper = AccountId.of(Splitter.on('.').splitToList(ticket).get(3));
        return rooms.place(shopper, offer.id(), ticket).place().orElseThrow() - 1;
    }

    private static void pays(BrowserVisitor person) {
        person.page().locator("form.pay button").click();
        person.page().waitForURL(alipay.address() + "/cashier/*");
        person.page().locator("#pay").click();
        waitFor(person.page().locator("#returned[data-status=PAID]"));
    }

    /** From what the page says, and nothing else, they find where everybody stood. */
    private static void isShownTheProof(
            BrowserVisitor person, OfferId offer, SortedMap<Integer, Integer> places, String commitment) {
        person.open("/offers/" + offer + "/proof").inspect().photograph("popular-sale-6-proof");
        var said = person.page().locator("main").innerText();
        if (person.page().locator("html").getAttribute("lang").equals("en")) {
            assertThat(said)
                    .startsWith("Celadon teapot")
                    .containsPattern("\\b3 of %,d sold".formatted(UNITS))
                    .contains("By a draw among those who were there at the opening")
                    .contains("Places 1 to %,d".formatted(ALL));
        } else {
            assertThat(said)
                    .contains("共 %,d 件，售出 3 件".formatted(UNITS), "在开售时已到的人中抽签")
                    .contains("第 1 至 %,d 位".formatted(ALL));
        }
        var numbers =
                person.page().locator("section[aria-labelledby=room-1] .mono").allTextContents();
        assertThat(numbers.get(0)).as("what was promised before the draw").isEqualTo(commitment);
        var seed = HexFormat.of().parseHex(numbers.get(1));
        assertThat(IndependentDraw.commitment(seed)).isEqualTo(commitment);
        assertThat(places.keySet())
                .containsExactlyElementsOf(IntStream.range(0, ALL).boxed().toList());
        assertThat(List.copyOf(places.values())).isEqualTo(IndependentDraw.places(seed, ALL));
    }

    private BrowserVisitor visitor(Device device) {
        return chromium.visitor("http://127.0.0.1:" + port, device);
    }
}
