package stampede.inquiry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.Mockito.mock;
import static stampede.counter.StockWorkbench.key;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.audit.AuditLogs;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.counter.ReserveRequest;
import stampede.inquiry.PurchaseResolver.Outcome;
import stampede.inquiry.StuckPurchase.Why;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.settlement.BooksWorkbench;
import stampede.stock.Reservation;
import stampede.task.Delivery;
import stampede.task.admin.DeadTasks;

/** What is stuck and what comes of resolving it while nobody else does anything. */
class PurchaseResolverTests {

    private static final SignedIn OPERATOR = new SignedIn(new AccountId(3), "operator", Role.OPERATOR);

    private final BooksWorkbench bench = new BooksWorkbench();
    private final PurchaseRowRepository rows = new PurchaseRowRepository(bench.stock.sql);
    private final DeadOrderMessageFinder dead =
            new DeadOrderMessageFinder(mock(DeadTasks.class), bench.messages(), bench.orders, bench.stock.clock);
    private final PurchaseFinder finder = new PurchaseFinder(rows, dead, bench.stock.ledger, bench.stock.reservations);
    private final StuckPurchaseFinder stuck = new StuckPurchaseFinder(
            rows,
            dead,
            bench.orders,
            bench.stock.ledger,
            bench.stock.reservations,
            new InquiryProperties(BooksWorkbench.STUCK_AFTER),
            bench.clock());
    private final PurchaseResolver purchaseResolver = new PurchaseResolver(
            finder,
            bench.sweeper,
            bench.orders,
            AuditLogs.on(bench.stock.sql, bench.stock.clock),
            compensation -> {},
            bench.stock.transactions);
    private final OfferId offer = bench.stock.openOffer(10, 2);

    @Test
    void findsWhatWaitsForTooLong() {
        var reservation = reserve();
        bench.letTimePass(BooksWorkbench.STUCK_AFTER.minusSeconds(10));
        assertThat(why(reservation)).isEmpty();

        bench.letTimePass(Duration.ofSeconds(20));

        assertThat(why(reservation)).containsExactly(Why.UNDECIDED);
        assertThat(stuck.of(finder.find(order(reservation))))
                .hasValueSatisfying(one -> assertThat(one.since()).isEqualTo(reservation.reservedAt()));
    }

    @Test
    void tellsRedisWhatTheDatabaseDecided() {
        var placed = reserve();
        bench.orders.place(placed);
        var rejected = reserve();
        bench.orders.insert(rejected, OrderStatus.REJECTED, 0);
        bench.letTimePass(BooksWorkbench.STUCK_AFTER.plusSeconds(10));
        assertThat(why(placed)).containsExactly(Why.NOT_TOLD);
        assertThat(why(rejected)).containsExactly(Why.NOT_TOLD);

        assertThat(purchaseResolver.resolve(OPERATOR, order(rejected))).isEqualTo(Outcome.RELEASED);
        assertThat(purchaseResolver.resolve(OPERATOR, order(placed))).isEqualTo(Outcome.PLACED);

        assertThat(why(rejected)).isEmpty();
        assertThat(why(placed)).isEmpty();
        assertThat(purchaseResolver.resolve(OPERATOR, order(rejected))).isEqualTo(Outcome.NOTHING_TO_DO);
    }

    @Test
    void findsWhatIsInNoLineAndGivesItUp() {
        var reservation = reserve();
        bench.stock
                .redis
                .opsForZSet()
                .remove(key(offer, "pending"), reservation.id().toString());
        bench.letTimePass(BooksWorkbench.STUCK_AFTER.plusSeconds(10));
        bench.sweeper.sweep(offer);
        assertThat(stuck.of(finder.find(order(reservation)))).isPresent();

        assertThat(purchaseResolver.resolve(OPERATOR, order(reservation))).isEqualTo(Outcome.GIVEN_UP);

        assertThat(bench.stock.inspection.left(offer)).contains(10);
        assertThat(bench.check.check(offer).findings()).allMatch(RuleFinding::ok);
    }

    @Test
    void saysThatTheBrokerDidNotTakeIt() {
        var reservation = reserve();
        bench.brokerSays(Delivery.REFUSED);

        assertThat(purchaseResolver.resolve(OPERATOR, order(reservation))).isEqualTo(Outcome.WAITS);

        assertThat(bench.orders.statuses(List.of(order(reservation)))).isEmpty();
    }

    private Reservation reserve() {
        var id = Standstill.id(Duration.ZERO);
        return bench.stock
                .reserve(new ReserveRequest(
                        id, offer, new AccountId(7), 1, id.toString(), new OrderDetail(990, "Somewhere 5").text()))
                .orElseThrow();
    }

    private List<Why> why(Reservation reservation) {
        return stuck.find(1_000).purchases().stream()
                .filter(one -> one.id().equals(order(reservation)))
                .map(StuckPurchase::why)
                .toList();
    }

    private static OrderId order(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }
}
