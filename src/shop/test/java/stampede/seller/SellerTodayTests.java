package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;
import stampede.desk.TimedReader;
import stampede.draft.DraftDesk;
import stampede.draft.OfferDrafts;
import stampede.draft.OfferSearchRepository;
import stampede.draft.OfferSubmissions;
import stampede.money.Money;
import stampede.orderadmin.OrderSearchRepository;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.site.ShopTimes;

/** The first page of a seller: each figure is compared with the list that it leads to. */
@StampedeTest
class SellerTodayTests {

    private static final Pattern ALL = Pattern.compile("of ([\\d,]+)$");

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private OfferSubmissions submissions;

    @Autowired
    private OrderSearchRepository orders;

    @Autowired
    private OfferSearchRepository offers;

    @Autowired
    private ShopTimes times;

    private SignedIn seller;
    private ConsoleBrowser browser;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        browser = sellers.browser(port, seller);
    }

    @Test
    void eachFigureCountsWhatTheListBehindItLists() {
        var running = sellers.running(seller, 9);
        var upcoming = sellers.upcoming(seller);
        paidOrders.paid(running);
        paidOrders.paid(running);
        var asked = paidOrders.paid(running);
        refunds.ask(asked.shopper(), asked.id(), new Money(5), "");
        paidOrders.placed(running);
        var draft = drafts.add(seller, desk.terms(seller));
        drafts.add(seller, desk.terms(seller));
        var pending = submissions.submit(
                seller, drafts.add(seller, desk.terms(seller)).id());
        submissions.submit(seller, draft.id());
        submissions.reject(desk.operator(), draft.id(), 1, "The price looks wrong");

        var page = Jsoup.parse(browser.read("/seller?lang=en"));

        var figures = page.select("#today .tonight-list li:has(a[id^=today-])");
        assertThat(figures.eachText())
                .containsExactly(
                        "2 orders to ship",
                        "1 refunds that shoppers ask for",
                        "2 drafts to finish or submit",
                        "1 offers that wait for approval",
                        "1 offers on sale now",
                        "1 offers that open later");
        for (var figure : figures) {
            var link = figure.select("a").attr("href");
            var list = Jsoup.parse(browser.read(link + "&lang=en"));
            var number = figure.select("strong").text();
            assertThat(list.select("table.list tbody tr")).as(link).hasSize(Integer.parseInt(number));
            var told = ALL.matcher(list.select(".list-foot p.muted").text());
            assertThat(told.find()).as(list.select(".list-foot").text()).isTrue();
            assertThat(told.group(1)).as(link).isEqualTo(number);
        }
        assertThat(page.select("#sent-back").text()).contains("The price looks wrong");
        assertThat(page.select("#sent-back a").eachAttr("href")).containsExactly("/seller/offers/drafts/" + draft.id());
        assertThat(pending.isPending()).isTrue();
        var row = page.select("#running #offer-" + running + " td").eachText();
        assertThat(row.subList(2, row.size())).containsExactly("5", "0", "4", "9");
        assertThat(page.select("#running a").eachAttr("href")).containsExactly("/seller/offers/" + running);
        assertThat(page.select("#upcoming a").eachAttr("href")).containsExactly("/seller/offers/" + upcoming);
        assertThat(browser.read("/seller?lang=zh-CN")).contains("待发货订单").doesNotContain("??");
    }

    @Test
    void whoHasNothingSeesZeros() {
        var page = Jsoup.parse(browser.read("/seller?lang=en"));

        assertThat(page.select("#today .tonight-list strong").eachText()).containsExactly("0", "0", "0", "0", "0", "0");
        assertThat(page.select("#running").text()).contains("Nothing of yours is on sale now");
    }

    @Test
    void aFigureThatCannotBeHadSaysSo() {
        var failing = new TimedReader(Runnable::run) {
            @Override
            public <T> CompletableFuture<Optional<T>> read(Supplier<T> source) {
                return CompletableFuture.completedFuture(Optional.empty());
            }
        };

        assertThat(new SellerFigures(orders, offers, failing, times).of(Scope.of(seller)))
                .hasSize(6)
                .allSatisfy(figure -> {
                    assertThat(figure.count()).isEmpty();
                    assertThat(figure.isWaiting()).isFalse();
                });
    }

    @Test
    void theListOfOrdersHasATabForRefundsAskedFor() {
        var order = paidOrders.paid(sellers.running(seller, 1));
        refunds.ask(order.shopper(), order.id(), new Money(5), "");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(browser.read("/seller/orders?stage=REFUND_ASKED"))
                        .contains("/seller/orders/" + order.id()));
        assertThat(browser.post("/seller/orders", "/seller/orders/" + order.id() + "/shipment", parcel())
                        .body())
                .contains("Decide on that first");
        assertThat(sellers.api(port, seller)
                        .get("/api/v1/seller/orders?status=REFUND_ASKED")
                        .body()
                        .findValuesAsString("id"))
                .containsExactly(order.id().toString());
    }

    private static Map<String, String> parcel() {
        return Map.of("carrier", "SF", "number", "SF1", "version", "0");
    }
}
