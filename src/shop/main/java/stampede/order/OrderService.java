package stampede.order;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.springframework.stereotype.Service;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;

/** Orders as the database has them, and what others may ask of them. */
@Service
class OrderService implements Orders {

    private final OrderRepository orders;
    private final OrderCloser orderCloser;

    OrderService(OrderRepository orders, OrderCloser orderCloser) {
        this.orders = orders;
        this.orderCloser = orderCloser;
    }

    @Override
    public Optional<Order> find(AccountId shopper, OrderId id) {
        return orders.find(shopper, id);
    }

    @Override
    public Optional<Order> find(OrderId id) {
        return orders.find(id);
    }

    @Override
    public OrderPage of(AccountId shopper, OrderGroup group, int page, int size) {
        return orders.of(shopper, group, page, size);
    }

    @Override
    public Map<OrderGroup, Long> count(AccountId shopper) {
        var counts = orders.countByStatus(shopper);
        var groups = new EnumMap<OrderGroup, Long>(OrderGroup.class);
        for (var group : OrderGroup.values()) {
            groups.put(
                    group,
                    group.statuses().stream()
                            .mapToLong(status -> counts.getOrDefault(status, 0L))
                            .sum());
        }
        return groups;
    }

    @Override
    public List<Order> unpaid(AccountId shopper, int most) {
        return orders.unpaid(shopper, most);
    }

    @Override
    public List<Order> held(AccountId shopper, OfferId offer) {
        return orders.held(shopper, offer);
    }

    @Override
    public Map<OrderId, OrderStatus> statuses(Collection<OrderId> ids) {
        var statuses = new HashMap<OrderId, OrderStatus>();
        verdicts(ids).forEach((id, verdict) -> statuses.put(id, verdict.status()));
        return statuses;
    }

    @Override
    public Map<OrderId, ReservationOutcome> verdicts(Collection<OrderId> ids) {
        return orders.verdicts(ids);
    }

    @Override
    public Set<OrderId> holding(Collection<OrderId> ids) {
        return orders.holding(ids);
    }

    @Override
    public List<OrderId> held(OfferId offer, long afterOrderId, int limit) {
        return orders.held(offer, afterOrderId, limit);
    }

    @Override
    public List<Reservation> held(Collection<OrderId> ids) {
        return orders.held(ids);
    }

    @Override
    public boolean cancel(AccountId shopper, OrderId id) {
        return orderCloser.cancel(shopper, id);
    }

    @Override
    public boolean startClosing(OrderId id, String who) {
        return orderCloser.startClosing(id, who);
    }

    @Override
    public void closeWithTrade(OrderId id) {
        orderCloser.closeWithTrade(id);
    }

    @Override
    public void closeIfDue(OrderId id, String who) {
        orderCloser.closeIfDue(id, who);
    }

    @Override
    public void closeWithoutWord(OrderId id, String who) {
        orderCloser.closeWithoutWord(id, who);
    }

    @Override
    public boolean putUnitsBack(OrderId id) {
        return orderCloser.putUnitsBack(id);
    }
}
