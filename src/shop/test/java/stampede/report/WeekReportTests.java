package stampede.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jsoup.Jsoup;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.console.ConsoleBrowser;
import stampede.ids.Ids;
import stampede.report.WeekReport.LateMoney;
import stampede.report.WeekReport.TaskDecisions;
import stampede.report.WeekReport.TaskSums;
import stampede.report.WeekReport.TroubledTask;
import stampede.report.WeekReport.WeekActs;
import stampede.report.WeekReport.WeekAlerts;
import stampede.report.WeekReport.WeekRefunds;
import stampede.report.WeekReport.WeekRepairs;
import stampede.seller.TestSellers;
import stampede.site.ShopTimes;
import stampede.task.spi.ThisNode;

/** The report of a week of long ago, in which the test knows everything, and of one in which nothing happened. */
@StampedeTest
class WeekReportTests {

    private static final String PATH = "/console/reports/weeks";
    private static final long HOUR = 3_600_000;

    @LocalServerPort
    private int port;

    @Autowired
    private TestSellers sellers;

    @Autowired
    private WeekReports reports;

    @Autowired
    private WeekReportRepository rows;

    @Autowired
    private ShopTimes times;

    @Autowired
    private ThisNode node;

    @Autowired
    private JdbcClient sql;

    @Autowired
    private Ids ids;

    private Week week = new Week(LocalDate.of(2024, 1, 1));
    private Week quiet = week;
    private Instant monday = Instant.EPOCH;
    private ConsoleBrowser operator;
    private final String who = "week-" + UUID.randomUUID().toString().substring(0, 8);

    @BeforeEach
    void signIn() {
        week = reports.current().later(-40);
        quiet = reports.current().later(-50);
        monday = week.begins(times.zone());
        operator = sellers.browser(port, sellers.account(Role.OPERATOR));
    }

    @AfterEach
    void forget() {
        for (var statement : List.of(
                "delete from task_hour where task like 'week.test%'",
                "delete from refund where out_request_no like 'W-test-%'",
                "delete from payment where trade_no like 'W-test-%'",
                "delete from alert where rule_name = 'week-test'",
                "delete from compensation where detail = 'week test'",
                "delete from orders where product_name = 'week test'",
                "delete from week_report where week in ('" + week + "', '" + quiet + "')")) {
            sql.sql(statement).update();
        }
    }

    @Test
    void theFiguresAreThoseThatWereCountedByHand() {
        seed();

        var report = reports.keep(week);

        assertThat(report.tasks()).isEqualTo(new TaskSums(118, 12, 5, 2, 1, 2, 3));
        assertThat(report.tasks().recovered()).isEqualTo(8);
        assertThat(report.tasks().recoveryPercent()).isEqualTo(80.0);
        assertThat(report.tasksBefore()).isEqualTo(new TaskSums(7, 1, 0, 0, 0, 0, 0));
        assertThat(report.troubled())
                .containsExactly(
                        new TroubledTask("week.test.a", new TaskSums(108, 10, 5, 2, 1, 0, 0)),
                        new TroubledTask("week.test.b", new TaskSums(5, 2, 0, 0, 0, 2, 3)));
        assertThat(report.refunds())
                .containsExactly(
                        new WeekRefunds("OPERATOR", 2, 700, 2, 3_000L, 5_000L),
                        new WeekRefunds("SHOPPER", 1, 50, 0, null, null));
        assertThat(report.lateMoney())
                .containsExactly(new LateMoney("LATE", 2, 3_980), new LateMoney("ORPHAN", 1, 100));
        assertThat(report.repairs()).containsExactly(new WeekRepairs("COUNTER_CORRECTED", 2, 1, 5));
        assertThat(report.alerts()).containsExactly(new WeekAlerts("week-test", 2, 1, 60_000L, 400_000L));
        assertThat(report.unfinished()).isEqualTo(1);
        assertThat(report.acts())
                .filteredOn(act -> act.who().equals(who))
                .containsExactly(new WeekActs(who, "OFFER_PAUSED", 2), new WeekActs(who, "OFFER_STOPPED", 1));
        assertThat(report.kept()).isTrue();
        assertThat(report.isQuiet()).isFalse();
        for (var language : List.of("en", "zh-CN")) {
            var page = Jsoup.parse(operator.read(PATH + "/" + week + "?lang=" + language));
            assertThat(page.select("#failed-tries dd").text()).isEqualTo("12");
            assertThat(page.select("#recovery dd").text()).isEqualTo("80.0 %");
            assertThat(page.select("#refund-OPERATOR").text()).contains("¥7.00");
            assertThat(page.select("#late-LATE").text()).contains("¥39.80");
            assertThat(page.select("#tasks tbody tr")).hasSize(2);
            assertThat(page.text()).doesNotContain("??");
        }
        assertThat(operator.read(PATH + "/" + week + ".csv"))
                .contains("tasks_failed_tries,,12")
                .contains("tasks_given_up,week.test.b,2")
                .contains("refunds_fen,OPERATOR,700")
                .contains("OFFER_PAUSED," + who + ",2");
        assertThat(sellers.api(port, sellers.account(Role.OPERATOR))
                        .get("/api/ops/reports/weeks/" + week)
                        .body()
                        .at("/tasks/failedTries")
                        .asLong())
                .isEqualTo(12);
    }

