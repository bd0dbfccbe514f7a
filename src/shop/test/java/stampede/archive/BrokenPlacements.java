package stampede.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.order.OrderId;
import stampede.purchase.PurchaseRequest;
import stampede.purchase.Purchases;
import stampede.task.TaskId;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** Purchases that were accepted and whose placement died, because the ledger says that their sale has not begun. */
@Component
public class BrokenPlacements {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final long HOUR_MS = Duration.ofHours(1).toMillis();

    private final OfferPublishing offers;
    private final LiveStock live;
    private final Purchases purchases;
    private final DeadTasks dead;
    private final Ids ids;
    private final JdbcClient sql;

    BrokenPlacements(
            OfferPublishing offers, LiveStock live, Purchases purchases, DeadTasks dead, Ids ids, JdbcClient sql) {
        this.offers = offers;
        this.live = live;
        this.purchases = purchases;
        this.dead = dead;
        this.ids = ids;
        this.sql = sql;
    }

    public OfferId onSale(int units) {
        var offer = TestOffers.running(offers, units, 1);
        await().atMost(PATIENCE).until(() -> live.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    /** So many shoppers buy one unit each while the ledger of the offer is broken; answers when all have died. */
    public List<OrderId> die(OfferId offer, int shoppers) {
        move(offer, HOUR_MS);
        var orders = IntStream.range(0, shoppers)
                .mapToObj(number -> buy(offer, number))
                .toList();
        orders.forEach(order -> await().atMost(PATIENCE).until(() -> number(order) > 0));
        return orders;
    }

    public void repair(OfferId offer) {
        move(offer, -HOUR_MS);
    }

    /** The newest death of this order's placement; 0 without one. */
    public long number(OrderId order) {
        return dead.of(new TaskId(order.toString())).stream()
                .mapToLong(DeadTask::id)
                .findFirst()
                .orElse(0);
    }

    private OrderId buy(OfferId offer, int number) {
        var shopper = new SignedIn(new AccountId(ids.next()), "broken", Role.SHOPPER);
        var key = UUID.randomUUID().toString();
        var purchase = purchases.buy(
                new PurchaseRequest(purchases.admit(shopper, address(number)), offer, 1, "Somewhere 5", key));
        return new OrderId(purchase.reservation().value());
    }

    /** Each comes from another network. */
    private static String address(int number) {
        return "10.0.%d.%d".formatted(number >> 8, number & 255);
    }

    private void move(OfferId offer, long ms) {
        assertThat(sql.sql(
                                "update stock_balance set opens_ms = opens_ms + :ms, closes_ms = closes_ms + :ms where offer_id = :offer")
                        .param("ms", ms)
                        .param("offer", offer.value())
                        .update())
                .isEqualTo(1);
    }
}
