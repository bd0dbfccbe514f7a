package stampede.order;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;

/** What was bought. Tombstones are no orders and are seen by {@link #statuses} and {@link #verdicts} only. */
public interface Orders {

    /** The shopper's order, or empty if it is not theirs. */
    Optional<Order> find(AccountId shopper, OrderId id);

    /** The order, whoever's it is; for operators and for what happens in the background. */
    Optional<Order> find(OrderId id);

    /** The shopper's orders, newest first, without those that cost nothing, which are coupons; {@code page} counts from 0. */
    default OrderPage of(AccountId shopper, int page, int size) {
        return of(shopper, OrderGroup.ALL, page, size);
    }

    /** The same of those of one group. */
    OrderPage of(AccountId shopper, OrderGroup group, int page, int size);

    /** How many of the shopper's orders are in each group, coupons left out. */
    Map<OrderGroup, Long> count(AccountId shopper);

    /** The shopper's orders that wait for their payment, the one that closes first before the others. */
    List<Order> unpaid(AccountId shopper, int most);

    /** The orders of the shopper for the offer that hold units, newest first. */
    List<Order> held(AccountId shopper, OfferId offer);

    /** The status of each of these that has a row, tombstones included, from the primary. */
    Map<OrderId, OrderStatus> statuses(Collection<OrderId> ids);

    /** What the database says of each of these that has a row, tombstones included: who wanted what, and what became of it. */
    Map<OrderId, ReservationOutcome> verdicts(Collection<OrderId> ids);

    /**
     * Those of these that hold units by the database: taken and not given back. No status says so, for a refund alone puts no
     * units back.
     */
    Set<OrderId> holding(Collection<OrderId> ids);

    /**
     * The orders of the offer that hold units by the database, whatever their status, by ascending id from the first one after
     * {@code afterOrderId}; start with 0.
     */
    List<OrderId> held(OfferId offer, long afterOrderId, int limit);

    /** Those of these that hold units by the database, whatever their status, as reservations. */
    List<Reservation> held(Collection<OrderId> ids);

    /**
     * The shopper takes the order back: it is closing, and closed as soon as its trade is.
     *
     * @return false if it is not theirs, or can no longer be cancelled
     */
    boolean cancel(AccountId shopper, OrderId id);

    /**
     * An operator takes an unpaid order back: from now on it is closing, and {@link #closeIfDue} goes on with it. In the caller's
     * transaction, which writes it down.
     *
     * @param who is written down as the one who did it, such as {@code operator:3}
     * @return false if it does not wait for its payment
     */
    boolean startClosing(OrderId id, String who);

    /**
     * The provider has closed the order's trade, so it can no longer be paid: an unpaid order closes now. Outside of any
     * transaction.
     */
    void closeWithTrade(OrderId id);

    /**
     * Closes the order at once if its time is up, or tries again if it is closing, as is done for all orders every few seconds:
     * somebody does not want to wait for that. Outside of any transaction.
     *
     * @param who is written down as the one who did it, such as {@code operator:3}
     */
    void closeIfDue(OrderId id, String who);

    /**
     * The same, but the order is closed although the provider does not say what became of its trade: an operator does not want its units to
     * wait any longer. Money that comes later goes back by itself. Outside of any transaction.
     *
     * @param who is written down as the one who did it, such as {@code operator:3}
     */
    void closeWithoutWord(OrderId id, String who);

    /**
     * Puts the units of a refunded order on sale again, which a refund alone never does. An operator's decision; the caller
     * writes it down in the same transaction.
     *
     * @return false if the order is not {@link OrderStatus#REFUNDED} or its units have gone back before
     */
    boolean putUnitsBack(OrderId id);

    /** One page of orders, and how many there are in all. */
    record OrderPage(List<Order> orders, int page, int size, long total) {}
}