    @Test
    void whatIsKeptNeverChanges() {
        seed();
        var kept = reports.keep(week);
        ended("week.test.a", "RETRY", 1, 1_000, monday);

        assertThat(reports.keep(week)).isEqualTo(kept);
        assertThat(reports.of(week)).isEqualTo(kept);
        assertThatThrownBy(() -> reports.keep(reports.current())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aQuietWeekIsOneSentenceWithoutTables() {
        var report = reports.of(quiet);
        assertThat(report.isQuiet()).isTrue();

        for (var language : List.of("en", "zh-CN")) {
            var page = Jsoup.parse(operator.read(PATH + "/" + quiet + "?lang=" + language));
            assertThat(page.select("#sentence").text()).contains(language.equals("en") ? "A quiet week" : "平静的一周");
            assertThat(page.select("main table, main dl, main section")).isEmpty();
        }
        var list = Jsoup.parse(operator.read(PATH + "?lang=en&week=" + quiet));
        assertThat(list.select("#week-" + quiet + " td").text()).contains("A quiet week");
        assertThat(list.select("main tbody tr")).hasSize(8);
        assertThat(operator.open(PATH + "/" + reports.current().later(1)).statusCode())
                .isEqualTo(404);
        assertThat(operator.open(PATH + "/2026-W54").statusCode()).isEqualTo(404);
        assertThat(operator.open(PATH + "/" + reports.current()).statusCode()).isEqualTo(200);
    }

    /** In days to come, in which nothing is deleted for its age. */
    @Test
    void whatPeopleDecidedAboutDeadTasksIsCounted() {
        var from = Instant.now().plus(Duration.ofDays(1_000));
        for (var status : List.of("REPLAYED", "DISCARDED", "DISCARDED", "DEAD")) {
            sql.sql("""
                    insert into task_dead (prefix, task_id, name, replays, queue, headers, body, error, attempts, status, died_ms, changed_ms)
                    values (:prefix, :id, 'week.test', 0, 'q', '{}', '', '', 1, :status, :at, :at)
                    """)
                    .params(Map.of(
                            "prefix",
                            node.engine(),
                            "id",
                            "week-test-" + ids.next(),
                            "status",
                            status,
                            "at",
                            from.toEpochMilli() + 1))
                    .update();
        }

        var decided = rows.decisions(from, from.plusSeconds(1));
        sql.sql("delete from task_dead where prefix = :prefix and name = 'week.test'")
                .param("prefix", node.engine())
                .update();

        assertThat(decided).isEqualTo(new TaskDecisions(1, 2));
    }

    private void seed() {
        ended("week.test.a", "SUCCESS", 1, 60, monday);
        ended("week.test.a", "SUCCESS", 1, 40, monday.plusSeconds(7 * 86_400 - 3_600));
        ended("week.test.a", "RETRY", 1, 7, monday);
        ended("week.test.a", "RETRY", 2, 3, monday.plusSeconds(3_600));
        ended("week.test.a", "SUCCESS", 2, 5, monday);
        ended("week.test.a", "SUCCESS", 3, 2, monday);
        ended("week.test.a", "SUCCESS", 9, 1, monday);
        ended("week.test.b", "RETRY", 1, 2, monday);
        ended("week.test.b", "FAILURE", 1, 2, monday);
        ended("week.test.b", "CANCELLED", 1, 1, monday);
        ended("week.test.b", "EXPIRED", 1, 2, monday);
        ended("week.test.c", "SUCCESS", 1, 5, monday);
        ended("week.test.a", "SUCCESS", 1, 7, monday.minusSeconds(3_600));
        ended("week.test.a", "RETRY", 1, 1, monday.minusSeconds(3_600));
        ended("week.test.a", "RETRY", 1, 500, monday.plusSeconds(7 * 86_400));
        refund(1, "OPERATOR", "DONE", 500, HOUR, 1_000);
        refund(2, "OPERATOR", "DONE", 200, 2 * HOUR, 5_000);
        refund(3, "SHOPPER", "ASKED", 50, 3 * HOUR, 0);
        refund(4, "SHOPPER", "DECLINED", 70, 3 * HOUR, 0);
        refund(5, "OPERATOR", "DONE", 900, -HOUR, 10);
        money(1, "LATE", 1_990, HOUR);
        money(2, "LATE", 1_990, 50 * HOUR);
        money(3, "ORPHAN", 100, HOUR);
        money(4, "LATE", 1_990, 7 * 24 * HOUR);
        lost(monday.plusSeconds(60));
        lost(monday.minusSeconds(60));
        repair("COUNTER_CORRECTED", "OK", 3, HOUR);
        repair("COUNTER_CORRECTED", "FAILED", -2, 2 * HOUR);
        repair("RETRY", "RETRYING", 0, HOUR);
        repair("REBUILT", "OK", 0, -HOUR);
        alarm("week-test", HOUR, 60_000L, 300_000);
        alarm("week-test", 2 * HOUR, null, 500_000);
        alarm("week-test", -HOUR, null, 1_000);
        act("OFFER_PAUSED", HOUR);
        act("OFFER_PAUSED", 2 * HOUR);
        act("OFFER_STOPPED", HOUR);
        act("OFFER_STOPPED", -HOUR);
    }

    private void ended(String task, String outcome, int tries, long count, Instant hour) {
        sql.sql("""
                insert into task_hour (prefix, hour_s, task, outcome, tries, n, millis) values (:prefix, :hour, :task, :outcome, :tries, :n, 1)
                    on duplicate key update n = n + :n
                """)
                .params(Map.of(
                        "prefix", node.engine(),
                        "hour", hour.getEpochSecond(),
                        "task", task,
                        "outcome", outcome,
                        "tries", tries,
                        "n", count))
                .update();
    }

    private void refund(int number, String reason, String state, long fen, long after, long took) {
        sql.sql("""
                insert into refund (out_request_no, order_id, amount_fen, reason, state, attempts, requested_at_ms, done_at_ms, number)
                values (:no, :order, :fen, :reason, :state, 1, :at, :done, 1)
                """)
                .params(Map.of(
                        "no",
                        "W-test-" + number + "-" + ids.next(),
                        "order",
                        ids.next(),
                        "fen",
                        fen,
                        "reason",
                        reason,
                        "state",
                        state,
                        "at",
                        monday.toEpochMilli() + after,
                        "done",
                        monday.toEpochMilli() + after + took))
                .update();
    }

    private void money(int number, String state, long fen, long after) {
        sql.sql(
                        "insert into payment (trade_no, order_id, amount_fen, state, received_at_ms) values (:no, :order, :fen, :state, :at)")
                .params(Map.of(
                        "no",
                        "W-test-" + number + "-" + ids.next(),
                        "order",
                        ids.next(),
                        "fen",
                        fen,
                        "state",
                        state,
                        "at",
                        monday.toEpochMilli() + after))
                .update();
    }

    private void lost(Instant at) {
        sql.sql("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address, holds_units,
                                    reserved_at_ms, placed_at_ms, expires_at_ms)
                values (:id, 1, 1, 'week test', 1, 1, 1, 'ABANDONED', '', 0, :at, :at, :at)
                """)
                .params(Map.of("id", Ids.firstOf(at.toEpochMilli()) + 7, "at", at.toEpochMilli()))
                .update();
    }

    private void repair(String kind, String outcome, int units, long after) {
        sql.sql("""
                insert into compensation (at_ms, kind, outcome, cause, detail, units, who, node)
                values (:at, :kind, :outcome, '', 'week test', :units, 'shop', 'test')
                """)
                .params(Map.of("at", monday.toEpochMilli() + after, "kind", kind, "outcome", outcome, "units", units))
                .update();
    }

    private void alarm(String rule, long after, @Nullable Long taken, long over) {
        var fired = monday.toEpochMilli() + after;
        sql.sql("""
                insert into alert (rule_name, subject, severity, state, value, started_ms, bad_ms, fired_ms, resolved_ms, acked_ms)
                values (:rule, '', 'WARNING', 'RESOLVED', 1, :fired, :fired, :fired, :over, :taken)
                """)
                .param("rule", rule)
                .param("fired", fired)
                .param("over", fired + over)
                .param("taken", taken == null ? null : fired + taken)
                .update();
    }

    private void act(String action, long after) {
        sql.sql(
                        "insert into operator_audit (at_ms, who, action, subject, detail) values (:at, :who, :action, 'offer:1', '')")
                .params(Map.of("at", monday.toEpochMilli() + after, "who", who, "action", action))
                .update();
    }
}
