package stampede.report;

import java.util.List;

/**
 * How the offers of a slot sold.
 *
 * @param slot its number
 * @param lines each offer, by its number
 * @param cut whether there are more offers than these
 */
public record SlotReport(long slot, List<Line> lines, boolean cut) {

    public SlotReport {
        lines = List.copyOf(lines);
    }

    /** Of all offers here. */
    public SaleTotals totals() {
        return lines.stream().map(Line::totals).reduce(SaleTotals.NONE, SaleTotals::plus);
    }

    /** Units that there were in all. */
    public long units() {
        return lines.stream().mapToLong(line -> line.sale().total()).sum();
    }

    /** Whole percent of them that were sold. */
    public int percentSold() {
        return totals().percentOf(units());
    }

    /** An offer of the slot, and what became of its orders. */
    public record Line(SaleLine sale, SaleTotals totals) {

        /** Whole percent of its units that were sold. */
        public int percentSold() {
            return totals.percentOf(sale.total());
        }
    }
}
