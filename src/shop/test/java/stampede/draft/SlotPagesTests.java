package stampede.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.catalog.Catalog;
import stampede.catalog.OfferPublishing;
import stampede.catalog.ProductId;
import stampede.catalog.SlotId;
import stampede.console.ConsoleBrowser;
import stampede.draft.SlotReadiness.Checked;
import stampede.ids.Ids;
import stampede.money.Money;
import stampede.security.PageCookies;

/** The calendar of slots, a slot of its own, and the check before one opens. */
@StampedeTest
class SlotPagesTests {

    private static final String SLOTS = "/console/slots";

    @LocalServerPort
    private int port;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private Catalog catalog;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private SlotCalendarRepository slots;

    @Autowired
    private SlotReadiness readiness;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private ConsoleBrowser console;

    @BeforeEach
    void signIn() {
        console = new ConsoleBrowser(port, cookies, desk.operator());
    }

    @Test
    void aSlotOfItsOwnIsMadeOnceAndIsInTheCalendar() {
        var opens = LocalDateTime.now(catalog.zone()).plusDays(40).withNano(0).withSecond((int) (ids.next() % 60));
        var window =
                Map.of("opens", opens.toString(), "closes", opens.plusHours(24).toString());
        var tooShort =
                Map.of("opens", opens.toString(), "closes", opens.plusMinutes(9).toString());

        var refused = console.post(SLOTS, SLOTS + "?lang=en", tooShort);
        var made = console.post(SLOTS, SLOTS, window)
                .headers()
                .firstValue("Location")
                .orElseThrow();
        var again = console.post(SLOTS, SLOTS, window)
                .headers()
                .firstValue("Location")
                .orElseThrow();

        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(refused.body()).select("#opens").val()).isEqualTo(opens.toString());
        assertThat(refused.body()).contains("10 minutes to 24 hours");
        assertThat(again).isEqualTo(made);
        var slot = made.substring(made.lastIndexOf('/') + 1);
        assertThat(desk.audited("slot:" + slot)).hasSize(1);
        assertThat(console.read(SLOTS + "?from=" + opens.toLocalDate())).contains("slot-" + slot + "\"");
        assertThat(console.read(SLOTS + "?all=false&from=" + opens.toLocalDate()))
                .doesNotContain("slot-" + slot + "\"");
        assertThat(console.read(SLOTS + "/" + slot)).contains("/console?slot=" + slot);
        for (var path : List.of("/x", "/0", "/999999999")) {
            assertThat(console.open(SLOTS + path).statusCode()).isEqualTo(404);
        }
        assertThat(console.open(SLOTS + "?from=yesterday").statusCode()).isEqualTo(400);
        assertThat(console.open(SLOTS + "?from=+999999999-12-31").statusCode()).isIn(200, 400);
    }

    @Test
    void theCheckFindsWhatIsNotReady() {
        var seller = desk.seller();
        var slot = publishing.slot(desk.window(Duration.ofMinutes(30)));
        var dear = desk.product(seller.id());
        publish(desk.product(seller.id()), slot, 990);
        publish(desk.product(seller.id()), slot, 989);
        var plain = desk.product(seller.id());
        publish(plain, slot, 1_990);
        jdbc.update("update product set picture = '/pictures/quick-offer.svg' where id = ?", plain.value());
        publish(dear, slot, 9_900);
        jdbc.update("update product set list_price_fen = 9899 where id = ?", dear.value());
        var summary = slots.find(slot).orElseThrow();

        assertThat(readiness.check(summary))
                .extracting(Checked::problems)
                .containsExactly(
                        List.of(),
                        List.of(SlotProblem.UNDER_A_TENTH),
                        List.of(SlotProblem.NO_PICTURE),
                        List.of(SlotProblem.ABOVE_LIST_PRICE));
        assertThat(summary.offers()).isEqualTo(4);
        assertThat(summary.units()).isEqualTo(20);
        assertThat(console.read(SLOTS + "/" + slot + "?lang=en"))
                .contains("Offers to look at: 3", "No picture", "Dearer than its list price", "Less than a tenth");
    }

    private void publish(ProductId product, SlotId slot, long fen) {
        publishing.publish(new OfferPublishing.NewOffer(product, slot, new Money(fen), 5, 2));
    }
}
