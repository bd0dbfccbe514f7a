package stampede.report.page;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.AccountId;
import stampede.desk.CsvDownload;
import stampede.report.OfferReport;
import stampede.report.SaleTotals;
import stampede.report.SellerReports;
import stampede.report.SellerWeek;
import stampede.report.Week;
import stampede.site.ShopTimes;

/** What the reports of sellers and of operators share: all but their addresses. A base is the address of the weeks. */
@Component
class ReportPages {

    private static final int MOST_ROWS = 100;

    private static final List<String> TOTALS = List.of(
            "units_offered",
            "units_sold",
            "orders_placed",
            "orders_paid",
            "orders_closed_unpaid",
            "money_in_fen",
            "refunds_fen",
            "net_fen");

    private final SellerReports reports;
    private final CsvDownload download;
    private final ShopTimes times;

    ReportPages(SellerReports reports, CsvDownload download, ShopTimes times) {
        this.reports = reports;
        this.download = download;
        this.times = times;
    }

    /** Some weeks, the last of them first; without a week, or with one that is none, up to now. */
    ModelAndView weeks(AccountId seller, String base, Optional<String> asked) {
        var last = last(asked);
        return new ModelAndView("report/weeks")
                .addObject("base", base)
                .addObject("weeks", reports.weeks(seller, last))
                .addObject("earlier", last.later(-SellerReports.WEEKS))
                .addObject("later", last.equals(reports.current()) ? null : earliest(last.later(SellerReports.WEEKS)));
    }

    /** Each offer of a week, a hundred below one. */
    ModelAndView week(AccountId seller, String base, String written, Optional<Integer> from) {
        var week = reports.week(seller, find(written));
        var first = Math.max(0, Math.min(from.orElse(0), week.offers().size()));
        var end = Math.min(week.offers().size(), first + MOST_ROWS);
        return new ModelAndView("report/week")
                .addObject("base", base)
                .addObject("week", week)
                .addObject("rows", week.offers().subList(first, end))
                .addObject("before", first == 0 ? null : Math.max(0, first - MOST_ROWS))
                .addObject("after", end == week.offers().size() ? null : end);
    }

    void weeksCsv(AccountId seller, Optional<String> asked, HttpServletResponse response) throws IOException {
        var header = new ArrayList<>(List.of("week"));
        header.addAll(TOTALS);
        header.addAll(List.of("coupons_offered", "coupons_taken"));
        download.send(response, "report", header, (most, line) -> {
            reports.weeks(seller, last(asked)).forEach(week -> line.accept(cells(week)));
            return true;
        });
    }

    void weekCsv(AccountId seller, String written, HttpServletResponse response) throws IOException {
        var week = reports.week(seller, find(written));
        var header = new ArrayList<>(List.of("offer", "product", "kind", "opens", "closes"));
        header.addAll(TOTALS);
        download.send(response, "report-" + week.week(), header, (most, line) -> {
            week.offers().forEach(offer -> write(offer, line));
            return true;
        });
    }

    private void write(OfferReport offer, Consumer<Object[]> line) {
        line.accept(row(
                List.of(
                        "offer:" + offer.offer(),
                        offer.product(),
                        offer.kind(),
                        times.at(offer.window().opensAt()).toOffsetDateTime(),
                        times.at(offer.window().closesAt()).toOffsetDateTime()),
                offer.unitsOffered(),
                offer.totals(),
                List.of()));
    }

    private static Object[] cells(SellerWeek week) {
        return row(
                List.of(week.week()),
                week.unitsOffered(),
                week.totals(),
                List.of(week.couponsOffered(), week.couponsTaken()));
    }

    private static Object[] row(List<Object> first, long offered, SaleTotals totals, List<Object> last) {
        var cells = new ArrayList<>(first);
        cells.addAll(List.of(
                offered,
                totals.unitsSold(),
                totals.placed(),
                totals.paid(),
                totals.closedUnpaid(),
                totals.moneyIn().fen(),
                totals.refunds().fen(),
                totals.net().fen()));
        cells.addAll(last);
        return cells.toArray();
    }

    private Week last(Optional<String> asked) {
        return asked.flatMap(Week::read).map(this::earliest).orElseGet(reports::current);
    }

    /** That week, or the one of now if it is still to come. */
    private Week earliest(Week week) {
        return week.compareTo(reports.current()) < 0 ? week : reports.current();
    }

    private static Week find(String written) {
        return Week.read(written).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }
}
