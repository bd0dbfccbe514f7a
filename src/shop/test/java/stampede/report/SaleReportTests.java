package stampede.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.pastsale.PastSaleRepository;
import stampede.report.SaleReport.FunnelLoss;
import stampede.report.SaleReport.SaleAdvice;
import stampede.report.SaleReport.Step;
import stampede.seller.TestSellers;

/** The report of a sale against the rows it comes from, and what is kept of it. */
@StampedeTest
class SaleReportTests {

    private static final Scope ALL = new Scope.All();
    private static final int STRANGERS = 2_000;

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PlayedSales sales;

    @Autowired
    private SaleReports reports;

    @Autowired
    private SaleReportMaker maker;

    @Autowired
    private DataSource database;

    @Autowired
    private Ids ids;

    private SignedIn seller;
    private ConsoleBrowser operator;

    @BeforeEach
    void signIn() {
        seller = sellers.account(Role.SELLER);
        operator = sellers.browser(port, sellers.account(Role.OPERATOR));
    }

    @Test
    void theFiguresAreThoseOfTheRowsAndTheFunnelAddsUp() {
        var sale = sales.play(seller);
        sales.count(sale, true);

        var report = maker.make(sale.offer());

        assertThat(report.funnel())
                .extracting(SaleReport.FunnelStep::step, SaleReport.FunnelStep::count)
                .containsExactly(
                        tuple(Step.PRESSES, 14L),
                        tuple(Step.ACCEPTED, 4L),
                        tuple(Step.ORDERS, 4L),
                        tuple(Step.PAID, 2L),
                        tuple(Step.SHIPPED, 0L),
                        tuple(Step.KEPT, 0L));
        assertThat(report.fallen())
                .containsExactly(
                        new FunnelLoss(Step.PRESSES, "SOLD_OUT", 7),
                        new FunnelLoss(Step.PRESSES, "TOO_MANY_ATTEMPTS", 2),
                        new FunnelLoss(Step.PRESSES, "REPEATED", 1),
                        new FunnelLoss(Step.ORDERS, "UNPAID", 1),
                        new FunnelLoss(Step.ORDERS, "TO_PAY", 1),
                        new FunnelLoss(Step.PAID, "REFUNDED_UNSHIPPED", 1),
                        new FunnelLoss(Step.PAID, "TO_SHIP", 1));
        assertThat(report.fallen().stream().mapToLong(FunnelLoss::count).sum() + report.step(Step.KEPT))
                .isEqualTo(report.step(Step.PRESSES));
        assertThat(report.step(Step.ORDERS))
                .isEqualTo(sales.number(
                        "select count(*) from orders where offer_id = :offer and status not in ('REJECTED', 'ABANDONED')",
                        sale.offer()));
        assertThat(report.units()).isEqualTo(new SaleReport.SaleUnitFigures(3, 0, 3, 1));
        assertThat(report.units().held())
                .isEqualTo(sales.number(
                        "select sum(units) from orders where offer_id = :offer and holds_units = 1", sale.offer()));
        assertThat(report.money())
                .isEqualTo(new SaleReport.SaleMoney(
                        4 * 9_900,
                        4 * 1_990,
                        2 * 1_990,
                        1_990,
                        List.of(new SaleReport.RefundSum("OPERATOR", 1, 1_990))));
        assertThat(report.money().paidFen())
                .isEqualTo(sales.number(
                        "select sum(amount_fen) from payment where state = 'APPLIED' and order_id in (select id from orders where offer_id = :offer)",
                        sale.offer()));
        assertThat(report.fairness()).containsExactly(new SaleReport.UnitShare(1, 3));
        assertThat(report.state()).isEqualTo(SaleReport.State.PROVISIONAL);
    }

