package stampede.order;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/** What was bought. Tombstones are no orders and are seen by {@link #statuses} only. */
public interface Orders {

    /** The shopper's order, or empty if it is not theirs. */
    Optional<Order> find(AccountId shopper, OrderId id);

    /** The shopper's orders, newest first; {@code page} counts from 0. */
    OrderPage of(AccountId shopper, int page, int size);

    /** The orders of the shopper for the offer that hold units, newest first. */
    List<Order> held(AccountId shopper, OfferId offer);

    /** The status of each of these that has a row, tombstones included, from the primary. */
    Map<OrderId, OrderStatus> statuses(Collection<OrderId> ids);

    /**
     * The shopper takes the order back: it is closing, and closed as soon as its trade is.
     *
     * @return false if it is not theirs, or can no longer be cancelled
     */
    boolean cancel(AccountId shopper, OrderId id);

    /** One page of orders, and how many there are in all. */
    record OrderPage(List<Order> orders, int page, int size, long total) {}
}
