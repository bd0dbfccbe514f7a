package stampede.books;

import java.time.Instant;
import stampede.catalog.OfferId;

/**
 * What the last check of an offer's books found.
 *
 * @param offer the offer
 * @param checkedAt when that was
 * @param verdict what it came to
 * @param broken how many rules were broken
 * @param figures how the units were spread
 * @param findings what deviated, a line for each rule; empty if nothing did
 */
public record BooksResult(
        OfferId offer,
        Instant checkedAt,
        BooksReport.Verdict verdict,
        int broken,
        BooksReport.Figures figures,
        String findings) {}
