package stampede.order;

import static stampede.task.SendOption.in;

import java.util.List;
import org.springframework.stereotype.Component;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.task.Tasks;

/** Inserts orders that wait for their payment, each with the name of its product, and has them closed when the time to pay is up. */
@Component
class NewOrders {

    private final OrderRepository rows;
    private final Catalog catalog;
    private final Tasks tasks;
    private final DatabaseClock clock;
    private final OrderProperties properties;

    NewOrders(OrderRepository rows, Catalog catalog, Tasks tasks, DatabaseClock clock, OrderProperties properties) {
        this.rows = rows;
        this.catalog = catalog;
        this.tasks = tasks;
        this.clock = clock;
        this.properties = properties;
    }

    /** One timer for the whole batch. It also names those that turn out to be surplus; a timer is only a promise to look. */
    void insert(List<OrderDraft> drafts) {
        var now = clock.nowMs();
        rows.insert(
                drafts, this::productName, now, now + properties.paymentTime().toMillis());
        tasks.send(
                new CloseUnpaidOrders(
                        drafts.stream().map(draft -> draft.id().toString()).toList()),
                in(properties.paymentTime()));
    }

    private String productName(OfferId offer) {
        return catalog.offer(offer).map(Offer::name).orElse("#" + offer);
    }
}
