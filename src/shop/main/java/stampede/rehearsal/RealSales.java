package stampede.rehearsal;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/** The sales of goods that people can see, next to which a rehearsal runs or does not. */
@Component
class RealSales {

    /** Within this time none may open when a rehearsal begins. */
    static final Duration BEFORE_START = Duration.ofMinutes(15);

    /** A rehearsal ends by itself when one opens within this time. */
    static final Duration BEFORE_OPENING = Duration.ofMinutes(10);

    private final StockLedger ledger;

    RealSales(StockLedger ledger) {
        this.ledger = ledger;
    }

    /** Those that are open, or open within this time. */
    Set<OfferId> near(Instant now, Duration soon) {
        return sales(now, soon)
                .map(SaleTerms::offer)
                .collect(Collectors.toCollection(() -> new TreeSet<>(Comparator.comparingLong(OfferId::value))));
    }

    /** The one with the most units of those that are open, or open within this time; empty if there is none. */
    Optional<SaleTerms> largest(Instant now, Duration soon) {
        return sales(now, soon).max(Comparator.comparingInt(SaleTerms::total));
    }

    private Stream<SaleTerms> sales(Instant now, Duration soon) {
        return ledger.sales(now.plus(soon), now).stream()
                .filter(sale -> !sale.offer().isShadow() && sale.kind() == OfferKind.GOODS && !sale.isStopped());
    }
}