    @Test
    void theCourseHasEachSecondOfTheFirstMinuteAndWhatCameBack() {
        var sale = sales.play(seller);
        sales.count(sale, true);

        var report = maker.make(sale.offer());

        assertThat(report.curve())
                .extracting(
                        point -> Duration.between(sale.opened(), point.at()).toSeconds(),
                        SaleReport.CurvePoint::seconds,
                        SaleReport.CurvePoint::left,
                        SaleReport.CurvePoint::accepted,
                        SaleReport.CurvePoint::refused)
                .containsExactly(
                        tuple(0L, 1, 2L, 1L, 0L),
                        tuple(1L, 1, 1L, 1L, 0L),
                        tuple(2L, 1, 0L, 1L, 2L),
                        tuple(3L, 1, 0L, 0L, 4L),
                        tuple(5L, 1, 0L, 0L, 3L),
                        tuple(60L, 60, 0L, 1L, 0L));
        assertThat(report.sellThrough())
                .isEqualTo(new SaleReport.SellThrough(
                        33,
                        100,
                        100,
                        100,
                        2_500L,
                        sale.opened().plusSeconds(60),
                        sale.opened().plusSeconds(60)));
        assertThat(report.refusals())
                .containsExactly(
                        new SaleReport.RefusalCount(
                                "SOLD_OUT",
                                7,
                                sale.opened().plusSeconds(3),
                                sale.opened().plusSeconds(5)),
                        new SaleReport.RefusalCount(
                                "TOO_MANY_ATTEMPTS",
                                2,
                                sale.opened().plusSeconds(2),
                                sale.opened().plusSeconds(2)));
        assertThat(report.speed().presses()).isEqualTo(13);
        assertThat(report.speed().pressP50()).isBetween(4.0, 5.0);
        assertThat(report.speed().pressP99()).isBetween(250.0, 310.0);
        assertThat(report.speed().orderP50()).isEqualTo(200);
        assertThat(report.speed().orderP99()).isEqualTo(400);
        assertThat(report.speed().orderMost()).isEqualTo(400);
        assertThat(report.nextTime())
                .containsExactly(SaleAdvice.SOLD_OUT_FAST, SaleAdvice.MANY_UNPAID, SaleAdvice.SLOW);
    }

    @Test
    void onceItIsClosedOutTheReportIsKeptAndNeverChanges() {
        var sale = sales.play(seller);
        sales.count(sale, true);
        assertThat(reports.of(sale.offer(), ALL).orElseThrow().isFinal()).isFalse();
        sales.closeOut(sale, 0);

        reports.keepDue();
        var kept = sales.texts("select json from sale_report where offer_id = :offer", sale.offer());
        assertThat(kept).hasSize(1);
        var report = reports.of(sale.offer(), ALL).orElseThrow();
        assertThat(report.isFinal()).isTrue();
        assertThat(report.trust().isComplete()).isTrue();
        sales.change(
                "update orders set status = 'SHIPPED' where id = :id",
                Map.of("id", sale.paid().id().value()));
        sales.change(
                "delete from sale_minute where offer_id = :offer",
                Map.of("offer", sale.offer().value()));
        reports.keepDue();

        assertThat(reports.of(sale.offer(), ALL)).contains(report);
        assertThat(sales.texts("select json from sale_report where offer_id = :offer", sale.offer()))
                .isEqualTo(kept);
        assertThat(operator.read("/console/reports/sales/" + sale.offer() + "?lang=en"))
                .contains("Final: made when the sale was closed out")
                .contains("3 of 3 units sold, the last of them after 2.5 s; 3 shoppers have them");
    }

    @Test
    void theWaitingRoomIsInItAndOnItsPageAndStaysInWhatIsKept() {
        var sale = sales.play(seller);
        sales.change(
                "insert into room (id, offer_id, seed, opens_ms, closes_ms, early, next_number, turn)"
                        + " values (:offer, :offer, unhex(repeat('0c', 32)), 1, 2, 30, 40, 35)",
                Map.of("offer", sale.offer().value()));
        sales.count(sale, true);
        sales.closeOut(sale, 0);

        assertThat(reports.of(sale.offer(), ALL).orElseThrow().rooms())
                .singleElement()
                .satisfies(room -> {
                    assertThat(room.tickets()).isEqualTo(40);
                    assertThat(room.served()).isEqualTo(35);
                    assertThat(room.seed()).isEqualTo("0c".repeat(32));
                });
        sales.change(
                "delete from room where offer_id = :offer",
                Map.of("offer", sale.offer().value()));
        assertThat(operator.read("/console/reports/sales/" + sale.offer() + "?lang=en"))
                .contains("Places 1 to 35", "0c".repeat(32));
        assertThat(Jsoup.parse(operator.read("/console/reports/sales/" + sale.offer() + "?lang=zh-CN"))
                        .select("#rooms")
                        .text())
                .contains("第 1 至 35 位")
                .doesNotContain("??");
    }

