package stampede.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.console.ConsoleBrowser;
import stampede.coupon.Coupons;
import stampede.coupon.NewCoupon;
import stampede.money.Money;
import stampede.order.OrderStatus;
import stampede.orderadmin.OrderClosing;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.seller.TestSellers;

/** What a seller sold, compared with the orders themselves by questions of its own. */
@StampedeTest
class SellerReportTests {

    private static final String REPORT = "/seller/report";

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private OrderClosing closing;

    @Autowired
    private Coupons coupons;

    @Autowired
    private SellerReports reports;

    @Autowired
    private JdbcClient sql;

    private SignedIn seller;
    private ConsoleBrowser browser;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        browser = sellers.browser(port, seller);
    }

    @Test
    void theFiguresAreThoseOfTheOrders() {
        var teapots = sellers.running(seller, 8);
        var cups = sellers.running(seller, 3);
        sellers.upcoming(seller);
        var operator = sellers.account(Role.OPERATOR);
        var partly = paidOrders.paid(teapots);
        refunds.give(operator, partly.id(), new Money(500), "A scratch on it");
        var whole = paidOrders.paid(teapots);
        refunds.give(operator, whole.id(), new Money(1_990), "It never came");
        paidOrders.until(whole, OrderStatus.REFUNDED);
        paidOrders.paid(cups);
        paidOrders.placed(cups);
        var unpaid = paidOrders.placed(teapots);
        closing.close(operator, unpaid.id(), "Nobody pays");
        paidOrders.until(unpaid, OrderStatus.CLOSED);
        var coupon = coupon();

        var week = reports.week(seller.id(), reports.current());

        assertThat(week.offers()).extracting(OfferReport::offer).contains(teapots, cups, coupon);
        assertThat(of(week, teapots)).isEqualTo(new SaleTotals(2, 3, 2, 1, new Money(3_980), new Money(2_490)));
        assertThat(of(week, cups)).isEqualTo(new SaleTotals(1, 2, 1, 0, new Money(1_990), new Money(0)));
        assertThat(week.totals()).isEqualTo(new SaleTotals(3, 5, 3, 1, new Money(5_970), new Money(2_490)));
        assertThat(week.totals().net()).isEqualTo(new Money(3_480));
        assertThat(week.unitsOffered()).isEqualTo(11);
        assertThat(week.couponsOffered()).isEqualTo(7);
        assertThat(List.of(
                        week.totals().placed(),
                        week.totals().moneyIn().fen(),
                        week.totals().refunds().fen()))
                .isEqualTo(List.of(
                        number(
                                "select count(*) from orders where offer_id in (:offers) and status not in ('REJECTED', 'ABANDONED')",
                                teapots,
                                cups),
                        number(
                                "select sum(amount_fen) from payment where state = 'APPLIED' and order_id in (select id from orders where offer_id in (:offers))",
                                teapots,
                                cups),
                        number(
                                "select sum(amount_fen) from refund where state <> 'DECLINED' and order_id in (select id from orders where offer_id in (:offers))",
                                teapots,
                                cups)));

        for (var language : List.of("en", "zh-CN")) {
            var page = Jsoup.parse(browser.read(REPORT + "?lang=" + language));
            assertThat(page.select("#week-" + week.week() + " td").eachText())
                    .startsWith("11")
                    .contains("5", "3", "1", "¥59.70", "¥24.90", "¥34.80");
            assertThat(page.select("#weeks tbody tr")).hasSize(SellerReports.WEEKS);
            assertThat(page.text()).doesNotContain("??");
        }
        var page = Jsoup.parse(browser.read(REPORT + "/" + week.week() + "?lang=en"));
        assertThat(page.select("#offer-" + teapots + " td").eachText())
                .endsWith("8", "2 (25 %)", "3", "2", "1", "¥39.80", "¥24.90", "¥14.90");
        assertThat(page.select("#sum td").eachText()).endsWith("¥59.70", "¥24.90", "¥34.80");
        assertThat(page.select("#coupons").text()).contains("0 of 7");
        for (var link : page.select("#offers tbody a").eachAttr("href")) {
            assertThat(browser.open(link).statusCode()).as(link).isEqualTo(200);
        }
        assertThat(browser.read(REPORT + ".csv")).contains(week.week() + ",11,3,5,3,1,5970,2490,3480,7,0");
        assertThat(browser.read(REPORT + "/" + week.week() + ".csv"))
                .contains("offer:" + teapots + ",Teapot,GOODS,", ",8,2,3,2,1,3980,2490,1490")
                .contains("offer:" + coupon);
    }

    @Test
    void theReportIsTheirsAloneAndOperatorsSeeAnybodys() {
        var offer = sellers.running(seller, 3);
        paidOrders.paid(offer);
        var week = REPORT + "/" + reports.current();
        var other = sellers.browser(port, sellers.account(Role.SELLER));
        var operator = sellers.browser(port, sellers.account(Role.OPERATOR));
        var theirs = "/console/accounts/" + seller.id() + "/report";

        for (var path : List.of(week, week + ".csv")) {
            assertThat(browser.read(path)).as(path).contains(offer.toString());
            assertThat(other.read(path)).as(path).doesNotContain(offer.toString());
        }
        assertThat(operator.read(theirs + "?lang=en")).contains("Report of " + seller.username(), "¥19.90");
        assertThat(operator.read(theirs + "/" + reports.current())).contains("/console/offers/" + offer);
        assertThat(operator.read(theirs + ".csv")).contains(reports.current() + ",3,1,1,1,0,1990,0,1990,0,0");
        assertThat(operator.open("/console/accounts/1/report").statusCode()).isEqualTo(404);
        assertThat(other.open(theirs).statusCode()).isEqualTo(403);
    }

    @Test
    void aWeekThatThereIsNotIsNotThere() {
        assertThat(browser.open(REPORT + "/2026-W54").statusCode()).isEqualTo(404);
        assertThat(browser.open(REPORT + "/2025-W53").statusCode()).isEqualTo(404);
        assertThat(browser.open(REPORT + "?week=nothing").statusCode()).isEqualTo(200);
        assertThat(browser.read(REPORT + "?week=2099-W01"))
                .contains(reports.current().toString());
        assertThat(browser.read(REPORT + "?week=2024-W10&lang=en")).contains("2024-W07", "Later weeks");
        assertThat(browser.read(REPORT + "/2024-W10?lang=en")).contains("No offer opened in this week");
    }

    private OfferId coupon() {
        return coupons.publish(
                seller,
                new NewCoupon(
                        "Report " + UUID.randomUUID(),
                        "",
                        new Money(100),
                        new Money(0),
                        7,
                        Optional.empty(),
                        Optional.empty(),
                        NewCoupon.DAYS,
                        Optional.empty()));
    }

    private static SaleTotals of(SellerWeek week, OfferId offer) {
        return week.offers().stream()
                .filter(report -> report.offer().equals(offer))
                .findFirst()
                .orElseThrow()
                .totals();
    }

    private Long number(String query, OfferId... offers) {
        return sql.sql(query)
                .params(Map.of(
                        "offers", List.of(offers).stream().map(OfferId::value).toList()))
                .query(Long.class)
                .single();
    }
}
