package stampede.archive;

import java.util.Optional;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.OrderId;

/**
 * One thing that a task is about, as far as its payload says.
 *
 * @param amount what it is worth, where the payload says so
 */
record Subject(Optional<OrderId> order, Optional<OfferId> offer, Optional<Money> amount) {

    static Subject of(Optional<OrderId> order, Optional<OfferId> offer) {
        return new Subject(order, offer, Optional.empty());
    }
}
