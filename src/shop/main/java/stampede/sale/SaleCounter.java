package stampede.sale;

import static stampede.sale.SaleRules.require;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.recovery.CounterRebuild;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/**
 * Fills the counter of a sale from the ledger because somebody wants it: before it opens, or again. Redis is in no transaction, so a row
 * of the audit log is there before it begins, and another one tells what came of it.
 */
@Component
public class SaleCounter {

    private final StockLedger ledger;
    private final LiveStock counter;
    private final CounterRebuild rebuild;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    SaleCounter(
            StockLedger ledger,
            LiveStock counter,
            CounterRebuild rebuild,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.ledger = ledger;
        this.counter = counter;
        this.rebuild = rebuild;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Warms an offer up before its slot opens. One that is warm stays as it is, without a row in the audit log.
     *
     * @return whether there was something to do
     * @throws SaleRefused if it has opened or does so in a moment, or was stopped
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public boolean warm(SignedIn by, OfferId offer) {
        var seen = terms(offer);
        SaleRules.requireUpcoming(seen, clock.instant());
        return counter.of(offer).gate() == StockView.Gate.COLD
                && fill(new AuditLog.Act(by.who(), "COUNTER_WARMED", "offer:" + offer), seen);
    }

    /**
     * Fills the counter again, whatever is in it. Its gate is shut for the seconds that this takes.
     *
     * @param reason 5 to 200 characters, for the audit log
     * @throws SaleRefused if its books are closed, or somebody else fills it at this moment
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void rebuild(SignedIn by, OfferId offer, String reason) {
        var words = SaleRules.reason(reason);
        var seen = terms(offer);
        require(!seen.closedOut(), SaleRefusal.CLOSED_OUT);
        var act = new AuditLog.Act(by.who(), "COUNTER_REBUILT", "offer:" + offer).because(words);
        require(fill(act, seen), SaleRefusal.COUNTER_BUSY);
    }

    private boolean fill(AuditLog.Act act, SaleTerms seen) {
        write(act, seen, "begins");
        var filled = now(seen.offer());
        write(act, seen, filled ? "epoch " + terms(seen.offer()).epoch() : "somebody else was faster");
        return filled;
    }

    private boolean now(OfferId offer) {
        try {
            return rebuild.now(offer);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            throw new SaleRefused(SaleRefusal.COUNTER_BUSY);
        }
    }

    private void write(AuditLog.Act act, SaleTerms seen, String after) {
        transaction.executeWithoutResult(
                status -> audit.write(act, AuditLog.Change.of("epoch " + seen.epoch(), after)));
    }

    private SaleTerms terms(OfferId offer) {
        return ledger.terms(offer).orElseThrow(() -> new IllegalArgumentException("There is no offer " + offer + "."));
    }
}
