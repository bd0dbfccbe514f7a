package stampede.console.tonight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
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
import stampede.console.ConsoleBrowser;
import stampede.console.tonight.Figure.Count;
import stampede.inquiry.OrderTotalsRepository;
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
                        "/console/tasks/dead",
                        "/console/purchases",
                        "/console/books",
                        "/console/accounts?state=PENDING",
                        "/console/tasks/workers");
        assertThat(page.select("#tonight [data-server=UP]")).hasSize(3);
        assertThat(page.select("#tonight").text()).contains("MariaDB", "nodes that run tasks", "Today’s orders");
        for (var href : page.select("#tonight a").eachAttr("href")) {
            assertThat(operator.open(href).statusCode()).as(href).isEqualTo(200);
        }
        assertThat(operator.read("/console?lang=zh-CN")).contains("等待人工处理").doesNotContain("??");
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

    private Figure figure(String name) {
        return overviews.read().waiting().stream()
                .filter(figure -> figure.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
