package stampede.report;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.orderadmin.OrderClosing;
import stampede.payment.PaidOrders;
import stampede.payment.Refunds;
import stampede.pulse.PulseBuckets;
import stampede.seller.TestSellers;
import tools.jackson.databind.json.JsonMapper;

/**
 * Sales of a test's own that were really played, with their times put where the test wants them: the sale of three units opened ten minutes
 * ago at {@link Played#opened}. One unit was taken after half a second and paid for, one after 1.5 s, paid and refunded, one after 2.5 s,
 * whose order was closed unpaid and came back after a minute; it was taken again after 70 s, and not paid for yet.
 */
@Component
class PlayedSales {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final TestSellers sellers;
    private final PaidOrders orders;
    private final Refunds refunds;
    private final OrderClosing closing;
    private final JdbcClient sql;
    private final JsonMapper json;

    PlayedSales(
            TestSellers sellers,
            PaidOrders orders,
            Refunds refunds,
            OrderClosing closing,
            JdbcClient sql,
            JsonMapper json) {
        this.sellers = sellers;
        this.orders = orders;
        this.refunds = refunds;
        this.closing = closing;
        this.sql = sql;
        this.json = json;
    }

    Played play(SignedIn seller) {
        var offer = sellers.running(seller, 3);
        var operator = sellers.account(Role.OPERATOR);
        var paid = orders.paid(offer);
        var refunded = orders.paid(offer);
        refunds.give(operator, refunded.id(), new Money(1_990), "It never came");
        orders.until(refunded, OrderStatus.REFUNDED);
        var closed = orders.placed(offer);
        closing.close(operator, closed.id(), "Nobody pays");
        orders.until(closed, OrderStatus.CLOSED);
        // The counter hears a moment later that a unit is back.
        var again = await().atMost(PATIENCE).ignoreExceptions().until(() -> orders.placed(offer), order -> true);
        var opened = Instant.ofEpochSecond(
                Math.floorDiv(Instant.now().minus(Duration.ofMinutes(10)).getEpochSecond(), 60L) * 60);
        at(paid, opened.plusMillis(500), 100);
        at(refunded, opened.plusMillis(1_500), 200);
        at(closed, opened.plusMillis(2_500), 300);
        at(again, opened.plusSeconds(70), 400);
        change(
                "update stock_movement set at_ms = :at where offer_id = :offer and kind = 'RETURN'",
                Map.of("at", opened.plusSeconds(60).toEpochMilli(), "offer", offer.value()));
        change(
                "update stock_balance set opens_ms = :at where offer_id = :offer",
                Map.of("at", opened.toEpochMilli(), "offer", offer.value()));
        return new Played(offer, opened, paid);
    }

    private void at(Order order, Instant reserved, int millisToTheOrder) {
        change(
                "update orders set reserved_at_ms = :at, placed_at_ms = :at + :took where id = :id",
                Map.of(
                        "at",
                        reserved.toEpochMilli(),
                        "took",
                        millisToTheOrder,
                        "id",
                        order.id().value()));
    }

    /** What the minutes of the sale say of presses: 4 accepted, 1 repeated, 7 sold out, 2 limited. */
    void count(Played sale, boolean complete) {
        var first = new HashMap<String, long[]>();
        first.put("ACCEPTED", seconds(Map.of(0, 1, 1, 1, 2, 1)));
        first.put("REPEATED", seconds(Map.of(1, 1)));
        first.put("TOO_MANY_ATTEMPTS", seconds(Map.of(2, 2)));
        first.put("SOLD_OUT", seconds(Map.of(3, 4, 5, 3)));
        var decide = new long[PulseBuckets.COUNT];
        decide[PulseBuckets.of(Duration.ofMillis(4).toNanos())] = 12;
        decide[PulseBuckets.of(Duration.ofMillis(250).toNanos())] = 1;
        first.put("decide", decide);
        minute(sale, sale.opened(), first, complete);
        minute(sale, sale.opened().plusSeconds(60), Map.of("ACCEPTED", seconds(Map.of(10, 1))), true);
    }

    private void minute(Played sale, Instant at, Map<String, long[]> counts, boolean complete) {
        change(
                "insert into sale_minute (offer_id, minute_s, counts, complete) values (:offer, :minute, :counts, :complete)",
                Map.of(
                        "offer", sale.offer().value(),
                        "minute", at.getEpochSecond(),
                        "counts", json.writeValueAsString(counts),
                        "complete", complete ? 1 : 0));
    }

    /** As if it had been closed out five minutes after the opening, with this many units left. */
    void closeOut(Played sale, int left) {
        var at = sale.opened().plus(Duration.ofMinutes(5)).toEpochMilli();
        change(
                "insert into settlement (offer_id, settled_ms, total, available, line_count, head) values (:offer, :at, 3, :left, 6, repeat('x', 32))",
                Map.of("offer", sale.offer().value(), "at", at, "left", left));
        change(
                "update stock_balance set settled_ms = :at, counter_dropped = 1, available = :left where offer_id = :offer",
                Map.of("offer", sale.offer().value(), "at", at, "left", left));
    }

    void change(String statement, Map<String, ?> values) {
        sql.sql(statement).params(values).update();
    }

    Long number(String query, OfferId offer) {
        return sql.sql(query).param("offer", offer.value()).query(Long.class).single();
    }

    List<String> texts(String query, OfferId offer) {
        return sql.sql(query).param("offer", offer.value()).query(String.class).list();
    }

    private static long[] seconds(Map<Integer, Integer> counts) {
        var seconds = new long[60];
        counts.forEach((second, count) -> seconds[second] = count);
        return seconds;
    }

    /** A sale, when it opened, and its order that is paid for. */
    record Played(OfferId offer, Instant opened, Order paid) {}
}
