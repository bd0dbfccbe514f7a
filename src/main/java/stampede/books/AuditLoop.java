package stampede.books;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.stock.SaleTerms;
import stampede.stock.StockInspection;
import stampede.stock.StockLedger;
import stampede.support.Loop;
import stampede.support.NodeRole;
import stampede.support.OnRole;

/** Audits every half minute, and at once when Redis is another one than before: a restart or a failover loses writes. */
@Component
@OnRole(NodeRole.WORKER)
class AuditLoop extends Loop {

    private static final Logger log = LoggerFactory.getLogger(AuditLoop.class);

    private final StockLedger ledger;
    private final StockInspection inspection;
    private final Audit audit;
    private final Drift drift;
    private final BooksProperties properties;
    private final Clock clock;
    private String life = "";
    private Instant next = Instant.EPOCH;

    AuditLoop(
            StockLedger ledger,
            StockInspection inspection,
            Audit audit,
            Drift drift,
            BooksProperties properties,
            Clock clock) {
        super("books-audit", Duration.ofSeconds(1));
        this.ledger = ledger;
        this.inspection = inspection;
        this.audit = audit;
        this.drift = drift;
        this.properties = properties;
        this.clock = clock;
    }

    @Override
    protected void turn() {
        var now = clock.instant();
        var present = inspection.life();
        if (present.equals(life) && now.isBefore(next)) {
            return;
        }
        var offers = ledger.sales(now.plus(properties.warmUpBefore()), now.minus(properties.watchAfterEnd())).stream()
                .map(SaleTerms::offer)
                .toList();
        drift.keepOnly(offers);
        offers.forEach(this::audit);
        life = present;
        next = now.plus(properties.auditEvery());
    }

    /** One offer that cannot be audited does not keep the others from it. */
    private void audit(OfferId offer) {
        try {
            audit.audit(offer);
        } catch (DataAccessException away) {
            drift.forget(offer);
            log.warn("Offer {} was not audited: {}", offer, away.getMessage());
        }
    }
}
