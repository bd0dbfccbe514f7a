package stampede.order;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import stampede.money.Money;
import stampede.pastsale.PastOrderRepository;
import stampede.simulation.Mutant;

/** The steps of orders, each with the rule left out that a mutant breaks. */
final class MutantOrderStateMachine {

    private MutantOrderStateMachine() {}

    static OrderStateMachine of(
            Mutant mutant, JdbcTemplate jdbc, JdbcClient sql, PlatformTransactionManager transactions) {
        return switch (mutant) {
            case CLOSE_WITHOUT_CAS, SQL_RETURNS_TWICE, SQL_RETURNS_TWICE_BESIDE_THE_KEY ->
                new OrderStateMachine(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions) {
                    @Override
                    Set<OrderId> close(Collection<OrderId> orders, String who) {
                        orders.forEach(order -> set(sql, order, "CLOSED"));
                        return Set.copyOf(orders);
                    }
                };
            case PAID_AFTER_CLOSED ->
                new OrderStateMachine(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions) {
                    @Override
                    public Optional<Locked> lock(OrderId order) {
                        return super.lock(order)
                                .map(locked -> locked.status() == OrderStatus.CLOSED
                                        ? new Locked(OrderStatus.CLOSING, locked.total(), locked.offer())
                                        : locked);
                    }

                    @Override
                    public boolean markPaid(OrderId order, String who) {
                        set(sql, order, "PAID");
                        return true;
                    }
                };
            case REFUND_WITHOUT_ITS_STEP ->
                new OrderStateMachine(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions) {
                    @Override
                    public boolean refund(OrderId order, String who) {
                        return true;
                    }
                };
            case NOTIFY_BELIEVES_THE_AMOUNT -> new Believing(jdbc, sql, transactions);
            case UNITS_PUT_BACK_ALWAYS ->
                new OrderStateMachine(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions) {
                    @Override
                    boolean putUnitsBack(OrderId order) {
                        sql.sql("update orders set holds_units = 0 where id = :id")
                                .param("id", order.value())
                                .update();
                        return true;
                    }
                };
            default ->
                new OrderStateMachine(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions);
        };
    }

    /** Takes every order for a paid one, and sends it. */
    static OrderStateMachine shippingAnything(
            JdbcTemplate jdbc, JdbcClient sql, PlatformTransactionManager transactions) {
        return new OrderStateMachine(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions) {
            @Override
            public Optional<Locked> lock(OrderId order) {
                return super.lock(order).map(locked -> new Locked(OrderStatus.PAID, locked.total(), locked.offer()));
            }

            @Override
            public boolean markShipped(OrderId order, String who) {
                super.markShipped(order, who);
                return true;
            }
        };
    }

    private static void set(JdbcClient sql, OrderId order, String status) {
        sql.sql("update orders set status = :status, holds_units = :holds where id = :id")
                .param("status", status)
                .param("holds", status.equals("PAID") ? 1 : 0)
                .param("id", order.value())
                .update();
    }

    /** Takes the amount of a notification for what the order costs. */
    static final class Believing extends OrderStateMachine {

        private Optional<Money> believed = Optional.empty();

        private Believing(JdbcTemplate jdbc, JdbcClient sql, PlatformTransactionManager transactions) {
            super(jdbc, sql, OrderWorkbench.METERS, new PastOrderRepository(sql), transactions);
        }

        void believe(Optional<Money> amount) {
            believed = amount;
        }

        @Override
        public Optional<Locked> lock(OrderId order) {
            return super.lock(order)
                    .map(locked -> new Locked(locked.status(), believed.orElse(locked.total()), locked.offer()));
        }
    }
}
