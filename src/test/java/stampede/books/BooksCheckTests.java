package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static stampede.stock.StockWorkbench.key;
import static stampede.stock.StockWorkbench.nextId;
import static stampede.stock.StockWorkbench.request;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.order.OrderStatus;
import stampede.stock.Reservation;
import stampede.stock.StockWorkbench;

/** Plants one error at a time in good books and looks for the rule that tells. */
class BooksCheckTests {

    private final BooksWorkbench bench = new BooksWorkbench();
    private final OfferId offer = bench.stock.openOffer(10, 3);
    private Reservation open = StockWorkbench.reservation(offer, 1, 1);
    private Reservation closed = StockWorkbench.reservation(offer, 1, 1);

    @BeforeEach
    void sell() {
        open = bench.stock.reserve(request(offer, 7, 2)).orElseThrow();
        closed = bench.stock.reserve(request(offer, 8, 1)).orElseThrow();
        bench.orders.place(open);
        bench.orders.place(closed);
        bench.stock.counter.settle(List.of(open, closed));
        bench.orders.close(closed);
        bench.stock.counter.release(List.of(closed));
    }

    @Test
    void findsNothingInGoodBooks() {
        var report = bench.check.check(offer);

        assertThat(report.agree()).isTrue();
        assertThat(report.pending()).isZero();
        assertThat(report.findings().map(Finding::rule))
                .containsExactly("D1", "D2", "D3", "D4", "D5", "D6", "D7", "R1", "R2", "R3", "R4", "Q1", "Q2", "Q3");
    }

    @Test
    void findsABalanceThatMovedWithoutAMovement() {
        change("update stock_balance set available = available - 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D2", "D3", "Q2");
    }

    @Test
    void findsATotalThatGrewByItself() {
        change("update stock_balance set total = total + 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D2", "Q3");
    }

    @Test
    void findsAnOrderThatHoldsUnitsItNeverTook() {
        change("delete from stock_movement where order_id = ?", open.id().value());

        assertThat(broken()).contains("D2", "D3", "D4");
        assertThat(deviation("D4")).contains("order " + open.id() + " is AWAITING_PAYMENT without any movement");
    }

    @Test
    void findsAClosedOrderThatKeptItsUnits() {
        change(
                "delete from stock_movement where kind = 'RETURN' and order_id = ?",
                closed.id().value());

        assertThat(broken()).contains("D4");
        assertThat(deviation("D4")).contains("order " + closed.id() + " is CLOSED with 1 TAKE and 0 RETURN");
    }

    @Test
    void findsATombstoneThatTookUnits() {
        bench.orders.set(open.id(), OrderStatus.REJECTED, 0);

        assertThat(broken()).contains("D4", "D5", "Q1");
    }

    @Test
    void findsUnitsTakenForAnOrderThatIsMissing() {
        change("delete from orders where id = ?", open.id().value());

        assertThat(deviation("D4")).isEqualTo("order " + open.id() + " is missing with 1 TAKE and 0 RETURN");
    }

    @Test
    void findsAShopperOverTheLimit() {
        change("update stock_balance set limit_per_shopper = 1 where offer_id = ?", offer.value());

        assertThat(broken()).containsExactly("D5");
        assertThat(deviation("D5")).isEqualTo("shopper 7 has 2 units, is counted with 2, the limit is 1");
    }

    @Test
    void findsAWrongQuota() {
        change("update stock_quota set used = 1 where offer_id = ? and shopper_id = 8", offer.value());

        assertThat(broken()).containsExactly("D5");
    }

    @Test
    void findsARedisThatSellsAUnitTwice() {
        bench.stock.redis.opsForHash().increment(key(offer, "state"), "left", 1);

        assertThat(broken()).containsExactly("R1", "Q2", "Q3");
    }

    @Test
    void findsAnOrderThatRedisForgot() {
        bench.stock.counter.release(List.of(open));

        assertThat(broken()).containsExactly("Q1", "Q2", "Q3");
        assertThat(deviation("Q1")).isEqualTo("only in the database: 1 (" + open.id() + ").");
    }

    @Test
    void knowsThatAnOfferWithAWaitingReservationIsNotAtRest() {
        assertThat(bench.stock.reserve(request(offer, 9, 1))).isPresent();

        var report = bench.check.check(offer);

        assertThat(report.pending()).isEqualTo(1);
        assertThat(report.always()).allMatch(Finding::ok);
        assertThat(report.atRest()).extracting(Finding::ok).containsOnly(false);
    }

    @Test
    void saysThatRedisIsCold() {
        bench.stock.lose(offer);

        assertThat(broken()).containsExactly("Q1", "Q2", "Q3");
        assertThat(deviation("Q2")).isEqualTo("Redis does not know the offer");
    }

    @Test
    void refusesOffersThatTheLedgerDoesNotHave() {
        var unknown = new OfferId(nextId());

        assertThatThrownBy(() -> bench.check.check(unknown)).isInstanceOf(IllegalArgumentException.class);
    }

    private List<String> broken() {
        return bench.check
                .check(offer)
                .findings()
                .filter(finding -> !finding.ok())
                .map(Finding::rule)
                .toList();
    }

    private String deviation(String rule) {
        return bench.check
                .check(offer)
                .findings()
                .filter(finding -> finding.rule().equals(rule))
                .map(Finding::deviation)
                .findFirst()
                .orElseThrow();
    }

    private void change(String statement, long id) {
        assertThat(bench.stock.jdbc.update(statement, id)).isPositive();
    }
}
