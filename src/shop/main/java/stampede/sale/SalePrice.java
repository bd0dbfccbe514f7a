package stampede.sale;

import java.time.Clock;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.money.Money;
import stampede.stock.StockLedger;

/** Changes what one unit costs, before the sale opens. */
@Component
public class SalePrice {

    private final StockLedger ledger;
    private final OfferPublishing publishing;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    public SalePrice(
            StockLedger ledger,
            OfferPublishing publishing,
            AuditLog audit,
            TransactionTemplate transaction,
            Clock clock) {
        this.ledger = ledger;
        this.publishing = publishing;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * Changes the flash price. Every node shows it within two seconds. Audited, if it was another.
     *
     * @param before what it costs as far as the caller knows; counts only if the ledger has no price, which an old release did not write
     * @param price at least one fen and at most the list price
     * @param reason 5 to 200 characters, for the audit log
     * @throws SaleRefused if that cannot be
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public void change(SignedIn by, OfferId offer, Money before, Money price, String reason) {
        var words = SaleRules.reason(reason);
        transaction.executeWithoutResult(status -> {
            var seen = ledger.lock(offer);
            SaleRules.requireUpcoming(seen, clock.instant());
            var was = seen.price().orElse(before);
            if (!was.equals(price)) {
                store(offer, price);
                audit.write(
                        new AuditLog.Act(by.who(), "PRICE_CHANGED", "offer:" + offer).because(words),
                        AuditLog.Change.of(was, price));
            }
        });
    }

    /** By now only the price itself can be wrong. */
    private void store(OfferId offer, Money price) {
        try {
            publishing.changePrice(offer, price);
        } catch (IllegalArgumentException wrong) {
            throw new SaleRefused(SaleRefusal.BAD_PRICE);
        }
    }
}
