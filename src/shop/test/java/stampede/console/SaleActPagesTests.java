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
        assertThat(operator.submit(path(SaleAct.ADD), path(SaleAct.ADD), fields("10", seen())))
                .contains("The units were added.");
        assertThat(total()).isEqualTo("30");
        await().until(() -> live.of(offer).left() == 30);

        operator.submit(path(SaleAct.TAKE_OFF), path(SaleAct.TAKE_OFF), fields("25", seen()));

        assertThat(total()).isEqualTo("5");
        await().until(() -> live.of(offer).left() == 5);
    }

    @Test
    void saysWhatCannotBeInBothLanguagesAndKeepsWhatWasTyped() {
        var seen = seen();

        var english = send(SaleAct.TAKE_OFF, "?lang=en", fields("21", seen));
        var chinese = send(SaleAct.TAKE_OFF, "?lang=zh-CN", fields("21", seen));
        var wordless = send(SaleAct.ADD, "?lang=en", Map.of("number", "1", "seen", seen, "reason", "x"));

        assertThat(english.statusCode()).isEqualTo(409).isEqualTo(chinese.statusCode());
        assertThat(english.body()).contains("Take off fewer", "value=\"21\"", WHY);
        assertThat(Jsoup.parse(chinese.body()).select("#errors").text()).containsPattern("\\p{IsHan}");
        assertThat(wordless.statusCode()).isEqualTo(422);
        assertThat(total()).isEqualTo("20");
    }

    @Test
    void whoSawOtherUnitsDecidesAnew() {
        var seen = seen();
        operator.submit(path(SaleAct.ADD), path(SaleAct.ADD), fields("10", seen));

        var late = send(SaleAct.ADD, "?lang=en", fields("10", seen));

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(late.body()).contains("decide anew");
        assertThat(total()).isEqualTo("30");
    }

    @Test
    void stopsForGood() {
        var page = operator.submit(path(SaleAct.STOP), path(SaleAct.STOP), fields("", seen()));

        assertThat(page).contains("The sale has ended for good.");
        await().until(() -> live.of(offer).gate() != StockView.Gate.OPEN);
        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("OFFER_STOPPED", WHY);
    }

    @Test
    void thePriceIsChangedBeforeTheSlotOpensAndNotAfter() {
        assertThat(send(SaleAct.PRICE, "", fields("9.90", seen())).statusCode()).isEqualTo(409);
        offer = TestOffers.upcoming(offerPublishing);

        var dear = send(SaleAct.PRICE, "?lang=en", fields("99.01", seen()));
        var words = send(SaleAct.PRICE, "?lang=en", fields("cheap", seen()));
        var page = operator.submit(path(SaleAct.PRICE), path(SaleAct.PRICE), fields("9.90", seen()));

        assertThat(dear.statusCode()).isEqualTo(422).isEqualTo(words.statusCode());
        assertThat(dear.body()).contains("at most the list price", "value=\"99.01\"");
        assertThat(page).contains("The price is as shown.", "¥9.90");
        assertThat(operator.read("/console/audit?lang=en&subject=offer:" + offer))
                .contains("PRICE_CHANGED", "¥19.90", "¥9.90", WHY);
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

    private String seen() {
        return Jsoup.parse(operator.read(path(SaleAct.ADD)))
                .select("input[name=seen]")
                .val();
    }

    private String total() {
        return Jsoup.parse(operator.read(path(SaleAct.ADD))).select("#total").text();
    }

    private static Map<String, String> fields(String number, String seen) {
        return Map.of("number", number, "seen", seen, "reason", WHY);
    }
}
