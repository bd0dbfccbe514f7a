package stampede.sale;

import static stampede.sale.SaleRules.require;

import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferChanges;
import stampede.catalog.OfferId;
import stampede.counter.CounterInspection;
import stampede.counter.CounterLoader;
import stampede.counter.CounterLoader.LowerTotal;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * Adds units to a sale and takes units off it, until it is closed out. Added ones are in the ledger first and then in the counter; those
 * that are taken off are gone from the counter first, so that whoever has reserved one still gets it.
 */
@Component
public class SaleUnits {

    private static final int MOST = 1_000_000;

    private final StockLedger ledger;
    private final CounterLoader counter;
    private final CounterInspection inspection;
    private final OfferChanges catalog;
    private final AuditLog audit;
    private final TransactionTemplate transaction;

    public SaleUnits(
            StockLedger ledger,
            CounterLoader counter,
            CounterInspection inspection,
            OfferChanges catalog,
            AuditLog audit,
            TransactionTemplate transaction) {
        this.ledger = ledger;
        this.counter = counter;
        this.inspection = inspection;
        this.catalog = catalog;
        this.audit = audit;
        this.transaction = transaction;
    }

    /** How the units stand, as whoever changes them is shown; empty if the ledger has no such offer. */
    public Optional<Units> look(OfferId offer) {
        return ledger.terms(offer).map(terms -> {
            var left = inspection.left(offer).orElse(terms.available());
            return units(terms, Math.max(0, Math.min(left, terms.available())));
        });
    }

    /**
     * Adds units. The counter sells them at once, or, if Redis is away, as soon as the audit has told it. Audited.
     *
     * @param seenVersion of the total, from {@link #look}: who saw another total than there is decides again
     * @param reason 5 to 200 characters, for the audit log
     * @throws SaleRefused if that cannot be
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public Units add(SignedIn by, OfferId offer, int units, long seenVersion, String reason) {
        require(units > 0, SaleRefusal.BAD_TOTAL);
        return change(by, offer, units, seenVersion, reason);
    }

    /**
     * Takes units off, down to what is sold or reserved. Audited; refused as {@link #add} is.
     *
     * @throws org.springframework.dao.DataAccessException if Redis does not answer; then nothing is taken off, or the counter sells
     *     less than it might until it is repaired, within seconds
     */
    public Units takeOff(SignedIn by, OfferId offer, int units, long seenVersion, String reason) {
        require(units > 0, SaleRefusal.BAD_TOTAL);
        return change(by, offer, -units, seenVersion, reason);
    }

    private Units change(SignedIn by, OfferId offer, int difference, long seenVersion, String words) {
        var reason = SaleRules.reason(words);
        try {
            return store(by, offer, difference, seenVersion, reason);
        } catch (SaleRefused refused) {
            if (refused.reason() == SaleRefusal.COUNTER_BUSY) {
                counter.align(offer);
            }
            throw refused;
        }
    }

    private Units store(SignedIn by, OfferId offer, int difference, long seenVersion, String reason) {
        return Objects.requireNonNull(transaction.execute(status -> {
            var seen = ledger.lock(offer);
            SaleRules.requireLive(seen);
            require(seen.totalVersion() == seenVersion, SaleRefusal.CHANGED_MEANWHILE, seen.total());
            var total = total(seen, difference);
            if (difference < 0) {
                takeFromCounter(seen, total);
            }
            ledger.changeTotal(offer, total);
            catalog.changeAllotment(offer, total);
            audit.write(
                    new AuditLog.Act(by.who(), difference > 0 ? "UNITS_ADDED" : "UNITS_TAKEN_OFF", "offer:" + offer)
                            .because(reason),
                    AuditLog.Change.of(seen.total(), total));
            var now = ledger.terms(offer).orElseThrow();
            return units(now, now.available());
        }));
    }

    private static int total(SaleTerms seen, int difference) {
        var total = (long) seen.total() + difference;
        if (difference < 0) {
            requireUnsold(seen, total, seen.available());
        }
        require(total >= 1 && total <= MOST, SaleRefusal.BAD_TOTAL);
        return (int) total;
    }

    private void takeFromCounter(SaleTerms seen, int total) {
        var answer = counter.lowerTotal(seen, total);
        require(answer.state() != LowerTotal.State.AHEAD, SaleRefusal.COUNTER_BUSY);
        if (answer.state() == LowerTotal.State.TOO_FEW_LEFT) {
            requireUnsold(seen, total, Math.min(answer.left(), seen.available()));
        }
    }

    private static void requireUnsold(SaleTerms seen, long total, int left) {
        var lowest = lowest(seen, left);
        require(total >= lowest, SaleRefusal.UNITS_SOLD, lowest);
    }

    private static Units units(SaleTerms terms, int left) {
        return new Units(
                terms.total(), terms.totalVersion(), terms.total() - terms.available(), left, lowest(terms, left));
    }

    private static int lowest(SaleTerms terms, int left) {
        return Math.max(1, terms.total() - Math.max(0, left));
    }

    /**
     * How the units of an offer stand.
     *
     * @param total how many there are in all
     * @param version grows with each change of the total
     * @param sold how many orders hold
     * @param left how many nobody has
     * @param lowest the lowest total there can be: what is sold, and what is reserved and has no order yet; 1 at least
     */
    public record Units(int total, long version, int sold, int left, int lowest) {}
}
