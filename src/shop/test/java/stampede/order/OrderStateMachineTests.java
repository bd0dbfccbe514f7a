package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.order.meter.OrderMeters;
import stampede.pastsale.PastOrderRepository;

class OrderStateMachineTests {

    /** What src/docs/protocol.md, section 3, has agreed: from where each step leads to where. */
    private static final Map<OrderTransition, Map<OrderStatus, OrderStatus>> AGREED = Map.of(
            OrderTransition.START_CLOSING, Map.of(OrderStatus.AWAITING_PAYMENT, OrderStatus.CLOSING),
            OrderTransition.CLOSE, Map.of(OrderStatus.CLOSING, OrderStatus.CLOSED),
            OrderTransition.PAY,
                    Map.of(OrderStatus.AWAITING_PAYMENT, OrderStatus.PAID, OrderStatus.CLOSING, OrderStatus.PAID),
            OrderTransition.SHIP, Map.of(OrderStatus.PAID, OrderStatus.SHIPPED),
            OrderTransition.FINISH, Map.of(OrderStatus.SHIPPED, OrderStatus.FINISHED),
            OrderTransition.REFUND,
                    Map.of(
                            OrderStatus.PAID, OrderStatus.REFUNDING,
                            OrderStatus.SHIPPED, OrderStatus.REFUNDING,
                            OrderStatus.FINISHED, OrderStatus.REFUNDING),
            OrderTransition.REFUND_LATE_PAYMENT, Map.of(OrderStatus.CLOSED, OrderStatus.REFUNDING),
            OrderTransition.FINISH_REFUND, Map.of(OrderStatus.REFUNDING, OrderStatus.REFUNDED));

    private final OrderStateMachine steps = OrderWorkbench.get().steps;
    private final JdbcClient jdbc = StockWorkbench.get().sql;

    @ParameterizedTest
    @EnumSource(OrderTransition.class)
    void takesAStepFromWhereItMayStartAndFromNowhereElse(OrderTransition orderTransition) {
        for (var from : OrderStatus.values()) {
            var order = orderIn(from);
            var agreed = Objects.requireNonNull(AGREED.get(orderTransition)).get(from);

            assertThat(take(orderTransition, order))
                    .as("%s from %s", orderTransition, from)
                    .isEqualTo(agreed != null);

            assertThat(statusOf(order)).isEqualTo(agreed == null ? from : agreed);
            assertThat(eventsOf(order))
                    .isEqualTo(agreed == null ? List.of() : List.of(from + ">" + agreed + " by test"));
        }
    }

    @Test
    void hasEveryStepThatWasAgreedAndNoOther() {
        assertThat(OrderTransition.values()).containsExactlyInAnyOrderElementsOf(AGREED.keySet());
        assertThat(OrderTransition.BIRTHS)
                .isEqualTo(EnumSet.of(
                        OrderStatus.AWAITING_PAYMENT,
                        OrderStatus.FINISHED,
                        OrderStatus.REJECTED,
                        OrderStatus.ABANDONED));
    }

    @Test
    void letsOneOfManyWinEachStep() throws Exception {
        var order = orderIn(OrderStatus.AWAITING_PAYMENT);
        var threads = Executors.newFixedThreadPool(8);
        try {
            Callable<Set<String>> payer = () -> steps.markPaid(order, "test") ? Set.of("paid") : Set.of();
            Callable<Set<String>> closer = () -> {
                var won = steps.startClosing(order, CloseReason.EXPIRED, "test");
                var closed = !steps.close(List.of(order), "test").isEmpty();
                return closed ? Set.of("closed") : won ? Set.of("started") : Set.of();
            };
            var outcomes =
                    threads
                            .invokeAll(IntStream.range(0, 16)
                                    .mapToObj(i -> i % 2 == 0 ? payer : closer)
                                    .toList())
                            .stream()
                            .flatMap(done -> resultOf(done).stream())
                            .filter(outcome -> !outcome.equals("started"))
                            .collect(Collectors.toList());

            assertThat(outcomes).as("paid once or closed once, never both").hasSize(1);
            assertThat(statusOf(order)).isIn(OrderStatus.PAID, OrderStatus.CLOSED);
            assertThat(eventsOf(order)).doesNotHaveDuplicates();
        } finally {
            threads.shutdownNow();
        }
    }

