package stampede.order;

import static org.assertj.core.api.Assertions.assertThat;
import static stampede.order.OrderWorkbench.id;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.counter.ReleaseUnits;
import stampede.counter.StockWorkbench;
import stampede.stock.Reservation;
import stampede.support.clock.DatabaseTime;

class OrderCloserTests {

    private static final long SHOPPER = 7;
    private static final String CLOSED_BY_EXPIRY = "CLOSING>CLOSED by expiry";

    private final OrderWorkbench shop = OrderWorkbench.get();

    @Test
    void closesWhatNobodyPaidAndTheNextShopperGetsTheUnit() {
        var offer = shop.openOffer(1, 1);
        var unpaid = shop.placed(offer, SHOPPER, 1);
        assertThat(shop.stock.reserve(StockWorkbench.request(offer, 8, 1))).isEmpty();
        shop.overdue(unpaid);

        closeUnpaid(unpaid);
        releaseInRedis(unpaid);

        assertThat(shop.status(unpaid)).contains(OrderStatus.CLOSED);
        assertThat(shop.steps(unpaid))
                .containsExactly(
                        "null>AWAITING_PAYMENT by worker", "AWAITING_PAYMENT>CLOSING by expiry", CLOSED_BY_EXPIRY);
        assertThat(shop.status(shop.placed(offer, 8, 1))).contains(OrderStatus.AWAITING_PAYMENT);
        assertThat(shop.available(offer)).isZero();
    }

