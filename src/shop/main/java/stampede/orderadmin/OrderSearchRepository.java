package stampede.orderadmin;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Scope;
import stampede.catalog.OfferId;
import stampede.catalog.ProductName;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListRepository;
import stampede.listing.ListSql;
import stampede.listing.ReplicaListRepository;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Shipment;
import stampede.pastsale.OrderTables;

/**
 * Finds orders by the fields of {@link OrderFields}, newest first. Numbers grow with time, so moments are turned into ranges of numbers; an
 * order that was never one is not found. Sellers find what they sold and what was paid.
 */
@Component
public class OrderSearchRepository {

    private static final String COLUMNS = """
            orders.id, orders.offer_id, orders.product_name, orders.product_name_en, orders.units, orders.total_fen, orders.status,
            orders.shopper_id,
            orders.address, orders.placed_at_ms, orders.paid_at_ms, shopper.username as shopper_name,
            coalesce(offer.opens_ms, slot.opens_ms) as offer_opens_ms, product.seller_id, seller.username as seller_name,
            shipment.carrier, shipment.number as parcel, shipment.shipped_ms, shipment.finished_ms,
            """ + OrderStage.REFUND_OPEN + " as refund_open";

    private final ListRepository lists;
    private final ReplicaListRepository pages;
    private final OrderFilter filter;
    private final JdbcClient sql;

    OrderSearchRepository(ListRepository lists, ReplicaListRepository pages, OrderFilter filter, JdbcClient sql) {
        this.lists = lists;
        this.pages = pages;
        this.filter = filter;
        this.sql = sql;
    }

    public ListPage<OrderLine> page(Scope scope, ListQuery query) {
        return pages.page(filter.of(COLUMNS, scope, query), query, OrderSearchRepository::line);
    }

    /** As {@link ListRepository#forEach}. */
    public boolean forEach(Scope scope, ListQuery query, int most, Consumer<OrderLine> row) {
        return pages.forEach(filter.of(COLUMNS, scope, query), query, OrderSearchRepository::line, most, row);
    }

    /** How many a list of this query has. */
    public ListPage.Count count(Scope scope, ListQuery query) {
        return lists.count(filter.of(COLUMNS, scope, query));
    }

    /** Only those that are to be sent, of a query that may choose others besides; as {@link ListRepository#forEach}. */
    boolean forEachToShip(Scope scope, ListQuery query, int most, Consumer<OrderLine> row) {
        return lists.forEach(toShip(scope, query), query, OrderSearchRepository::line, most, row);
    }

    ListPage.Count countToShip(Scope scope, ListQuery query) {
        return lists.count(toShip(scope, query));
    }

    /** One order; empty if there is none, or it is out of scope. */
    public Optional<OrderLine> find(Scope scope, OrderId order) {
        var query = OrderTables.either("select " + COLUMNS + " from " + OrderFilter.TABLES.formatted("orders")
                + " where orders.id = :order and orders.status not in ('REJECTED', 'ABANDONED')"
                + scope.only().map(seller -> " and " + OrderFilter.OF_SELLER).orElse(""));
        return sql.sql(query)
                .param("order", order.value())
                .param("seller", scope.only().map(AccountId::value).orElse(0L))
                .query(OrderSearchRepository::line)
                .optional();
    }

    /** Every step of an order, the first one first. */
    public List<OrderStep> steps(OrderId order) {
        return sql.sql(OrderTables.either("select id, to_status, at_ms, who from order_event where order_id = :order")
                        + " order by id limit 100")
                .param("order", order.value())
                .query((row, number) -> new OrderStep(
                        OrderStatus.valueOf(row.getString("to_status")),
                        Instant.ofEpochMilli(row.getLong("at_ms")),
                        row.getString("who")))
                .list();
    }

    private ListSql toShip(Scope scope, ListQuery query) {
        return filter.of(COLUMNS, scope, query).where(OrderStage.TO_SHIP.condition());
    }

    private static OrderLine line(ResultSet row, int number) throws SQLException {
        return new OrderLine(
                new OrderId(row.getLong("id")),
                new OfferId(row.getLong("offer_id")),
                new ProductName(row.getString("product_name"), text(row, "product_name_en")),
                row.getInt("units"),
                new Money(row.getLong("total_fen")),
                OrderStatus.valueOf(row.getString("status")),
                new AccountId(row.getLong("shopper_id")),
                text(row, "shopper_name"),
                new AccountId(Math.max(1, row.getLong("seller_id"))),
                text(row, "seller_name"),
                Instant.ofEpochMilli(row.getLong("offer_opens_ms")),
                Instant.ofEpochMilli(row.getLong("placed_at_ms")),
                moment(row, "paid_at_ms"),
                shipment(row),
                row.getBoolean("refund_open"),
                row.getString("address"));
    }

    private static Optional<Shipment> shipment(ResultSet row) throws SQLException {
        var carrier = row.getString("carrier");
        return carrier == null
                ? Optional.empty()
                : Optional.of(new Shipment(
                        carrier,
                        row.getString("parcel"),
                        Instant.ofEpochMilli(row.getLong("shipped_ms")),
                        moment(row, "finished_ms")));
    }

    private static Optional<Instant> moment(ResultSet row, String column) throws SQLException {
        var ms = row.getLong(column);
        return ms == 0 ? Optional.empty() : Optional.of(Instant.ofEpochMilli(ms));
    }

    private static String text(ResultSet row, String column) throws SQLException {
        return Objects.requireNonNullElse(row.getString(column), "");
    }
}
