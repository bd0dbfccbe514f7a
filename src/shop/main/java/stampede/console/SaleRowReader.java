package stampede.console;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.counter.LiveStock;
import stampede.stock.StockLedger;

/** Offers together with how their sale stands. */
@Component
class SaleRowReader {

    private final Catalog catalog;
    private final LiveStock counter;
    private final StockLedger ledger;
    private final Clock clock;

    SaleRowReader(Catalog catalog, LiveStock counter, StockLedger ledger, Clock clock) {
        this.catalog = catalog;
        this.counter = counter;
        this.ledger = ledger;
        this.clock = clock;
    }

    Optional<SaleRow> of(OfferId id) {
        return catalog.offer(id).flatMap(offer -> rows(List.of(offer)).stream().findFirst());
    }

    /** A row for each of these; one that the ledger does not know is left out. */
    List<SaleRow> rows(List<Offer> offers) {
        var ids = offers.stream().map(Offer::id).toList();
        var left = counter.of(ids);
        var terms = ledger.terms(ids);
        return offers.stream()
                .flatMap(offer -> {
                    var counted = left.get(offer.id());
                    var booked = terms.get(offer.id());
                    return counted == null || booked == null
                            ? Stream.empty()
                            : Stream.of(SaleRow.of(offer, counted, booked, clock.instant()));
                })
                .toList();
    }
}
