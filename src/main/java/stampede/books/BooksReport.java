package stampede.books;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import stampede.catalog.OfferId;

/**
 * What a check of an offer's books found.
 *
 * @param offer the offer
 * @param at when it was checked
 * @param always the rules that hold at any time: D1 to D7 in the database, R1 to R4 in Redis
 * @param atRest the rules Q1 to Q3, between the two; they hold when no order is under way
 * @param pending how many reservations wait for their orders; while there are any, the offer is not at rest
 */
public record BooksReport(OfferId offer, Instant at, List<Finding> always, List<Finding> atRest, int pending) {

    /** Whether all rules hold, those for an offer at rest included. */
    public boolean agree() {
        return findings().allMatch(Finding::ok);
    }

    public Stream<Finding> findings() {
        return Stream.concat(always.stream(), atRest.stream());
    }
}