    @Test
    void itIsNotFinalIfUnitsAreNotAccountedFor() {
        var sale = sales.play(seller);
        sales.closeOut(sale, 1);

        assertThat(reports.of(sale.offer(), ALL).orElseThrow().state()).isEqualTo(SaleReport.State.UNBALANCED);
        assertThat(sales.texts("select json from sale_report where offer_id = :offer", sale.offer()))
                .isEmpty();
        assertThat(operator.read("/console/reports/sales/" + sale.offer() + "?lang=en"))
                .contains("units sold and left do not add up");
        sales.change(
                "update stock_balance set available = 0 where offer_id = :offer",
                Map.of("offer", sale.offer().value()));
    }

    @Test
    void missingStatisticsAreToldInTheSentenceAndInTheFile() {
        var sale = sales.play(seller);
        sales.count(sale, false);
        var path = "/console/reports/sales/" + sale.offer();

        for (var language : List.of("en", "zh-CN")) {
            var page = Jsoup.parse(operator.read(path + "?lang=" + language));
            assertThat(page.select("#sentence").text())
                    .contains(language.equals("en") ? "statistics are missing from" : "的统计数据缺失");
            assertThat(page.select("#missing")).hasSize(1);
            assertThat(page.text()).doesNotContain("??");
        }
        assertThat(operator.read(path + "?part=figures"))
                .contains("statistics,MISSING,STATISTICS")
                .contains("statistics_missing,")
                .contains("presses,14,STATISTICS")
                .contains("orders,4,DATABASE")
                .contains("after_PRESSES_SOLD_OUT,7,STATISTICS");
    }

    @Test
    void statisticsThatKnowOfFewerPressesThanThereAreOrdersAreMissingToo() {
        var sale = sales.play(seller);
        sales.closeOut(sale, 0);

        var report = maker.make(sale.offer());

        assertThat(report.trust().missing())
                .containsExactly(
                        new SaleReport.MissingTime(sale.opened(), sale.opened().plus(Duration.ofMinutes(5))));
        assertThat(report.step(Step.PRESSES)).isEqualTo(4);
    }

    @Test
    void whatASellerSeesIsTheirsAlone() {
        var sale = sales.play(seller);
        sales.count(sale, true);
        var own = sellers.browser(port, seller);
        var other = sellers.browser(port, sellers.account(Role.SELLER));
        var path = "/seller/report/sales/" + sale.offer();

        assertThat(own.read(path)).contains(sale.offer().toString());
        assertThat(own.read(path + "?part=orders"))
                .contains("order:" + sale.paid().id() + ",PAID,1,")
                .doesNotContain(sale.paid().shopper().toString());
        assertThat(own.read(path + "?part=refusals")).contains("SOLD_OUT,7,");
        assertThat(own.read(path + "?part=minutes").lines()).hasSize(7);
        for (var part : List.of("", "?part=figures", "?part=orders")) {
            assertThat(other.open(path + part).statusCode()).as(part).isEqualTo(404);
        }
        assertThat(own.open(path + "?part=everything").statusCode()).isEqualTo(404);
        assertThat(own.open("/console/reports/sales/" + sale.offer()).statusCode())
                .isEqualTo(403);
    }

    @Test
    void theListTheSlotAndAnotherSaleLeadToIt() {
        var sale = sales.play(seller);
        var other = sales.play(seller);
        var path = "/console/reports/sales";

        var list = Jsoup.parse(operator.read(path + "?text=" + sale.offer() + "&lang=en"));
        assertThat(list.select("main tbody tr")).hasSize(1);
        assertThat(list.select("#sale-" + sale.offer()).attr("href")).isEqualTo(path + "/" + sale.offer());
        assertThat(operator.read(path + ".csv?text=" + sale.offer())).contains("offer:" + sale.offer() + ",Teapot,");
        assertThat(operator.read(path + "?text=" + sale.offer() + "&state=CLOSED_OUT&lang=en"))
                .doesNotContain("sale-" + sale.offer());
        var slot =
                Jsoup.parse(operator.read(list.select("#slot-" + sale.offer()).attr("href") + "?lang=en"));
        assertThat(slot.select("#offer-" + sale.offer() + " td").eachText())
                .startsWith("3", "2 (66 %)", "4", "2", "1", "¥39.80", "¥19.90", "¥19.90");
        var beside = Jsoup.parse(operator.read(path + "/" + sale.offer() + "?with=" + other.offer() + "&lang=en"));
        assertThat(beside.select("#compare-units_sold td").eachText()).containsExactly("3", "3");
        assertThat(operator.read(path + "/" + sale.offer() + "?with=17&lang=en"))
                .contains("There is no such sale");
        assertThat(operator.open("/console/reports/slots/999999999").statusCode())
                .isEqualTo(404);
        assertThat(operator.open(path + "/17").statusCode()).isEqualTo(404);
    }

