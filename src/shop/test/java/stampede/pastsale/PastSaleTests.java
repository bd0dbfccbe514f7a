package stampede.pastsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;
import stampede.catalog.OfferId;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.OrderWorkbench;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

/** Sales that were closed out long ago go to tables of their own, whole, wherever whoever moves them dies. */
class PastSaleTests {

    private final PastSaleBench bench = new PastSaleBench();

    @Test
    void aSaleIsMovedAndItsProofAgreesFromThere() {
        var offer = bench.closedOut(600);
        var before = bench.rows(offer);
        var sums = bench.books.settlements.sums(offer);
        var lines = bench.books.settlements.page(offer, 0, 1_000);

        bench.move(offer);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);
        assertThat(bench.orders.isAnythingCurrent(offer)).isFalse();
        assertThat(bench.count("past_orders", offer)).isEqualTo(600);
        assertThat(bench.rows(offer)).isEqualTo(before);
        assertThat(bench.books.proof().faults(offer)).isEmpty();
        assertThat(bench.books.settlements.find(offer).orElseThrow().lines()).isGreaterThan(600);
        assertThat(bench.books.settlements.sums(offer)).isEqualTo(sums);
        assertThat(bench.books.settlements.page(offer, 0, 1_000))
                .isEqualTo(lines)
                .hasSize(540);
    }

    @Test
    void whatAddressesWereCountedAsIsForgotten() {
        var offer = bench.closedOut(20);
        var sql = bench.books.stock.sql;
        sql.sql(
                        "update stock_movement set address_key = unhex(repeat('0A', 16)) where kind = 'TAKE' and offer_id = :offer")
                .param("offer", offer.value())
                .update();
        sql.sql(
                        "insert into stock_address_quota (offer_id, address_key, used) values (:offer, unhex(repeat('0A', 16)), 20)")
                .param("offer", offer.value())
                .update();

        bench.move(offer);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);
        assertThat(sql.sql("""
                        select (select count(*) from stock_address_quota where offer_id = :offer)
                             + (select count(*) from past_stock_movement where offer_id = :offer and address_key is not null)
                        """)
                        .param("offer", offer.value())
                        .query(Integer.class)
                        .single())
                .isZero();
        assertThat(bench.books.proof().faults(offer)).isEmpty();
    }

    @Test
    void movingItAgainChangesNothing() {
        var offer = bench.closedOut(30);
        bench.move(offer);
        var before = bench.rows(offer);
        var sale = bench.sales.find(offer);

        bench.move(offer);

        assertThat(bench.rows(offer)).isEqualTo(before);
        assertThat(bench.sales.find(offer)).isEqualTo(sale);
        assertThat(moveSome(offer)).isZero();
    }

    @Test
    void noMoreThanAThousandRowsGoAtATime() {
        var offer = bench.closedOut(700);
        var most = 0;
        for (var rows = moveSome(offer); rows > 0; rows = moveSome(offer)) {
            most = Math.max(most, rows);
        }

        assertThat(most).isBetween(900, 1_000);
        assertThat(bench.orders.isAnythingCurrent(offer)).isFalse();
    }

    @Test
    void whoeverComesNextGoesOnWhereverOneDiesAndNothingIsLostOrDoubled() {
        var offer = bench.closedOut(1_000);
        var before = bench.rows(offer);
        var deaths = 0;
        while (true) {
            var dying = new DyingTransactions(bench.transactions(), new AtomicInteger(deaths));
            try {
                bench.mover(dying, Duration.ZERO).turn(offer, Instant.MAX);
            } catch (DyingTransactions.Died died) {
                deaths++;
            }
            assertThat(bench.rows(offer)).as("after %d deaths", deaths).isEqualTo(before);
            assertThat(bench.books.proof().faults(offer))
                    .as("after %d deaths", deaths)
                    .isEmpty();
            if (bench.state(offer) == PastSaleState.MOVED) {
                break;
            }
        }

        assertThat(deaths)
                .as("before a transaction, before its commit, after it")
                .isGreaterThan(6);
        assertThat(bench.orders.isAnythingCurrent(offer)).isFalse();
    }

    @Test
    void halfwayEverythingIsReadWhereItLies() {
        var offer = bench.closedOut(600);
        var sums = bench.books.settlements.sums(offer);
        var lines = bench.books.settlements.page(offer, 0, 1_000);
        bench.mover().turn(offer, Instant.MAX);
        moveSome(offer);
        moveSome(offer);

        assertThat(bench.count("orders", offer)).isPositive();
        assertThat(bench.count("past_orders", offer)).isPositive();
        assertThat(bench.books.check.check(offer).failing()).isEmpty();
        assertThat(bench.books.settlements.faults(offer)).isEmpty();
        assertThat(bench.books.settlements.sums(offer)).isEqualTo(sums);
        assertThat(bench.books.settlements.page(offer, 0, 1_000)).isEqualTo(lines);
    }

    @Test
    void aSaleWhoseChainDoesNotAgreeStaysWhereItIsAndIsNamed() {
        var offer = bench.closedOut(30);
        change("update stock_movement set at_ms = 1 where kind = 'RETURN' and offer_id = ", offer);

        bench.move(offer);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.REFUSED);
        assertThat(bench.count("past_orders", offer)).isZero();
        assertThat(bench.sales.faulty(10_000))
                .filteredOn(sale -> sale.offer().equals(offer))
                .singleElement()
                .satisfies(sale -> assertThat(sale.reason()).contains("is CHANGED"));
    }

    @Test
    void aSaleWhoseBooksDoNotAgreeStaysWhereItIsAndIsNamed() {
        var offer = bench.closedOut(30);
        change("update stock_quota set used = 2 where offer_id = ", offer);

        bench.move(offer);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.REFUSED);
        assertThat(bench.sales.find(offer).orElseThrow().reason()).startsWith("D5 ");
        assertThat(bench.count("past_orders", offer)).isZero();
    }

    @Test
    void whatWasChangedOnTheWayIsNamedAndIsRightOnceItIsPutRight() {
        var offer = bench.closedOut(30);
        bench.mover().turn(offer, Instant.MAX);
        moveSome(offer);
        change("update past_stock_movement set at_ms = at_ms + 1 where kind = 'RETURN' and offer_id = ", offer);

        bench.mover().turn(offer, Instant.MAX);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.BROKEN);
        assertThat(bench.sales.find(offer).orElseThrow().reason()).contains("is CHANGED");
        change("update past_stock_movement set at_ms = at_ms - 1 where kind = 'RETURN' and offer_id = ", offer);
        bench.mover().turn(offer, Instant.MAX);
        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);
    }

    @Test
    void anOrderThatIsMissingThereIsNamed() {
        var offer = bench.closedOut(30);
        bench.mover().turn(offer, Instant.MAX);
        moveSome(offer);
        change("delete from past_orders where status = 'REJECTED' and offer_id = ", offer);

        bench.mover().turn(offer, Instant.MAX);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.BROKEN);
        assertThat(bench.sales.find(offer).orElseThrow().reason()).contains("orders=27", "orders=30");
    }

    @ParameterizedTest
    @CsvSource({"AWAITING_PAYMENT", "CLOSING", "PAID", "SHIPPED", "REFUNDING"})
    void aSaleWithAnOrderThatHasAWayToGoWaits(String status) {
        var offer = bench.closedOut(10);
        change("update orders set status = '" + status + "' where status = 'FINISHED' and offer_id = ", offer);

        bench.move(offer);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.WAITING);
        assertThat(bench.sales.find(offer).orElseThrow().reason()).endsWith("is " + status);
        assertThat(bench.count("past_orders", offer)).isZero();
    }

    @Test
    void anOrderThatIsHeldIsLeftAndNobodyWaitsForIt() {
        var offer = bench.closedOut(30);
        var held = anOrder(offer, "orders", "FINISHED");
        bench.mover().turn(offer, Instant.MAX);
        bench.stock.transactions.executeWithoutResult(status -> {
            assertThat(OrderWorkbench.get().steps.lock(held)).isPresent();
            ConcurrentCalls.run(1, List.of(() -> {
                bench.mover().turn(offer, Instant.MAX);
                return true;
            }));
        });

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVING);
        assertThat(bench.count("orders", offer)).isEqualTo(1);
        assertThat(bench.count("past_orders", offer)).isEqualTo(29);
        bench.mover().turn(offer, Instant.MAX);
        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);
    }

    @Test
    void anOrderIsBroughtBackWholeByWhoeverChangesItAndGoesAgain() {
        var offer = bench.closedOut(30);
        bench.move(offer);
        var before = bench.rows(offer);
        var order = anOrder(offer, "past_orders", "FINISHED");

        var locked = bench.stock.transactions.execute(
                status -> OrderWorkbench.get().steps.lock(order).orElseThrow());

        assertThat(locked.status()).isEqualTo(OrderStatus.FINISHED);
        assertThat(bench.count("orders", offer)).isEqualTo(1);
        assertThat(bench.count("stock_movement", offer)).isEqualTo(1);
        assertThat(bench.count("stock_quota", offer)).isEqualTo(1);
        assertThat(bench.rows(offer)).isEqualTo(before);
        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVING);
        assertThat(bench.books.proof().faults(offer)).isEmpty();
        assertThat(bench.sales.next(Instant.now(), Instant.now()))
                .as("not before tomorrow")
                .isNotEqualTo(Optional.of(offer));

        bench.mover().turn(offer, Instant.MAX);

        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);
        assertThat(bench.rows(offer)).isEqualTo(before);
        assertThat(bench.orders.isAnythingCurrent(offer)).isFalse();
    }

    @Test
    void aStepBringsAnOrderBackAndOneThatIsTakenBackStaysThere() {
        var offer = bench.closedOut(30);
        bench.move(offer);
        var order = anOrder(offer, "past_orders", "FINISHED");
        var before = bench.rows(offer);

        assertThatThrownBy(() -> bench.stock.transactions.executeWithoutResult(status -> {
                    assertThat(OrderWorkbench.get().steps.refund(order, "operator:1"))
                            .isTrue();
                    throw new DyingTransactions.Died();
                }))
                .isInstanceOf(DyingTransactions.Died.class);
        assertThat(bench.rows(offer)).isEqualTo(before);
        assertThat(bench.orders.isAnythingCurrent(offer)).isFalse();
        assertThat(bench.state(offer)).isEqualTo(PastSaleState.MOVED);

        assertThat(OrderWorkbench.get().steps.refund(order, "operator:1")).isTrue();
        assertThat(OrderWorkbench.get().orders.statuses(List.of(order))).containsEntry(order, OrderStatus.REFUNDING);
        bench.mover().turn(offer, Instant.MAX);
        assertThat(bench.state(offer)).as("it is not over yet").isEqualTo(PastSaleState.MOVING);
        assertThat(bench.count("orders", offer)).isEqualTo(1);
    }

    @Test
    void theMessageOfAnOrderThatLiesThereMakesNoSecondOne() {
        var offer = bench.closedOut(30);
        bench.move(offer);
        var shop = OrderWorkbench.get();
        var order = anOrder(offer, "past_orders", "FINISHED");
        var reservation = new Reservation(
                new ReservationId(order.value()),
                offer,
                shop.orders.find(order).orElseThrow().shopper(),
                1,
                Instant.ofEpochMilli(1_780_000_000_000L));

        shop.place(shop.message(reservation));

        assertThat(shop.placement.abandon(reservation)).isFalse();
        assertThat(bench.count("orders", offer)).isZero();
        assertThat(bench.count("stock_movement", offer)).isZero();
    }

    @Test
    void itGoesWhenItWasClosedOutLongAgoAndTheOldestFirst() {
        var now = Instant.now();
        var young = bench.closedOut(10);
        var old = bench.closedOut(10);
        change("update settlement set settled_ms = 1 where offer_id = ", old);

        assertThat(bench.sales.next(Instant.ofEpochMilli(2), now)).contains(old);
        assertThat(bench.sales.next(Instant.ofEpochMilli(1), now)).isEmpty();
        bench.mover().turn(Duration.ofSeconds(60));
        assertThat(bench.state(old)).isEqualTo(PastSaleState.MOVING);
        assertThat(bench.count("past_orders", old))
                .as("whoever has just looked reads it whole")
                .isZero();
        bench.mover(bench.transactions(), Duration.ofMinutes(2)).turn(Duration.ofSeconds(60));
        assertThat(bench.state(old)).isEqualTo(PastSaleState.MOVED);
        assertThat(bench.sales.find(young)).isEmpty();
    }

    @Test
    void theTablesAreAlike() {
        for (var table : List.of("orders", "order_event", "stock_movement", "stock_quota")) {
            assertThat(columns("past_" + table)).isEqualTo(columns(table)).isNotEmpty();
        }
    }

    private List<String> columns(String table) {
        return bench.stock
                .sql
                .sql("""
                select concat(column_name, ' ', column_type, ' ', is_nullable) from information_schema.columns
                 where table_schema = database() and table_name = :table order by ordinal_position
                """)
                .param("table", table)
                .query(String.class)
                .list();
    }

    private int moveSome(OfferId offer) {
        return Objects.requireNonNull(bench.stock.transactions.execute(status -> bench.orders.moveSome(offer)));
    }

    private OrderId anOrder(OfferId offer, String table, String status) {
        return new OrderId(bench.stock
                .sql
                .sql("select min(id) from " + table + " where status = '" + status + "' and offer_id = " + offer)
                .query(Long.class)
                .single());
    }

    private void change(String statement, OfferId offer) {
        assertThat(bench.stock.jdbc.update(statement + offer)).isPositive();
    }

    /** Real transactions of a process that ends: before it begins one, before it commits it, or right after. */
    private record DyingTransactions(PlatformTransactionManager real, AtomicInteger lives)
            implements PlatformTransactionManager {

        @Override
        public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
            live();
            return real.getTransaction(definition);
        }

        @Override
        public void commit(TransactionStatus status) {
            try {
                live();
            } catch (Died died) {
                real.rollback(status);
                throw died;
            }
            real.commit(status);
            live();
        }

        @Override
        public void rollback(TransactionStatus status) {
            real.rollback(status);
        }

        private void live() {
            if (lives.getAndDecrement() == 0) {
                throw new Died();
            }
        }

        static final class Died extends Error {
            private static final long serialVersionUID = 1;
        }
    }
}
