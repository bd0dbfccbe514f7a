package stampede.shipping;

import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.PlatformTransactionManager;
import stampede.account.AccountId;
import stampede.audit.AuditLogs;
import stampede.counter.StockWorkbench;
import stampede.order.OrderId;
import stampede.order.OrderTwin;
import stampede.refund.Refund;
import stampede.refund.RefundRepository;
import stampede.simulation.Mutant;

/** The shipping module on the real database, perhaps with one rule of it broken on purpose. */
public final class ShippingTwin {

    private static final Duration FINISH_AFTER = Duration.ofMinutes(30);

    public final Shipments shipments;
    private final Shipments later;

    public ShippingTwin(OrderTwin order, PlatformTransactionManager transactions, Mutant mutant) {
        shipments = shipments(order, transactions, mutant, Duration.ZERO);
        later = shipments(order, transactions, mutant, FINISH_AFTER.plusMinutes(1));
    }

    /** The shopper has said nothing for too long. */
    public void finishByTime() {
        later.finishDue();
    }

    /** What came of it. */
    public Optional<ShippingRefusal> ship(OrderId order, String number) {
        return shipments
                .shipAll(StockWorkbench.OPERATOR, List.of(new Parcel(order, "SF", number)))
                .get(0)
                .refusal();
    }

    /** What came of it. */
    public Optional<ShippingRefusal> correct(OrderId order, String was, String now) {
        try {
            shipments.correct(StockWorkbench.OPERATOR, new Parcel(order, "SF", was), new Parcel(order, "SF", now));
            return Optional.empty();
        } catch (ShippingRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    /** What came of it. */
    public Optional<ShippingRefusal> receive(AccountId shopper, OrderId order) {
        try {
            shipments.receive(shopper, order);
            return Optional.empty();
        } catch (ShippingRefused refused) {
            return Optional.of(refused.reason());
        }
    }

    private static Shipments shipments(
            OrderTwin order, PlatformTransactionManager transactions, Mutant mutant, Duration ahead) {
        var bench = StockWorkbench.get();
        return new Shipments(
                rows(mutant),
                refunds(mutant),
                order.orders,
                order.shippingSteps,
                AuditLogs.on(bench.sql, bench.clock),
                new ShippingProperties(FINISH_AFTER, 500),
                Clock.offset(bench.clock, ahead),
                transactions);
    }

    private static ShipmentRepository rows(Mutant mutant) {
        return mutant != Mutant.SHIP_FORGETS_THE_NUMBER
                ? new ShipmentRepository(StockWorkbench.get().sql)
                : new ShipmentRepository(StockWorkbench.get().sql) {
                    @Override
                    Optional<Boolean> isSentBy(Parcel parcel) {
                        return super.isSentBy(parcel).map(same -> true);
                    }
                };
    }

    private static RefundRepository refunds(Mutant mutant) {
        return mutant != Mutant.SHIP_IN_SPITE_OF_A_REFUND
                ? new RefundRepository(StockWorkbench.get().sql)
                : new RefundRepository(StockWorkbench.get().sql) {
                    @Override
                    public List<Refund> of(Collection<OrderId> orders) {
                        return List.of();
                    }
                };
    }
}
