package stampede.report.page;

import com.google.common.collect.ImmutableList;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.ModelAndView;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.desk.CsvDownload;
import stampede.report.SaleReport;
import stampede.report.SaleReports;
import stampede.settlement.SettlementReports;
import stampede.site.ShopTimes;

/** The report of a sale for operators and for its seller: all but the addresses. */
@Component
class SaleReportPages {

    private static final int PAGE = 1_000;

    private final SaleReports reports;
    private final SettlementReports settlements;
    private final ReportWords words;
    private final CsvDownload download;
    private final ShopTimes times;

    SaleReportPages(
            SaleReports reports,
            SettlementReports settlements,
            ReportWords words,
            CsvDownload download,
            ShopTimes times) {
        this.reports = reports;
        this.settlements = settlements;
        this.words = words;
        this.download = download;
        this.times = times;
    }

    /** The page, with another sale beside it if one is named that is in scope. */
    ModelAndView page(OfferId offer, Scope scope, String base, Optional<String> with, Locale locale) {
        var report = find(offer, scope);
        var other = with.flatMap(SaleReportPages::number).flatMap(number -> reports.of(number, scope));
        var figures = SaleReportFigures.of(report);
        return new ModelAndView("report/sale")
                .addObject("base", base)
                .addObject("report", report)
                .addObject("sentence", words.sentence(report, locale))
                .addObject("words", words)
                .addObject("curve", CurveDrawing.of(report))
                .addObject("presses", report.step(SaleReport.Step.PRESSES))
                .addObject("most", Math.max(1, report.step(SaleReport.Step.PRESSES)))
                .addObject("with", with.orElse(""))
                .addObject("unknown", with.filter(text -> !text.isBlank()).isPresent() && other.isEmpty())
                .addObject("other", other.orElse(null))
                .addObject("figures", figures)
                .addObject("otherFigures", other.map(SaleReportFigures::of).orElse(null));
    }

    /** One part of it as a file. */
    void csv(OfferId offer, Scope scope, String part, HttpServletResponse response) throws IOException {
        var report = find(offer, scope);
        var file = Part.of(part).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
        download.send(response, "sale-" + offer + "-" + part, file.header, (most, line) -> switch (file) {
            case FIGURES -> figures(report, line);
            case MINUTES -> minutes(report, line);
            case REFUSALS -> refusals(report, line);
            case ORDERS -> orders(offer, most, line);
        });
    }

    private SaleReport find(OfferId offer, Scope scope) {
        return reports.of(offer, scope).orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND));
    }

    private boolean figures(SaleReport report, Consumer<Object[]> line) {
        var sale = report.sale();
        line.accept(new Object[] {"offer", "offer:" + sale.offer(), "DATABASE"});
        line.accept(new Object[] {"product", sale.product(), "DATABASE"});
        line.accept(new Object[] {"state", report.state(), ""});
        line.accept(new Object[] {"made", times.at(report.madeAt()).toOffsetDateTime(), ""});
        for (var figure : SaleReportFigures.of(report)) {
            line.accept(new Object[] {figure.name(), figure.cell(), figure.source()});
        }
        for (var lost : report.fallen()) {
            line.accept(new Object[] {
                "after_" + lost.after() + "_" + lost.name(),
                lost.count(),
                lost.after().source()
            });
        }
        for (var share : report.fairness()) {
            line.accept(new Object[] {"shoppers_with_" + share.units(), share.shoppers(), "DATABASE"});
        }
        line.accept(new Object[] {"statistics", report.trust().isComplete() ? "COMPLETE" : "MISSING", "STATISTICS"});
        for (var missing : report.trust().missing()) {
            line.accept(new Object[] {
                "statistics_missing",
                times.at(missing.from()).toOffsetDateTime() + "/"
                        + times.at(missing.until()).toOffsetDateTime(),
                "STATISTICS"
            });
        }
        line.accept(new Object[] {"books", text(report.trust().books()), "DATABASE"});
        line.accept(new Object[] {"chain_head", text(report.trust().chainHead()), "DATABASE"});
        return true;
    }

    private boolean minutes(SaleReport report, Consumer<Object[]> line) {
        for (var point : report.curve()) {
            line.accept(new Object[] {
                times.at(point.at()).toOffsetDateTime(),
                point.seconds(),
                point.left(),
                point.accepted(),
                point.refused()
            });
        }
        return true;
    }

    private boolean refusals(SaleReport report, Consumer<Object[]> line) {
        for (var refusal : report.refusals()) {
            line.accept(new Object[] {
                refusal.reason(),
                refusal.count(),
                times.at(refusal.first()).toOffsetDateTime(),
                times.at(refusal.last()).toOffsetDateTime()
            });
        }
        return true;
    }

    /** As they are now, a page at a time. Without shoppers and addresses. */
    private boolean orders(OfferId offer, int most, Consumer<Object[]> line) {
        var after = 0L;
        var sent = 0;
        List<SettlementReports.OrderLine> page;
        do {
            page = settlements.page(offer, after, Math.min(PAGE, most - sent));
            for (var order : page) {
                line.accept(new Object[] {
                    "order:" + order.order(),
                    order.status(),
                    order.units(),
                    times.at(order.reserved()).toOffsetDateTime(),
                    order.paidFen(),
                    order.backFen(),
                    order.holds() ? 1 : 0
                });
                after = order.order();
            }
            sent += page.size();
        } while (page.size() == PAGE && sent < most);
        return page.size() < PAGE;
    }

    private static String text(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static Optional<OfferId> number(String text) {
        var digits = text.strip();
        return digits.matches("[1-9]\\d{0,17}|[1-8]\\d{18}") ? Optional.of(OfferId.of(digits)) : Optional.empty();
    }

    /** What can be had as a file. */
    private enum Part {
        FIGURES("figure", "value", "source"),
        MINUTES("from", "seconds", "left", "accepted", "refused"),
        REFUSALS("reason", "count", "first", "last"),
        ORDERS("order", "status", "units", "reserved", "paid_fen", "back_fen", "holds");

        private final ImmutableList<String> header;

        Part(String... header) {
            this.header = ImmutableList.copyOf(header);
        }

        static Optional<Part> of(String name) {
            return Arrays.stream(values())
                    .filter(part -> part.name().toLowerCase(Locale.ROOT).equals(name))
                    .findFirst();
        }
    }
}
