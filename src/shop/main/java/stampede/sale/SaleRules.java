package stampede.sale;

import java.time.Duration;
import java.time.Instant;
import java.util.OptionalInt;
import stampede.stock.SaleTerms;

/** What all acts on a sale demand. */
final class SaleRules {

    /** Before its opening nothing of an offer is reserved, by whatever clock; clocks of nodes and of Redis differ by less than this. */
    private static final Duration CLOCKS_DIFFER = Duration.ofSeconds(5);

    private SaleRules() {}

    /** The reason without blanks around it. */
    static String reason(String words) {
        var reason = words.strip();
        require(reason.length() >= 5 && reason.length() <= 200, SaleRefusal.BAD_REASON);
        return reason;
    }

    static void requireLive(SaleTerms terms) {
        require(!terms.closedOut(), SaleRefusal.CLOSED_OUT);
        require(!terms.isStopped(), SaleRefusal.STOPPED);
    }

    static void requireUpcoming(SaleTerms terms, Instant now) {
        requireLive(terms);
        require(now.isBefore(terms.window().opensAt().minus(CLOCKS_DIFFER)), SaleRefusal.OPENED);
    }

    static void require(boolean met, SaleRefusal reason) {
        if (!met) {
            throw new SaleRefused(reason);
        }
    }

    static void require(boolean met, SaleRefusal reason, int number) {
        if (!met) {
            throw new SaleRefused(reason, OptionalInt.of(number));
        }
    }
}
