package stampede.books;

import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.pastsale.OrderTables;
import stampede.pastsale.PastSaleRepository;

/**
 * The rules of the database in SQL: D1 to D12, which hold at any time, and Q4 and Q5, which hold at rest. Reads the tables of stock and orders directly, all in the caller's snapshot: to prove what the
 * modules say of themselves one must not ask them. Orders of a past sale are read where they lie.
 */
@Component
public class LedgerCheckRepository {

    private static final int MOST_NAMED = 10;
    private static final int PAGE = 5_000;

    private final JdbcClient sql;
    private final PastSaleRepository past;
    private final BooksProperties properties;

    public LedgerCheckRepository(JdbcClient sql, PastSaleRepository past, BooksProperties properties) {
        this.sql = sql;
        this.past = past;
        this.properties = properties;
    }

    LedgerBooks read(OfferId offer) {
        var balance = balance(offer);
        var tables = past.tables(offer);
        return new LedgerBooks(
                balance.total(),
                balance.available(),
                balance.epoch(),
                Instant.ofEpochMilli(balance.closesMs()),
                held(tables, offer),
                lastMove(tables, offer),
                findings(tables, offer, balance.total(), balance.available()),
                List.of(
                        new RuleFinding(Rule.Q4, overdue(tables, offer)),
                        new RuleFinding(Rule.Q5, list(tables, offer, LedgerQuery.ENDS_OF_PAYMENTS))));
    }

    private List<RuleFinding> findings(OrderTables tables, OfferId offer, int total, int available) {
        var kept = -units(tables, offer, "TAKE") - units(tables, offer, "RETURN");
        var sum = sum(tables, offer);
        return List.of(
                finding(
                        Rule.D1,
                        0 <= available && available <= total,
                        "%d of %d are available".formatted(available, total)),
                finding(
                        Rule.D2,
                        total == available + kept,
                        "The total is %d, available are %d, taken and kept are %d".formatted(total, available, kept)),
                finding(
                        Rule.D3,
                        available == sum,
                        "Available are %d, the movements add up to %d".formatted(available, sum)),
                new RuleFinding(Rule.D4, list(tables, offer, LedgerQuery.MOVEMENTS_OF_ORDERS)),
                new RuleFinding(Rule.D5, list(tables, offer, LedgerQuery.UNITS_OF_SHOPPERS)),
                new RuleFinding(Rule.D6, list(tables, offer, LedgerQuery.PAYMENTS_OF_ORDERS)),
                new RuleFinding(Rule.D7, list(tables, offer, LedgerQuery.REFUNDS_OF_PAYMENTS)),
                new RuleFinding(Rule.D8, waysOfOrders(tables, offer)),
                new RuleFinding(Rule.D9, list(tables, offer, LedgerQuery.PRICES_OF_ORDERS)),
                new RuleFinding(Rule.D10, list(tables, offer, LedgerQuery.SHIPMENTS_OF_ORDERS)),
                new RuleFinding(Rule.D11, list(tables, offer, LedgerQuery.COUPONS_OF_ORDERS)),
                new RuleFinding(Rule.D12, list(tables, offer, LedgerQuery.TICKETS_OF_ORDERS)));
    }

    private static RuleFinding finding(Rule rule, boolean holds, String deviation) {
        return new RuleFinding(rule, holds ? "" : deviation);
    }

    private String list(OrderTables tables, OfferId offer, LedgerQuery query) {
        return joined(of(tables, offer, query));
    }

    private String overdue(OrderTables tables, OfferId offer) {
        return joined(of(tables, offer, LedgerQuery.OVERDUE_ORDERS)
                .param("expired", properties.expiryGrace().toMillis())
                .param("closing", properties.closingGrace().toMillis()));
    }

    private static String joined(JdbcClient.StatementSpec statement) {
        return String.join("; ", statement.query(String.class).list());
    }

    private String waysOfOrders(OrderTables tables, OfferId offer) {
        return of(tables, offer, LedgerQuery.WAYS_OF_ORDERS).query(OrderStateHistory.class).list().stream()
                .map(OrderStateHistory::fault)
                .filter(Predicate.not(String::isEmpty))
                .limit(MOST_NAMED)
                .collect(Collectors.joining("; "));
    }

    private JdbcClient.StatementSpec of(OrderTables tables, OfferId offer, LedgerQuery query) {
        return sql.sql(tables.in(query.sql())).param("offer", offer.value());
    }

    private Balance balance(OfferId offer) {
        return sql.sql(
                        "select total, available, epoch, closes_ms as closesMs from stock_balance where offer_id = :offer")
                .param("offer", offer.value())
                .query(Balance.class)
                .optional()
                .orElseThrow(() -> new IllegalArgumentException("The ledger has no offer " + offer));
    }

    private int sum(OrderTables tables, OfferId offer) {
        return sql.sql(tables.in("select coalesce(sum(delta), 0) from stock_movement where offer_id = :offer"))
                .param("offer", offer.value())
                .query(Integer.class)
                .single();
    }

    private int units(OrderTables tables, OfferId offer, String kind) {
        return sql.sql(tables.in(
                        "select coalesce(sum(delta), 0) from stock_movement where offer_id = :offer and kind = :kind"))
                .param("offer", offer.value())
                .param("kind", kind)
                .query(Integer.class)
                .single();
    }

    /** By pages, because the driver keeps all rows of an answer in memory. */
    private LedgerBooks.Held held(OrderTables tables, OfferId offer) {
        var orders = LongStream.builder();
        var units = 0;
        var after = 0L;
        List<long[]> page;
        do {
            page = held(tables, offer, after);
            for (var order : page) {
                orders.add(order[0]);
                units += (int) order[1];
                after = order[0];
            }
        } while (page.size() == PAGE);
        return new LedgerBooks.Held(orders.build().toArray(), units);
    }

    private List<long[]> held(OrderTables tables, OfferId offer, long after) {
        return sql.sql(tables.in("""
                select id, units from orders where offer_id = :offer and holds_units = 1 and id > :after
                 order by id limit :most
                """))
                .param("offer", offer.value())
                .param("after", after)
                .param("most", PAGE)
                .query((row, number) -> new long[] {row.getLong("id"), row.getLong("units")})
                .list();
    }

    /** When units last moved here, or an order was refused, by the clocks of the nodes that wrote it. */
    private Instant lastMove(OrderTables tables, OfferId offer) {
        return Instant.ofEpochMilli(sql.sql(tables.in("""
                select greatest(
                         (select coalesce(max(at_ms), 0) from stock_movement where offer_id = :offer),
                         (select coalesce(max(placed_at_ms), 0) from orders where offer_id = :offer))
                """))
                .param("offer", offer.value())
                .query(Long.class)
                .single());
    }

    private record Balance(int total, int available, long epoch, long closesMs) {}
}
