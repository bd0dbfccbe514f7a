package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.StampedeTest;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferPublishing;
import stampede.catalog.TestOffers;
import stampede.counter.LiveStock;
import stampede.counter.StockView;
import stampede.ids.Ids;
import stampede.order.CloseUnpaidOrders;
import stampede.order.OrderDetail;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;
import stampede.order.PlaceOrder;
import stampede.order.PlaceOrderMessages;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.task.SendOption;
import stampede.task.TaskId;
import stampede.task.Tasks;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;

/** The purchase as shoppers have it: through RabbitMQ, the workers and both databases. */
@StampedeTest
class PurchasesTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Autowired
    private Purchases purchases;

    @Autowired
    private Orders orders;

    @Autowired
    private OfferPublishing offerPublishing;

    @Autowired
    private Catalog catalog;

    @Autowired
    private LiveStock stock;

    @Autowired
    private PlaceOrderMessages messages;

    @Autowired
    private Tasks tasks;

    @Autowired
    private DeadTasks deadTasks;

    @Autowired
    private Ids ids;

    @Autowired
    private JdbcClient jdbc;

    private final AccountId shopper = someone();

    @Test
    void aClickBecomesAnOrderThroughTheBroker() {
        var offer = onSale(5, 1);

        var purchase = buy(shopper, offer);

        var order = orders.find(shopper, placed(shopper, purchase)).orElseThrow();
        assertThat(order.status()).isEqualTo(OrderStatus.AWAITING_PAYMENT);
        assertThat(order.productName().plain()).isEqualTo("Teapot");
        assertThat(order.unitPrice().fen()).isEqualTo(1990);
        await().atMost(PATIENCE).until(() -> stock.of(offer).left() == 4);
    }

    @Test
    void whatNobodyPaysGoesToTheNextShopper() {
        var offer = onSale(1, 1);
        var order = placed(shopper, buy(shopper, offer));
        var next = someone();
        await().atMost(PATIENCE).until(() -> stock.of(offer).soldOut());
        assertThatThrownBy(() -> buy(next, offer))
                .isInstanceOfSatisfying(
                        PurchaseRefused.class, no -> assertThat(no.reason()).isEqualTo(PurchaseRefusal.SOLD_OUT));

        timeRunsOut(order);
        tasks.send(new CloseUnpaidOrders(List.of(order.toString())));

        await().atMost(PATIENCE).until(() -> status(order) == OrderStatus.CLOSED);
        await().atMost(PATIENCE).until(() -> stock.of(offer).left() == 1);
        placed(next, buy(next, offer));
    }

    @Test
    void whatIsCancelledIsClosedAtOnceAndGoesToTheNextShopper() {
        var offer = onSale(1, 1);
        var order = placed(shopper, buy(shopper, offer));

        assertThat(orders.cancel(shopper, order)).isTrue();

        assertThat(status(order)).isEqualTo(OrderStatus.CLOSED);
        await().atMost(PATIENCE).until(() -> stock.of(offer).left() == 1);
        var next = someone();
        placed(next, buy(next, offer));
    }

    @Test
    void aForgedMessageDiesAloneAmongHonestOnes() {
        var offer = onSale(50, 1);
        var honest = IntStream.range(0, 10).mapToObj(i -> someone()).toList();
        var forged = new PlaceOrder(
                Long.toString(ids.next()),
                offer.toString(),
                shopper.toString(),
                1,
                1,
                now(),
                "Somewhere 5",
                "A".repeat(43));
        var forgedTask = TaskId.random();

        tasks.send(forged, SendOption.id(forgedTask));
        var bought = honest.stream().map(who -> buy(who, offer)).toList();

        IntStream.range(0, 10).forEach(i -> placed(honest.get(i), bought.get(i)));
        await().atMost(PATIENCE)
                .until(() -> deadTasks.list(DeadTask.Status.DEAD, Long.MAX_VALUE, 50).stream()
                        .anyMatch(dead -> dead.taskId().equals(forgedTask)));
        assertThat(orders.statuses(List.of(OrderId.of(forged.reservationId())))).isEmpty();
    }

    @Test
    void whatTheDatabaseHasNoUnitsForIsRefusedByName() {
        var offer = onSale(1, 1);
        var reservation = new Reservation(new ReservationId(ids.next()), offer, someone(), 1, at(now()));
        var surplus = new Reservation(new ReservationId(ids.next()), offer, shopper, 1, at(now()));
        var detail = new OrderDetail(1990, "Somewhere 5");

        tasks.send(messages.of(reservation, detail));
        await().atMost(PATIENCE)
                .until(() -> orders.statuses(List.of(id(reservation))).containsKey(id(reservation)));
        tasks.send(messages.of(surplus, detail));

        var purchase = new PurchaseId(surplus.id(), offer);
        await().atMost(PATIENCE)
                .until(() -> purchases
                        .progress(shopper, purchase)
                        .filter(new PurchaseProgress.Refused(PurchaseRefusal.SOLD_OUT)::equals)
                        .isPresent());
    }

    @Test
    void anOfferThatAnotherNodeMayHavePublishedThisMomentIsNotCalledUnknown() {
        var fresh = new OfferId(ids.next());

        assertThatThrownBy(() -> buy(shopper, fresh)).isInstanceOfSatisfying(PurchaseRefused.class, no -> {
            assertThat(no.reason()).isEqualTo(PurchaseRefusal.BUSY);
            assertThat(no.retryAfter()).isPresent();
        });
        assertThatThrownBy(() -> buy(shopper, new OfferId(42)))
                .isInstanceOfSatisfying(
                        PurchaseRefused.class, no -> assertThat(no.reason()).isEqualTo(PurchaseRefusal.UNKNOWN_OFFER));
    }

    @Test
    void whoTriesTooOftenIsTurnedAwayWithATimeToComeBack() {
        var offer = onSale(50, 3);
        var refusals = IntStream.range(0, 30)
                .mapToObj(attempt -> answer(offer))
                .filter(answer ->
                        answer instanceof PurchaseRefused no && no.reason() == PurchaseRefusal.TOO_MANY_ATTEMPTS)
                .toList();

        assertThat(refusals)
                .isNotEmpty()
                .allSatisfy(
                        no -> assertThat(((PurchaseRefused) no).retryAfter()).isPresent());
    }

    private Object answer(OfferId offer) {
        try {
            return buy(shopper, offer);
        } catch (PurchaseRefused no) {
            return no;
        }
    }

    private PurchaseId buy(AccountId who, OfferId offer) {
        var account = new SignedIn(who, "shopper-" + who, Role.SHOPPER);
        return purchases.buy(new PurchaseRequest(
                purchases.admit(account, "2001:db8:" + Long.toHexString(who.value() & 0xFFFF) + ":1::1"),
                offer,
                1,
                "Somewhere 5",
                UUID.randomUUID().toString()));
    }

    private OrderId placed(AccountId who, PurchaseId purchase) {
        await().atMost(PATIENCE)
                .until(() -> purchases.progress(who, purchase).orElseThrow() instanceof PurchaseProgress.Placed);
        return new OrderId(purchase.reservation().value());
    }

    private OfferId onSale(int units, int limit) {
        var offer = TestOffers.running(offerPublishing, units, limit);
        await().atMost(PATIENCE)
                .until(() -> catalog.offer(offer).isPresent() && stock.of(offer).gate() == StockView.Gate.OPEN);
        return offer;
    }

    private void timeRunsOut(OrderId order) {
        jdbc.sql("update orders set expires_at_ms = placed_at_ms - 1 where id = :id")
                .param("id", order.value())
                .update();
    }

    private OrderStatus status(OrderId order) {
        return orders.find(shopper, order).orElseThrow().status();
    }

    private static OrderId id(Reservation reservation) {
        return new OrderId(reservation.id().value());
    }

    private static long now() {
        return System.currentTimeMillis();
    }

    private static Instant at(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis);
    }

    private static AccountId someone() {
        return new AccountId(ThreadLocalRandom.current().nextLong(1L << 40, 1L << 60));
    }
}
