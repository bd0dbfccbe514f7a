package stampede.orderadmin;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.stereotype.Service;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.account.Duty;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.audit.AuditLog;
import stampede.audit.AuditLog.Change;
import stampede.listing.ListQuery;
import stampede.order.OrderId;
import stampede.order.Shipment;

/**
 * Where orders go. An address is told to those only who send it or decide about its money, to a seller until 90 days after the order is
 * finished, and each time it is told there is a row in the audit log.
 */
@Service
public class OrderAddresses {

    private static final Duration SELLERS_LOOK = Duration.ofDays(90);

    private final OrderSearchRepository orders;
    private final AuditLog audit;
    private final TransactionTemplate transaction;
    private final Clock clock;

    OrderAddresses(OrderSearchRepository orders, AuditLog audit, TransactionTemplate transaction, Clock clock) {
        this.orders = orders;
        this.audit = audit;
        this.transaction = transaction;
        this.clock = clock;
    }

    /**
     * The address of an order; empty text if it was erased because it is old. Audited.
     *
     * @param on where it is told, such as {@code page} or {@code slip}
     * @return empty if there is no such order for them, or its address is not theirs to know
     */
    public Optional<String> look(SignedIn by, OrderId order, String on) {
        return Objects.requireNonNull(transaction.execute(status -> {
            var found = orders.find(Scope.of(by), order).filter(line -> mayLook(by, line));
            found.ifPresent(line -> audit.write(by.who(), "ADDRESS_SEEN", "order:" + order, new Change("", ""), on));
            return found.map(OrderLine::address);
        }));
    }

    /** The same for many at once: of each that is theirs to know. */
    List<PackingSlip> look(SignedIn by, List<OrderLine> lines, String on) {
        return Objects.requireNonNull(transaction.execute(status -> lines.stream()
                .filter(line -> mayLook(by, line))
                .map(line -> {
                    audit.write(by.who(), "ADDRESS_SEEN", "order:" + line.id(), new Change("", ""), on);
                    return new PackingSlip(line, line.address());
                })
                .toList()));
    }

    /** Whether its address is theirs to know. */
    public boolean mayLook(SignedIn by, OrderLine order) {
        return switch (by.role()) {
            case OPERATOR -> by.may(Duty.RUN) || by.may(Duty.MONEY);
            case SELLER -> order.seller().equals(by.id()) && isWithSeller(order);
            case SHOPPER -> false;
        };
    }

    /**
     * Passes on the orders that are to be sent, with their addresses, among those of a query. Audited before the first is passed on.
     *
     * @return whether those were all
     */
    public boolean export(SignedIn by, ListQuery query, int most, Consumer<OrderLine> row) {
        var scope = Scope.of(by);
        var count = orders.countToShip(scope, query);
        transaction.executeWithoutResult(status -> audit.write(
                by.who(),
                "ADDRESSES_EXPORTED",
                "orders:to-ship",
                new Change("", ""),
                (count.more() ? "more than " : "") + count.number() + " orders " + query.filter()));
        return orders.forEachToShip(scope, query, most, row);
    }

    private boolean isWithSeller(OrderLine order) {
        return switch (order.status()) {
            case PAID, SHIPPED -> true;
            case FINISHED ->
                order.shipment()
                        .flatMap(Shipment::finishedAt)
                        .filter(end -> end.plus(SELLERS_LOOK).isAfter(clock.instant()))
                        .isPresent();
            case AWAITING_PAYMENT, CLOSING, CLOSED, REFUNDING, REFUNDED, REJECTED, ABANDONED -> false;
        };
    }
}
