package stampede.console.tonight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.catalog.OfferPublishing;
import stampede.console.ConsoleBrowser;
import stampede.console.tonight.Figure.Count;
import stampede.draft.DraftDesk;
import stampede.draft.SlotCalendarRepository;
import stampede.draft.SlotProblem;
import stampede.draft.SlotReadiness;
import stampede.inquiry.OrderTotalsRepository;
import stampede.money.Money;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;

/** The overview of the night. Other tests sell and break things beside it, so its figures are compared with what they count. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TonightPageTests {

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private OverviewReader overviews;

    @Autowired
    private OrderTotalsRepository totals;

    @Autowired
    private SlotCalendarRepository slots;

    @Autowired
    private SlotReadiness readiness;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private OfferPublishing publishing;

    @Autowired
    private JdbcClient jdbc;

    private ConsoleBrowser operator;

    @BeforeAll
    void signIn() {
        operator = new ConsoleBrowser(
                port, cookies, accounts.ensure("tonight-operator", "a long enough password", Role.OPERATOR));
    }

    @Test
    void countsWhatThePagesBehindItList() {
        var pending = accounts.ensure("tonight-pending", "a long enough password", Role.SELLER);
        jdbc.sql("update account set state = 'PENDING', locked_ms = 1 where id = :id")
                .param("id", pending.id().value())
                .update();

        untilEqual("sellers-pending", "select count(*) from account where state = 'PENDING' and locked_ms is not null");
        untilEqual("offers-pending", "select count(*) from offer_draft where state = 'PENDING'");
        untilEqual("pauses-asked", """
                select count(*) from pause_request join stock_balance using (offer_id)
                 where state = 'ASKED' and paused = 0 and closes_ms > 1000 * unix_timestamp()
                """);
        assertThat(operator.read("/console/accounts?state=PENDING")).contains("tonight-pending");
        assertThat(figure("sellers-pending").isWaiting()).isTrue();
        untilEqual("refunds-asked", "select count(*) from refund where state = 'ASKED'");
        untilEqual("refunds-stuck", "select count(*) from refund where state = 'STUCK'");
        untilEqual("dead-tasks", "select count(*) from task_dead where status = 'DEAD'");
    }

    @Test
    void showsEachFigureWithTheWayToWhatItCounts() {
        var page = Jsoup.parse(operator.read("/console?lang=en"));

        assertThat(page.select("#tonight a").eachAttr("href"))
                .contains(
                        "/console/payments/refunds?is=ASKED",
                        "/console/archive?state=UNDECIDED",
                        "/console/purchases",
                        "/console/books",
                        "/console/accounts?state=PENDING",
                        "/console/offers/pause-requests",
                        "/console/tasks/workers");
        assertThat(page.select("#tonight [data-server=UP]")).hasSize(3);
        assertThat(page.select("#tonight").text()).contains("MariaDB", "nodes that run tasks", "Today’s orders");
        for (var href : page.select("#tonight a").eachAttr("href")) {
            assertThat(operator.open(href).statusCode()).as(href).isEqualTo(200);
        }
        assertThat(operator.read("/console?lang=zh-CN")).contains("等待人工处理").doesNotContain("??");
    }

    @Test
    void saysWhichSlotOpensNextAndWhatIsWrongWithIt() {
        var seller = desk.seller();
        var window = desk.window(Duration.ofDays(50));
        var slot = publishing.slot(window);
        var before = new NextSlotReader(
                slots, readiness, Clock.fixed(window.opensAt().minusSeconds(60), ZoneOffset.UTC));
        assertThat(before.read().slot()).as("nothing is in it").isEmpty();
        for (var fen : List.of(1_990, 989, 988, 987, 986)) {
            publishing.publish(new OfferPublishing.NewOffer(desk.product(seller.id()), slot, new Money(fen), 5, 2));
        }

        var next = before.read();

        assertThat(next.slot().orElseThrow().id()).isEqualTo(slot);
        assertThat(next.isReady()).isFalse();
        assertThat(next.wrong())
                .hasSize(4)
                .allSatisfy(one -> assertThat(one.problems()).containsExactly(SlotProblem.UNDER_A_TENTH));
        assertThat(next.named()).hasSize(3);
        assertThat(next.more()).isEqualTo(1);
        for (var language : List.of("en", "zh-CN")) {
            assertThat(Jsoup.parse(operator.read("/console?lang=" + language))
                            .select(".tonight-next:not(#tonight-rehearsal)"))
                    .hasSize(1)
                    .allMatch(line -> !line.text().contains("??"));
        }
    }

    @Test
    void countsSalesThatAreNotClosedOutAndUnitsOfDrift() {
        var offer = 999_000_000_000L + Math.floorMod(System.nanoTime(), 1_000_000L);
        jdbc.sql("""
                insert into books_verdict (offer_id, next_ms, checked_ms, verdict, available, in_counter, left_units, pending_units, findings)
                values (:offer, 0, :now, 'BROKEN', 5, 1, 1000002, 3, '')
                """)
                .param("offer", offer)
                .param("now", Instant.now().toEpochMilli())
                .update();
        try {
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(health("drift").number()).isGreaterThanOrEqualTo(1_000_000));
            assertThat(health("unsettled").more()).isFalse();
        } finally {
            jdbc.sql("delete from books_verdict where offer_id = :offer")
                    .param("offer", offer)
                    .update();
        }
    }

    @Test
    void countsWhatBecameOfTheOrdersOfToday() {
        var offer = paidOrders.open(3);
        var before = Instant.now().minus(Duration.ofSeconds(1));
        var order = paidOrders.paid(offer);

        var since = totals.since(before);

        assertThat(since.placed()).isGreaterThanOrEqualTo(since.paid() + since.closed());
        assertThat(since.paid()).isPositive();
        assertThat(since.money().fen()).isGreaterThanOrEqualTo(order.total().fen());
        assertThat(totals.since(Instant.now().plus(Duration.ofDays(1))).placed())
                .isZero();
        assertThat(order.status()).isEqualTo(OrderStatus.PAID);
    }

    private void untilEqual(String name, String sql) {
        await().atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(figure(name).count())
                        .as(name)
                        .contains(Count.of(jdbc.sql(sql).query(Long.class).single())));
    }

    private Count health(String name) {
        return overviews.read().health().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .flatMap(Figure::count)
                .orElseThrow();
    }

    private Figure figure(String name) {
        return overviews.read().waiting().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