    @Test
    void doesNothingWhenTheTimerComesEarly() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);

        closeUnpaid(order);

        assertThat(shop.status(order)).contains(OrderStatus.AWAITING_PAYMENT);
    }

    @Test
    void closesWhatNoTimerEverCameFor() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);
        shop.overdue(order);

        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();

        assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
    }

    @Test
    void closesABacklogOfAnyLengthInOneGo() {
        var offer = shop.openOffer(1_030, 1);
        var orders = IntStream.rangeClosed(1, 1_030)
                .mapToObj(shopper -> shop.reserved(offer, shopper, 1))
                .toList();
        shop.place(orders.stream().map(shop::message).toArray(PlaceOrder[]::new));
        orders.forEach(shop::overdue);

        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();

        assertThat(shop.orders
                        .statuses(orders.stream().map(OrderWorkbench::id).toList())
                        .values())
                .hasSize(1_030)
                .containsOnly(OrderStatus.CLOSED);
        assertThat(shop.available(offer)).isEqualTo(1_030);
    }

    /** Each comes once: what it skips stays open until somebody looks at all. */
    @Test
    void aTimerDoesNotSkipWhatStandsBesideThoseOfAnother() {
        var offer = shop.openOffer(200, 1);
        var orders = IntStream.rangeClosed(1, 200)
                .mapToObj(shopper -> shop.reserved(offer, shopper, 1))
                .toList();
        shop.place(orders.stream().map(shop::message).toArray(PlaceOrder[]::new));
        orders.forEach(shop::overdue);
        var rows = new ClosingOrderRepository(shop.stock.sql);
        var ids = orders.stream().map(OrderWorkbench::id).toList();
        var mine = IntStream.range(0, 100).mapToObj(each -> ids.get(2 * each)).toList();
        var others =
                IntStream.range(0, 100).mapToObj(each -> ids.get(2 * each + 1)).toList();

        var both = Objects.requireNonNull(shop.stock.transactions.execute(status -> {
            var held = rows.lockOverdue(mine);
            var apart = CompletableFuture.supplyAsync(() ->
                            Objects.requireNonNull(shop.stock.transactions.execute(inner -> rows.lockOverdue(others))))
                    .join();
            return List.of(held, apart);
        }));

        assertThat(both.get(0)).containsExactlyInAnyOrderElementsOf(mine);
        assertThat(both.get(1)).containsExactlyInAnyOrderElementsOf(others);
        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();
    }

    @Test
    void closesTheOthersWhenTheLedgerContradictsOne() {
        var offer = shop.openOffer(3, 1);
        var orders = LongStream.of(SHOPPER, 8, 9)
                .mapToObj(shopper -> shop.placed(offer, shopper, 1))
                .toList();
        orders.forEach(shop::overdue);
        quota(orders.get(1), 0);

        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();

        assertThat(orders.stream().map(shop::status))
                .containsExactly(
                        Optional.of(OrderStatus.CLOSED),
                        Optional.of(OrderStatus.CLOSING),
                        Optional.of(OrderStatus.CLOSED));
        assertThat(shop.available(offer)).isEqualTo(2);

        quota(orders.get(1), 1);
        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();

        assertThat(shop.status(orders.get(1))).contains(OrderStatus.CLOSED);
        assertThat(shop.available(offer)).isEqualTo(3);
    }

    @Test
    void putsUnitsBackOnceHoweverManyCloseAtOnce() throws Exception {
        var offer = shop.openOffer(60, 2);
        var orders = IntStream.rangeClosed(1, 30)
                .mapToObj(shopper -> shop.placed(offer, shopper, 2))
                .toList();
        orders.forEach(shop::overdue);
        assertThat(shop.available(offer)).isZero();
        var poller = shop.closing(TradeCloser.Answer.CLOSED);
        var closers = new ArrayList<Runnable>();
        IntStream.range(0, 4).forEach(i -> {
            closers.add(poller::closeAllOverdue);
            closers.add(() -> closeUnpaid(orders.toArray(Reservation[]::new)));
            closers.add(() -> orders.forEach(order -> shop.orders.cancel(order.shopper(), id(order))));
        });

        inParallel(8, closers);
        // What was skipped because somebody else had it, and then gave up.
        poller.closeAllOverdue();
        releaseInRedis(orders.toArray(Reservation[]::new));

        assertThat(orders).allSatisfy(order -> {
            assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
            assertThat(shop.returns(order)).isEqualTo(1);
            assertThat(shop.steps(order)).hasSize(3);
        });
        assertThat(shop.available(offer)).isEqualTo(60);
        assertThat(shop.left(offer)).isEqualTo(60);
        assertThat(shop.stock.inspection.check(offer).findings()).isEmpty();
        assertThat(releasesOf(orders.get(0))).isEqualTo(1);
    }

    @Test
    void closesAtOnceWhatTheShopperCancels() {
        var offer = shop.openOffer(1, 1);
        var order = shop.placed(offer, SHOPPER, 1);

        assertThat(shop.orders.cancel(new AccountId(SHOPPER), id(order))).isTrue();

        assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
        assertThat(shop.steps(order)).contains("AWAITING_PAYMENT>CLOSING by shopper:7", "CLOSING>CLOSED by shopper:7");
        assertThat(shop.available(offer)).isEqualTo(1);
        assertThat(shop.orders
                        .find(new AccountId(SHOPPER), id(order))
                        .orElseThrow()
                        .closedAt())
                .isPresent();
        assertThat(shop.orders.cancel(new AccountId(SHOPPER), id(order)))
                .as("a second time")
                .isFalse();
    }

    @Test
    void cancelsForNobodyElseAndNotWhatIsPaid() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);

        assertThat(shop.orders.cancel(new AccountId(8), id(order))).isFalse();
        assertThat(shop.steps.markPaid(id(order), "test")).isTrue();
        assertThat(shop.orders.cancel(new AccountId(SHOPPER), id(order))).isFalse();

        assertThat(shop.status(order)).contains(OrderStatus.PAID);
    }

    @Test
    void keepsTheUnitsOfWhatTheProviderSaysIsPaid() {
        var offer = shop.openOffer(1, 1);
        var order = shop.placed(offer, SHOPPER, 1);
        shop.overdue(order);

        shop.closing(TradeCloser.Answer.PAID).closeOverdue(List.of(id(order)));

        assertThat(shop.status(order)).contains(OrderStatus.PAID);
        assertThat(shop.available(offer)).isZero();
        assertThat(shop.orders.held(new AccountId(SHOPPER), offer)).hasSize(1);
    }

    @Test
    void asksASilentProviderAgain() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);
        shop.overdue(order);

        shop.closing(TradeCloser.Answer.UNKNOWN).closeOverdue(List.of(id(order)));
        assertThat(shop.status(order)).contains(OrderStatus.CLOSING);
        assertThat(shop.returns(order)).isZero();

        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();
        assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
    }

    @Test
    void asksAgainForWhatWasCancelledLongBeforeItsTimeIsUp() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);
        var silent = shop.closing(TradeCloser.Answer.UNKNOWN);
        assertThat(silent.cancel(new AccountId(SHOPPER), id(order))).isTrue();
        assertThat(shop.status(order)).contains(OrderStatus.CLOSING);

        shop.closing(TradeCloser.Answer.CLOSED).closeAllOverdue();

        assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
    }

    @Test
    void goesOnWithoutAProviderThatIsSilentForTenMinutes() {
        var offer = shop.openOffer(1, 1);
        var order = shop.placed(offer, SHOPPER, 1);
        shop.overdue(order);
        var silent = shop.closing(TradeCloser.Answer.UNKNOWN);
        silent.closeOverdue(List.of(id(order)));

        closingFor(order, Duration.ofSeconds(595));
        silent.closeAllOverdue();
        assertThat(shop.status(order)).contains(OrderStatus.CLOSING);

        closingFor(order, Duration.ofSeconds(601));
        silent.closeAllOverdue();
        assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
        assertThat(shop.available(offer)).isEqualTo(1);
    }

    @Test
    void finishesWhatAWorkerLeftHalfDone() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);
        shop.overdue(order);
        assertThat(shop.steps.startClosing(id(order), CloseReason.EXPIRED, "expiry"))
                .isTrue();

        closeUnpaid(order);

        assertThat(shop.status(order)).contains(OrderStatus.CLOSED);
    }

    @Test
    void announcesWhatWasClosed() {
        var order = shop.placed(shop.openOffer(1, 1), SHOPPER, 1);
        shop.overdue(order);

        closeUnpaid(order);

        assertThat(shop.events).contains(new OrderClosed(order));
    }

    private void quota(Reservation order, int used) {
        shop.stock
                .sql
                .sql("update stock_quota set used = :used where offer_id = :offer and shopper_id = :shopper")
                .param("used", used)
                .param("offer", order.offer().value())
                .param("shopper", order.shopper().value())
                .update();
    }

    private void closeUnpaid(Reservation... orders) {
        shop.tasks.closeUnpaid(new CloseUnpaidOrders(
                Stream.of(orders).map(order -> order.id().toString()).toList()));
    }

    /** What the task that was sent does. */
    private void releaseInRedis(Reservation... orders) {
        for (var order : orders) {
            assertThat(releasesOf(order)).isEqualTo(1);
        }
        shop.stock.counter.release(List.of(orders));
    }

    private long releasesOf(Reservation order) {
        return shop.sent.stream()
                .filter(sent -> sent instanceof ReleaseUnits release
                        && release.reservations().stream()
                                .anyMatch(kept ->
                                        kept.reservationId().equals(order.id().toString())))
                .count();
    }

    private void closingFor(Reservation order, Duration time) {
        shop.stock
                .sql
                .sql("update orders set closing_at_ms = " + DatabaseTime.NOW_MS + " - :time where id = :id")
                .param("time", time.toMillis())
                .param("id", order.id().value())
                .update();
    }

    private static void inParallel(int threads, List<Runnable> work) throws Exception {
        var pool = Executors.newFixedThreadPool(threads);
        try {
            for (var done :
                    pool.invokeAll(work.stream().map(Executors::callable).toList())) {
                done.get();
            }
        } finally {
            pool.shutdownNow();
        }
    }
}
