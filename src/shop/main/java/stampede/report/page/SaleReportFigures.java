package stampede.report.page;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import stampede.money.Money;
import stampede.report.SaleReport;
import stampede.report.SaleReport.Source;
import stampede.report.SaleReport.Step;

/** The figures of a report one below the other, for files and for two sales beside each other. Names are columns of files, for ever. */
final class SaleReportFigures {

    private final List<Line> lines = new ArrayList<>();

    private SaleReportFigures() {}

    static List<Line> of(SaleReport report) {
        var figures = new SaleReportFigures();
        var units = report.units();
        figures.add("units_total", units.total(), Source.DATABASE);
        figures.add("units_sold", units.held(), Source.DATABASE);
        figures.add("units_left", units.left(), Source.DATABASE);
        figures.add("units_came_back", units.returned(), Source.DATABASE);
        figures.add("shoppers", report.shoppers(), Source.DATABASE);
        figures.add("sold_percent_after_1_s", report.sellThrough().after1s(), Source.DATABASE);
        figures.add("sold_percent_after_10_s", report.sellThrough().after10s(), Source.DATABASE);
        figures.add("sold_percent_after_1_min", report.sellThrough().after1m(), Source.DATABASE);
        figures.add("sold_percent_after_10_min", report.sellThrough().after10m(), Source.DATABASE);
        figures.add("last_unit_ms", report.sellThrough().lastUnitMillis(), Source.DATABASE);
        for (var step : Step.values()) {
            figures.add(step.name().toLowerCase(Locale.ROOT), report.step(step), step.source());
        }
        figures.add("refused", report.refused(), Source.STATISTICS);
        figures.add("press_p50_ms", report.speed().pressP50(), Source.STATISTICS);
        figures.add("press_p95_ms", report.speed().pressP95(), Source.STATISTICS);
        figures.add("press_p99_ms", report.speed().pressP99(), Source.STATISTICS);
        figures.add("order_p50_ms", report.speed().orderP50(), Source.DATABASE);
        figures.add("order_p99_ms", report.speed().orderP99(), Source.DATABASE);
        figures.add("order_most_ms", report.speed().orderMost(), Source.DATABASE);
        figures.add("list_value_fen", report.money().listFen(), Source.DATABASE);
        figures.add("sold_for_fen", report.money().soldFen(), Source.DATABASE);
        figures.add("paid_fen", report.money().paidFen(), Source.DATABASE);
        figures.add("unpaid_fen", report.money().unpaidFen(), Source.DATABASE);
        figures.add("refunded_fen", report.money().refundedFen(), Source.DATABASE);
        return figures.lines;
    }

    private void add(String name, @Nullable Number value, Source source) {
        lines.add(new Line(name, value, source));
    }

    /**
     * A figure.
     *
     * @param name in files; its message is {@code report.figure.NAME}
     * @param value empty if it is not known
     * @param source where it is from
     */
    record Line(String name, @Nullable Number value, Source source) {

        /** As people read it. */
        public String shown() {
            if (value == null) {
                return "–";
            }
            return name.endsWith("_fen")
                    ? new Money(value.longValue()).toString()
                    : value instanceof Double exact ? Double.toString(Math.round(exact * 10) / 10.0) : value.toString();
        }

        /** As files have it. */
        Object cell() {
            return value == null ? "" : value;
        }
    }
}