    /** Orders that bots placed in a rehearsal close like others, and are in no figure. */
    @Test
    void countsStepsOfRealOrdersOnly() {
        var meters = new SimpleMeterRegistry();
        var counting = new OrderStateMachine(
                StockWorkbench.get().jdbc,
                jdbc,
                new OrderMeters(meters),
                new PastOrderRepository(jdbc),
                OrderWorkbench.get().transactions);
        var real = orderIn(OrderStatus.CLOSING);
        var shadow = orderIn(OrderStatus.CLOSING);
        jdbc.sql("update orders set offer_id = :shadow where id = :id")
                .param("shadow", OfferId.shadow(shadow.value()).value())
                .param("id", shadow.value())
                .update();

        assertThat(counting.close(List.of(real, shadow), "test")).containsExactlyInAnyOrder(real, shadow);

        assertThat(statusOf(shadow)).isEqualTo(OrderStatus.CLOSED);
        assertThat(meters.get("stampede.orders").tag("step", "closed").counter().count())
                .isEqualTo(1);
    }

    @Test
    void closingGivesUpTheUnitsAndARefundAloneDoesNot() {
        var unpaid = orderIn(OrderStatus.CLOSING);
        var paid = orderIn(OrderStatus.PAID);

        take(OrderTransition.CLOSE, unpaid);
        take(OrderTransition.REFUND, paid);

        assertThat(holdsUnits(unpaid)).isFalse();
        assertThat(holdsUnits(paid)).isTrue();
    }

    @Test
    void movesOfManyThoseThatStandWhereTheStepBegins() {
        var statuses = List.of(
                OrderStatus.AWAITING_PAYMENT,
                OrderStatus.PAID,
                OrderStatus.AWAITING_PAYMENT,
                OrderStatus.CLOSED,
                OrderStatus.CLOSING,
                OrderStatus.AWAITING_PAYMENT);
        var orders = statuses.stream().map(this::orderIn).toList();

        var started = steps.startClosing(orders, CloseReason.EXPIRED, "test");

        assertThat(started).containsExactly(orders.get(0), orders.get(2), orders.get(5));
        for (int index = 0; index < orders.size(); index++) {
            var order = orders.get(index);
            var moved = started.contains(order);
            assertThat(statusOf(order)).isEqualTo(moved ? OrderStatus.CLOSING : statuses.get(index));
            assertThat(eventsOf(order)).isEqualTo(moved ? List.of("AWAITING_PAYMENT>CLOSING by test") : List.of());
        }
    }

    private static <T> T resultOf(Future<T> done) {
        try {
            return done.get();
        } catch (ExecutionException | InterruptedException failed) {
            throw new AssertionError(failed);
        }
    }

    private boolean take(OrderTransition orderTransition, OrderId order) {
        return switch (orderTransition) {
            case START_CLOSING -> steps.startClosing(order, CloseReason.CANCELLED, "test");
            case CLOSE -> !steps.close(List.of(order), "test").isEmpty();
            case PAY -> steps.markPaid(order, "test");
            case SHIP -> steps.markShipped(order, "test");
            case FINISH -> steps.markFinished(order, "test");
            case REFUND -> steps.refund(order, "test");
            case REFUND_LATE_PAYMENT -> steps.refundLatePayment(order, "test");
            case FINISH_REFUND -> steps.markRefunded(order, "test");
        };
    }

    /** For an offer that nobody else knows. */
    private OrderId orderIn(OrderStatus status) {
        var order = new OrderId(StockWorkbench.nextId());
        jdbc.sql("""
                        insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                            holds_units, reserved_at_ms, placed_at_ms, expires_at_ms)
                        values (:id, :id, 7, 'Teapot', 1, 990, 990, :status, 'Somewhere 5', 1, 1, 1, 9000000000000)""").param("id", order.value()).param("status", status.name()).update();
        return order;
    }

    private OrderStatus statusOf(OrderId order) {
        return OrderStatus.valueOf(jdbc.sql("select status from orders where id = :id")
                .param("id", order.value())
                .query(String.class)
                .single());
    }

    private boolean holdsUnits(OrderId order) {
        return jdbc.sql("select holds_units from orders where id = :id")
                        .param("id", order.value())
                        .query(Integer.class)
                        .single()
                == 1;
    }

    private List<String> eventsOf(OrderId order) {
        return jdbc.sql(
                        "select concat(from_status, '>', to_status, ' by ', who) from order_event where order_id = :id order by id")
                .param("id", order.value())
                .query(String.class)
                .list();
    }
}
