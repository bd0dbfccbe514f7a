package stampede.pastsale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.springframework.transaction.PlatformTransactionManager;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.settlement.BooksWorkbench;

/** Sales that were closed out, many orders at a time, and what moves them; on the real servers, driven by hand. */
final class PastSaleBench {

    /** Numbers of orders, older than those of other tests, as these orders are. */
    private static final AtomicLong NEXT =
            new AtomicLong((System.currentTimeMillis() - Duration.ofDays(100).toMillis()) << 20);

    private static final List<String> TABLES = List.of("orders", "order_event", "stock_movement", "stock_quota");

    final BooksWorkbench books = new BooksWorkbench();
    final StockWorkbench stock = books.stock;
    final PastSaleRepository sales = new PastSaleRepository(stock.sql);
    final PastOrderRepository orders = new PastOrderRepository(stock.sql);

    /**
     * A sale that was closed out. Of ten orders seven were paid, sent and received, two were closed unpaid, one was refused. They cost
     * nothing, so no payment belongs to them.
     *
     * @param orders how many
     */
    OfferId closedOut(int orders) {
        var offer = stock.openOffer(orders + 5, 1);
        var first = NEXT.getAndAdd(1 << 17);
        var values = Map.of("offer", offer.value(), "first", first, "orders", orders);
        write("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                    holds_units, reserved_at_ms, placed_at_ms, expires_at_ms)
                select :first + seq, :offer, 1000 + seq, 'Teapot', 1, 0, 0,
                       case when seq mod 10 = 0 then 'REJECTED' when seq mod 10 < 3 then 'CLOSED' else 'FINISHED' end,
                       'Somewhere 5', seq mod 10 >= 3, 1780000000000, 1780000000000, 1780000300000
                  from seq_1_to_100000 where seq <= :orders
                """, values);
        step("null", "if(orders.status = 'REJECTED', 'REJECTED', 'AWAITING_PAYMENT')", "true", values);
        step("'AWAITING_PAYMENT'", "if(orders.status = 'CLOSED', 'CLOSING', 'PAID')", "status <> 'REJECTED'", values);
        step("'CLOSING'", "'CLOSED'", "status = 'CLOSED'", values);
        step("'PAID'", "'SHIPPED'", "status = 'FINISHED'", values);
        step("'SHIPPED'", "'FINISHED'", "status = 'FINISHED'", values);
        movement("TAKE", "-units", "status <> 'REJECTED'", values);
        movement("RETURN", "units", "status = 'CLOSED'", values);
        write("""
                insert into stock_quota (offer_id, shopper_id, used)
                select offer_id, shopper_id, holds_units from orders where offer_id = :offer and status <> 'REJECTED'
                """, values);
        write("""
                update stock_balance set opens_ms = 0, closes_ms = 1780000400000, total = total,
                       available = (select sum(delta) from stock_movement where offer_id = :offer)
                 where offer_id = :offer
                """, values);
        books.closeOut(offer);
        return offer;
    }

    private void step(String from, String to, String which, Map<String, ?> values) {
        write("""
                insert into order_event (order_id, from_status, to_status, at_ms, who)
                select id, %s, %s, 1780000000000, 'test' from orders where offer_id = :offer and %s
                """.formatted(from, to, which), values);
    }

    private void movement(String kind, String delta, String which, Map<String, ?> values) {
        write("""
                insert into stock_movement (offer_id, kind, delta, order_id, at_ms)
                select offer_id, '%s', %s, id, 1780000000000 from orders where offer_id = :offer and %s
                """.formatted(kind, delta, which), values);
    }

    private void write(String statement, Map<String, ?> values) {
        stock.sql.sql(statement).params(values).update();
    }

    SaleMover mover(PlatformTransactionManager transactions, Duration ahead) {
        return new SaleMover(
                sales,
                orders,
                books.proof(),
                new PastSaleProperties(Duration.ofDays(90)),
                transactions,
                Clock.offset(stock.clock, ahead));
    }

    SaleMover mover() {
        return mover(transactions(), Duration.ZERO);
    }

    PlatformTransactionManager transactions() {
        return Objects.requireNonNull(stock.transactions.getTransactionManager());
    }

    /** Begins and moves, however long it takes. */
    void move(OfferId offer) {
        mover().turn(offer, Instant.MAX);
        mover().turn(offer, Instant.MAX);
    }

    PastSaleState state(OfferId offer) {
        return sales.find(offer).orElseThrow().state();
    }

    /** Every row of the sale, from the tables of today or those of past sales, by table; each must be in one of them alone. */
    Map<String, List<String>> rows(OfferId offer) {
        return TABLES.stream().collect(Collectors.toMap(table -> table, table -> rows(table, offer)));
    }

    private List<String> rows(String table, OfferId offer) {
        var found = stock
                .sql
                .sql(rowsOf(table, offer, OrderTables.CURRENT) + " union all " + rowsOf(table, offer, OrderTables.PAST))
                .query((row, number) -> {
                    var columns = row.getMetaData().getColumnCount();
                    var text = new StringBuilder();
                    for (var column = 1; column <= columns; column++) {
                        text.append(row.getString(column)).append('|');
                    }
                    return text.toString();
                })
                .list()
                .stream()
                .sorted()
                .toList();
        assertThat(found).as(table).doesNotHaveDuplicates();
        return found;
    }

    private static String rowsOf(String table, OfferId offer, OrderTables tables) {
        return tables.in(
                table.equals("order_event")
                        ? "select order_event.* from order_event join orders on orders.id = order_event.order_id where orders.offer_id = "
                                + offer
                        : "select * from " + table + " where offer_id = " + offer);
    }

    /** How many rows of the offer are in this table. */
    long count(String table, OfferId offer) {
        return stock.sql
                .sql("select count(*) from " + table + " where offer_id = " + offer)
                .query(Long.class)
                .single();
    }
}
