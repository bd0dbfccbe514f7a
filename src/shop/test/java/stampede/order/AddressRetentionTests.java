package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import stampede.counter.StockWorkbench;
import stampede.testing.NumberTable;

class AddressRetentionTests {

    /** Lower than the ids of all other tests, as those of old orders are. */
    private static final AtomicLong NEXT = new AtomicLong(StockWorkbench.nextId() >> 20);

    private static final Duration OLD = Duration.ofDays(181);

    private final OrderWorkbench shop = OrderWorkbench.get();

    @ParameterizedTest
    @EnumSource(names = {"CLOSED", "REFUNDED", "SHIPPED", "FINISHED", "REJECTED", "ABANDONED"})
    void takesTheAddressOutOfOldOrdersThatHaveEnded(OrderStatus status) {
        var order = order(status, OLD);

        assertThat(shop.addresses.erase()).isPositive();

        assertThat(address(order)).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"AWAITING_PAYMENT", "CLOSING", "PAID", "REFUNDING"})
    void leavesTheAddressOfAnOrderThatHasAWayToGo(OrderStatus status) {
        var order = order(status, OLD);

        shop.addresses.erase();

        assertThat(address(order)).isEqualTo("Somewhere 5");
    }

    @Test
    void leavesTheAddressOfAYoungOrder() {
        var order = order(OrderStatus.FINISHED, Duration.ofDays(179));
        order(OrderStatus.FINISHED, OLD);

        shop.addresses.erase();

        assertThat(address(order)).isEqualTo("Somewhere 5");
    }

    @Test
    void goesOnBeyondTheFirstPage() {
        shop.stock.jdbc.update("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                    holds_units, reserved_at_ms, placed_at_ms, expires_at_ms)
                select ? + seq, 1, 7, 'Teapot', 1, 990, 990, 'CLOSED', 'Somewhere 5', 0, 0, 0, 0 from %s
                """.formatted(NumberTable.upTo(4_100)), NEXT.getAndAdd(5_000));
        var last = order(OrderStatus.FINISHED, OLD);

        assertThat(shop.addresses.erase()).isGreaterThan(4_100);

        assertThat(address(last)).isEmpty();
    }

    private long order(OrderStatus status, Duration age) {
        var order = NEXT.incrementAndGet();
        var placed = shop.stock.clock.millis() - age.toMillis();
        shop.stock.jdbc.update("""
                        insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                            holds_units, reserved_at_ms, placed_at_ms, expires_at_ms)
                        values (?, ?, 7, 'Teapot', 1, 990, 990, ?, 'Somewhere 5', 0, ?, ?, 9000000000000)
                        """, order, order, status.name(), placed, placed);
        return order;
    }

    private String address(long order) {
        return shop.stock
                .sql
                .sql("select address from orders where id = :id")
                .param("id", order)
                .query(String.class)
                .single();
    }
}
