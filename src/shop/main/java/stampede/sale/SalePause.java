package stampede.sale;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.counter.CounterLoader;
import stampede.stock.StockBalanceRepository;

/**
 * Lets an operator stop the sale of an offer for a while. What was chosen is in the ledger, so a rebuild keeps it; if Redis
 * cannot be told at once, that throws, and the audit tells it later.
 */
@Component
public class SalePause {

    private final StockBalanceRepository balances;
    private final CounterLoader loading;
    private final PauseRequestRepository requests;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public SalePause(
            StockBalanceRepository balances,
            CounterLoader loading,
            PauseRequestRepository requests,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.balances = balances;
        this.loading = loading;
        this.requests = requests;
        this.clock = clock;
        this.audit = audit;
        this.transaction = transaction;
    }

    /**
     * From when this returns no units are reserved; what was reserved before becomes orders. A seller who asked for it has their answer.
     * Audited.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void pause(SignedIn operator, OfferId offer) {
        change(operator, offer, true, "");
    }

    /**
     * The same with a reason for the audit log, in the operator's words.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void pause(SignedIn operator, OfferId offer, String reason) {
        change(operator, offer, true, reason);
    }

    /**
     * Sells again. Audited.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void resume(SignedIn operator, OfferId offer) {
        change(operator, offer, false, "");
    }

    private void change(SignedIn operator, OfferId offer, boolean paused, String reason) {
        transaction.executeWithoutResult(status -> {
            var before = balances.pause(offer, paused);
            if (paused) {
                requests.answer(offer, PauseRequest.State.PAUSED, "", clock.instant());
            }
            audit.write(
                    new AuditLog.Act(operator.who(), paused ? "OFFER_PAUSED" : "OFFER_RESUMED", "offer:" + offer)
                            .because(reason),
                    AuditLog.Change.of(said(before), said(paused)));
        });
        loading.align(offer);
    }

    private static String said(boolean paused) {
        return paused ? "paused" : "open";
    }
}
