package stampede.books;

import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.catalog.OfferId;

/**
 * What a check of an offer's books found.
 *
 * @param offer the offer
 * @param at when it was checked
 * @param figures how its units were spread
 * @param always the rules that hold at any time: D1 to D12 in the database, R1 to R6 in Redis
 * @param atRest the rules Q1 to Q6, across the servers; they hold when no order is under way
 * @param reserved how many reservations have no order yet; while there are any, the offer is not at rest
 * @param quiet whether nothing has moved for so long that the offer is at rest
 */
public record BooksReport(
        OfferId offer,
        Instant at,
        Figures figures,
        List<RuleFinding> always,
        List<RuleFinding> atRest,
        int reserved,
        boolean quiet) {

    /** What the findings come to. */
    public enum Verdict {
        /** Every rule holds. */
        AGREE,
        /** The rules that hold at any time do; units are moving, so the others need not yet. */
        UNDER_WAY,
        BROKEN
    }

    /** Whether all rules hold, those for an offer at rest included. */
    public boolean agree() {
        return findings().allMatch(RuleFinding::ok);
    }

    public Verdict verdict() {
        if (agree()) {
            return Verdict.AGREE;
        }
        return broken().isEmpty() ? Verdict.UNDER_WAY : Verdict.BROKEN;
    }

    /** The findings that count now: while units move, those for an offer at rest do not. */
    public List<RuleFinding> broken() {
        return (quiet ? findings() : always.stream())
                .filter(finding -> !finding.ok())
                .toList();
    }

    /** All that deviates, in one line. */
    public String failing() {
        return findings()
                .filter(finding -> !finding.ok())
                .map(finding -> finding.rule() + ": " + finding.deviation())
                .collect(Collectors.joining("; "));
    }

    public Stream<RuleFinding> findings() {
        return Stream.concat(always.stream(), atRest.stream());
    }

    /**
     * How an offer's units are spread, each server as it was at one moment.
     *
     * @param total units there are in all, by the database
     * @param available units that no order holds, by the database
     * @param held units that orders hold
     * @param inCounter whether Redis knows the offer; if not, what follows is 0
     * @param left units that nobody has, by Redis
     * @param reserved units of reservations without an order yet
     */
    public record Figures(int total, int available, int held, boolean inCounter, int left, int reserved) {

        /** What Redis has left, plus what is reserved there, minus what the database has available; zero when nothing moves. */
        public int drift() {
            return inCounter ? left + reserved - available : 0;
        }
    }
}