    @Test
    void aSaleThatOpenedInAnotherAgeHasACourseOfItsOwnTime() {
        var sale = sales.play(seller);
        sales.change(
                "update stock_balance set opens_ms = 0 where offer_id = :offer",
                Map.of("offer", sale.offer().value()));

        var report = maker.make(sale.offer());

        assertThat(report.curve()).hasSizeLessThan(10);
        assertThat(report.curve().get(0).at()).isEqualTo(sale.opened());
        assertThat(report.sellThrough().lastUnitMillis()).isEqualTo(2_500);
        assertThat(SaleCurveRepository.Pieces.of(Instant.EPOCH, Instant.now()))
                .isEqualTo(new SaleCurveRepository.Pieces(
                        Instant.EPOCH, Instant.EPOCH.plus(Duration.ofDays(31)), Duration.ofMinutes(15)));
    }

    @Test
    void anOfferThatCameIntoAnOpenSlotSellsFromThenOn() {
        var sale = sales.play(seller);
        sales.change(
                "update stock_balance set opens_ms = :at where offer_id = :offer",
                Map.of(
                        "at",
                        sale.opened().minus(Duration.ofHours(1)).toEpochMilli(),
                        "offer",
                        sale.offer().value()));
        assertThat(maker.make(sale.offer()).sellThrough().lastUnitMillis()).isEqualTo(3_602_500);

        sales.change(
                "update stock_movement set at_ms = :at where offer_id = :offer and kind = 'INIT'",
                Map.of("at", sale.opened().toEpochMilli(), "offer", sale.offer().value()));

        assertThat(maker.make(sale.offer()).sellThrough().lastUnitMillis()).isEqualTo(2_500);
    }

    /** Two thousand orders of others are there, and not looked at. */
    @Test
    void itReadsTheOrdersOfTheSaleAndNoOthers() throws Exception {
        var sale = sales.play(seller);
        var stranger = ids.next();
        try (var connection = database.getConnection()) {
            var sql = JdbcClient.create(new SingleConnectionDataSource(connection, true));
            strangers(sql, stranger);
            var figures = new SaleFigureRepository(sql, new PastSaleRepository(sql));
            var curves = new SaleCurveRepository(sql, new PastSaleRepository(sql));
            var offer = sale.offer();
            var before = read(sql);

            figures.endings(offer);
            figures.refunds(offer);
            figures.shares(offer);
            figures.times(offer);
            figures.lastUnitMillis(offer);
            curves.changes(offer, SaleCurveRepository.Pieces.of(sale.opened(), Instant.now()));
            curves.back(offer);

            assertThat(read(sql) - before).as("rows read").isBetween(10L, 400L);
            sql.sql("delete from orders where offer_id = :offer")
                    .param("offer", stranger)
                    .update();
        }
    }

    private void strangers(JdbcClient sql, long stranger) {
        var values = new StringBuilder();
        for (int row = 0; row < STRANGERS; row++) {
            values.append(row == 0 ? "" : ",")
                    .append("(%d, %d, 1, 'x', 1, 1, 1, 'REJECTED', '', 0, 1, 1, 1)".formatted(ids.next(), stranger));
        }
        sql.sql(
                        "insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,"
                                + " holds_units, reserved_at_ms, placed_at_ms, expires_at_ms) values " + values)
                .update();
    }

    private static long read(JdbcClient sql) {
        return sql
                .sql("show session status like 'Handler_read%'")
                .query((row, number) -> row.getLong(2))
                .list()
                .stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Test
    void itIsToldAsJsonWithTextForNumbers() {
        var sale = sales.play(seller);
        sales.count(sale, true);

        var answer = sellers.api(port, sellers.account(Role.OPERATOR)).get("/api/ops/reports/sales/" + sale.offer());

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.body().at("/sale/offer").isString()).isTrue();
        assertThat(answer.body().at("/funnel/0/count").asLong()).isEqualTo(14);
        assertThat(answer.body().at("/state").asString()).isEqualTo("PROVISIONAL");
        assertThat(sellers.api(port, sellers.account(Role.OPERATOR))
                        .get("/api/ops/reports/sales/17")
                        .status())
                .isEqualTo(404);
    }
}
