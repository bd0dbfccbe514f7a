package stampede.shipping;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.order.OrderId;
import stampede.order.OrderStateMachine;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;

/**
 * Sends paid orders on their way, and ends them when the shopper has what was sent or time has passed. Every act holds the order's row,
 * as whoever gives its money back does: of a refund and a parcel the first one counts.
 */
@Service
public class Shipments {

    private static final String BY_TIME = "system:time";

    private final ShipmentRepository rows;
    private final RefundRepository refunds;
    private final Orders orders;
    private final OrderStateMachine steps;
    private final AuditLog audit;
    private final ShippingProperties properties;
    private final Clock clock;
    private final TransactionTemplate transaction;

    public Shipments(
            ShipmentRepository rows,
            RefundRepository refunds,
            Orders orders,
            OrderStateMachine steps,
            AuditLog audit,
            ShippingProperties properties,
            Clock clock,
            PlatformTransactionManager transactions) {
        this.rows = rows;
        this.refunds = refunds;
        this.orders = orders;
        this.steps = steps;
        this.audit = audit;
        this.properties = properties;
        this.clock = clock;
        this.transaction = new TransactionTemplate(transactions);
    }

    /**
     * Marks a paid order as shipped. The same again changes nothing. Audited.
     *
     * @param by a seller, who ships what their own offers have sold, or an operator, who ships everything
     * @throws ShippingRefused if that cannot be
     */
    public void ship(SignedIn by, Parcel parcel) {
        transaction.executeWithoutResult(status -> shipLocked(by, parcel));
    }

    /** The same for many, each for itself: what cannot be is named, and keeps no other from it. */
    public List<ShippingAnswer> shipAll(SignedIn by, List<Parcel> parcels) {
        return parcels.stream().map(parcel -> answer(by, parcel)).toList();
    }

    /**
     * Puts carrier and number right of what is on its way. The same again changes nothing. Audited.
     *
     * @param by as for {@link #ship}
     * @param was how it was shipped, as far as they know
     * @param now how it was shipped in truth; of the same order
     * @throws ShippingRefused {@link ShippingRefusal#SHIPPED_OTHERWISE} if it was shipped in a third way, or that cannot be
     */
    public void correct(SignedIn by, Parcel was, Parcel now) {
        transaction.executeWithoutResult(status -> correctLocked(by, was, now));
    }

    /**
     * The shopper has it. Saying so again changes nothing.
     *
     * @throws ShippingRefused if it is not theirs, was not shipped, or its money goes back
     */
    public void receive(AccountId shopper, OrderId order) {
        transaction.executeWithoutResult(status -> {
            var now = lock(order);
            require(orders.find(shopper, order).isPresent(), ShippingRefusal.NO_SUCH_ORDER);
            if (now != OrderStatus.FINISHED) {
                require(now == OrderStatus.SHIPPED, ShippingRefusal.NOT_SHIPPED);
                require(!hasOpenRefund(order), ShippingRefusal.REFUND_OPEN);
                finish(order, "shopper:" + shopper);
            }
        });
    }

    /**
     * Ends the orders that were shipped so long ago that their shoppers are taken to have them, those that were shipped first coming
     * first. What has a refund under way waits for its end.
     *
     * @return how many were ended
     */
    public int finishDue() {
        var before = clock.instant().minus(properties.finishAfter());
        var ended = 0;
        List<OrderId> due;
        int now;
        do {
            due = rows.due(before, properties.finishBatch());
            now = (int) due.stream().filter(this::finishByTime).count();
            ended += now;
        } while (now > 0 && due.size() == properties.finishBatch());
        return ended;
    }

    private void shipLocked(SignedIn by, Parcel parcel) {
        require(parcel.isSound(), ShippingRefusal.BAD_PARCEL);
        var order = parcel.order();
        var now = lock(order);
        require(mayShip(by, order), ShippingRefusal.NO_SUCH_ORDER);
        var before = rows.isSentBy(parcel);
        require(before.orElse(true), ShippingRefusal.SHIPPED_OTHERWISE);
        if (before.isEmpty()) {
            require(now == OrderStatus.PAID, ShippingRefusal.NOT_PAID);
            require(!hasOpenRefund(order), ShippingRefusal.REFUND_OPEN);
            require(steps.markShipped(order, by.who()), ShippingRefusal.NOT_PAID);
            rows.add(parcel, by.who());
            audit.write(
                    by.who(),
                    "ORDER_SHIPPED",
                    "order:" + order,
                    AuditLog.Change.of(OrderStatus.PAID, OrderStatus.SHIPPED),
                    parcel.label());
        }
    }

    private void correctLocked(SignedIn by, Parcel was, Parcel now) {
        require(now.isSound(), ShippingRefusal.BAD_PARCEL);
        var order = now.order();
        var status = lock(order);
        require(mayShip(by, order), ShippingRefusal.NO_SUCH_ORDER);
        require(status == OrderStatus.SHIPPED, ShippingRefusal.NOT_SHIPPED);
        if (!rows.isSentBy(now).orElse(false)) {
            require(was.order().equals(order) && rows.isSentBy(was).orElse(false), ShippingRefusal.SHIPPED_OTHERWISE);
            rows.correct(now);
            audit.write(
                    by.who(), "SHIPMENT_CORRECTED", "order:" + order, AuditLog.Change.of(was.label(), now.label()), "");
        }
    }

    private ShippingAnswer answer(SignedIn by, Parcel parcel) {
        try {
            ship(by, parcel);
            return new ShippingAnswer(parcel.order(), Optional.empty());
        } catch (ShippingRefused refused) {
            return new ShippingAnswer(parcel.order(), Optional.of(refused.reason()));
        }
    }

    private boolean finishByTime(OrderId order) {
        return Boolean.TRUE.equals(transaction.execute(status -> {
            var may = lock(order) == OrderStatus.SHIPPED && !hasOpenRefund(order);
            return may && finish(order, BY_TIME);
        }));
    }

    private boolean finish(OrderId order, String who) {
        var finished = steps.markFinished(order, who);
        if (finished) {
            rows.finish(order);
        }
        return finished;
    }

    /** Whether its money is asked for or on its way back. */
    private boolean hasOpenRefund(OrderId order) {
        return refunds.of(List.of(order)).stream().anyMatch(Refund::isOpen);
    }

    private boolean mayShip(SignedIn by, OrderId order) {
        return by.role() == Role.OPERATOR
                || (by.role() == Role.SELLER && rows.seller(order).equals(Optional.of(by.id())));
    }

    private OrderStatus lock(OrderId order) {
        var now = steps.lock(order).map(OrderStateMachine.Locked::status);
        require(now.filter(found -> !found.isTombstone()).isPresent(), ShippingRefusal.NO_SUCH_ORDER);
        return now.orElseThrow();
    }

    private static void require(boolean met, ShippingRefusal reason) {
        if (!met) {
            throw new ShippingRefused(reason);
        }
    }
}
