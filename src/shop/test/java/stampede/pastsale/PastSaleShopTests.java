package stampede.pastsale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.base.Splitter;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.Role;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.orderadmin.OrderClosing;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderSearchRepository;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.privacy.PersonalData;
import stampede.report.SaleReports;
import stampede.seller.TestSellers;
import stampede.settlement.SettlementReports;
import stampede.shipping.Parcel;
import stampede.shipping.Shipments;

/** What the shop says of a sale that was really played is the same before its orders are moved and after. */
@StampedeTest
class PastSaleShopTests {

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Scope ALL = new Scope.All();

    @Autowired
    private TestSellers sellers;

    @Autowired
    private PaidOrders paid;

    @Autowired
    private Orders orders;

    @Autowired
    private Refunds refunds;

    @Autowired
    private Shipments shipments;

    @Autowired
    private OrderClosing closing;

    @Autowired
    private OrderSearchRepository search;

    @Autowired
    private PersonalData personalData;

    @Autowired
    private SaleReports reports;

    @Autowired
    private SettlementReports settlements;

    @Autowired
    private BooksCheck books;

    @Autowired
    private PastSaleRepository sales;

    @Autowired
    private SaleMover mover;

    @Autowired
    private JdbcClient sql;

    @Test
    void everybodySeesTheSameAndMoneyStillGoesBack() throws Exception {
        var seller = sellers.account(Role.SELLER);
        var operator = sellers.account(Role.OPERATOR);
        var shopper = sellers.account(Role.SHOPPER);
        var offer = sellers.running(seller, 5);
        var received = paid.pay(paid.placed(offer, shopper));
        shipments.ship(seller, new Parcel(received.id(), "SF", "SF123456"));
        shipments.receive(shopper.id(), received.id());
        paid.until(received, OrderStatus.FINISHED);
        var refunded = paid.pay(paid.placed(offer, shopper));
        refunds.give(operator, refunded.id(), new Money(1_990), "It never came");
        paid.until(refunded, OrderStatus.REFUNDED);
        var closed = paid.placed(offer, shopper);
        closing.close(operator, closed.id(), "Nobody pays");
        paid.until(closed, OrderStatus.CLOSED);
        closeOut(offer);
        var all = List.of(received, refunded, closed);
        var before = seen(offer, seller, shopper, all);

        move(offer);

        assertThat(sales.tables(offer)).isEqualTo(OrderTables.PAST);
        assertThat(number("select count(*) from orders where offer_id = :offer", offer))
                .isZero();
        assertThat(seen(offer, seller, shopper, all)).isEqualTo(before);

        refunds.give(operator, received.id(), new Money(1_990), "It broke after a year");
        paid.until(received, OrderStatus.REFUNDED);
        assertThat(sales.tables(offer)).isEqualTo(OrderTables.BOTH);
        assertThat(books.brokenInDatabase(offer)).isEmpty();
        assertThat(orders.of(shopper.id(), 0, 10).total()).isEqualTo(3);
        mover.turn(offer, Instant.MAX);
        assertThat(sales.tables(offer)).isEqualTo(OrderTables.PAST);
        assertThat(orders.putUnitsBack(received.id()))
                .as("an operator's decision")
                .isTrue();
        mover.turn(offer, Instant.MAX);
        assertThat(sales.tables(offer)).isEqualTo(OrderTables.PAST);
        assertThat(settlements.faults(offer)).isEmpty();
    }

    /** The sale was over an hour ago; the shop closes it out by itself. */
    private void closeOut(OfferId offer) {
        change("update stock_movement set at_ms = at_ms - 3600000 where offer_id = :offer", offer);
        change("update orders set placed_at_ms = placed_at_ms - 3600000 where offer_id = :offer", offer);
        change(
                "update stock_balance set closes_ms = closes_ms - 36000000, opens_ms = opens_ms - 72000000"
                        + " where offer_id = :offer",
                offer);
        await().atMost(PATIENCE).until(() -> settlements.find(offer).isPresent());
    }

    private void move(OfferId offer) {
        change("update settlement set settled_ms = settled_ms - 8640000000 where offer_id = :offer", offer);
        await().atMost(PATIENCE).until(() -> {
            mover.turn(offer, Instant.MAX);
            return sales.tables(offer) == OrderTables.PAST;
        });
    }

    private Map<String, Object> seen(OfferId offer, SignedIn seller, SignedIn shopper, List<Order> those)
            throws Exception {
        var seen = new LinkedHashMap<String, Object>();
        for (var order : those) {
            seen.put("order " + order.id(), orders.find(shopper.id(), order.id()));
            seen.put("line " + order.id(), search.find(ALL, order.id()));
            seen.put("steps " + order.id(), search.steps(order.id()));
            seen.put("by number " + order.id(), lines("number=" + order.id()));
        }
        assertThat(seen.values()).doesNotContain(Optional.empty());
        seen.put("all", orders.of(shopper.id(), 0, 10));
        seen.put("first", orders.of(shopper.id(), 0, 2));
        seen.put("second", orders.of(shopper.id(), 1, 2));
        seen.put("counts", orders.count(shopper.id()));
        seen.put("held", orders.held(shopper.id(), offer));
        seen.put("by shopper", lines("shopper=" + shopper.id()));
        seen.put("by offer", lines("product=" + offer));
        seen.put("by status", lines("shopper=" + shopper.id() + "&status=CLOSED"));
        seen.put(
                "seller",
                search.page(
                                new Scope.Of(seller.id()),
                                query(OrderFields.ofSellers("/seller/orders", "seller.orders"), ""))
                        .rows());
        assertThat((List<?>) Objects.requireNonNull(seen.get("by offer"))).hasSize(3);
        sql.sql("delete from sale_report where offer_id = :offer")
                .param("offer", offer.value())
                .update();
        seen.put("report", reports.of(offer, ALL).orElseThrow());
        seen.put("sums", settlements.sums(offer));
        var proof = new ArrayList<Object>();
        settlements.forEachLine(offer, proof::add, proof::add);
        seen.put("proof", proof);
        seen.put("faults", settlements.faults(offer));
        seen.put("books", books.brokenInDatabase(offer));
        var file = new ByteArrayOutputStream();
        personalData.write(shopper, file);
        seen.put("data", file.toString(StandardCharsets.UTF_8).replaceAll("\"(made|written)\":\"[^\"]*\"", ""));
        return seen;
    }

    private List<?> lines(String address) {
        return search.page(ALL, query(OrderFields.ofOperators("/console/orders", "console.orders"), address))
                .rows();
    }

    private static ListQuery query(ListSpec list, String address) {
        var parameters = new LinkedHashMap<String, String[]>();
        for (var part : Splitter.on('&').omitEmptyStrings().split(address)) {
            var at = part.indexOf('=');
            parameters.put(part.substring(0, at), new String[] {part.substring(at + 1)});
        }
        return ListQuery.of(list, parameters, ZoneId.of("UTC"));
    }

    private void change(String statement, OfferId offer) {
        assertThat(sql.sql(statement).param("offer", offer.value()).update()).isPositive();
    }

    private long number(String statement, OfferId offer) {
        return sql.sql(statement)
                .param("offer", offer.value())
                .query(Long.class)
                .single();
    }
}
