package stampede.console.tonight;

import java.time.Clock;
import java.time.LocalDate;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.inquiry.OrderTotals;
import stampede.inquiry.OrderTotalsRepository;

/** Counts the orders of the shop's day. */
@Component
class TodayReader {

    private final OrderTotalsRepository orders;
    private final Catalog catalog;
    private final Clock clock;

    TodayReader(OrderTotalsRepository orders, Catalog catalog, Clock clock) {
        this.orders = orders;
        this.catalog = catalog;
        this.clock = clock;
    }

    OrderTotals count() {
        var today = LocalDate.now(clock.withZone(catalog.zone()));
        return orders.since(today.atStartOfDay(catalog.zone()).toInstant());
    }
}
