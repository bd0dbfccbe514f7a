package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.order.OrderId;
import stampede.order.OrderWorkbench;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

class PurchaseProgressReaderTests {

    private static final AccountId SHOPPER = new AccountId(7);

    private final OrderWorkbench shop = OrderWorkbench.get();
    private final SimulatedTime time = new SimulatedTime();
    private final PurchaseTestNode node = new PurchaseTestNode(time, PurchaseTestNode.generously());

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void tellsThePlaceInTheQueueToItsShopperOnly() {
        var offer = shop.openOffer(10, 1);
        var first = purchase(shop.reserved(offer, 7, 1));
        var second = purchase(shop.reserved(offer, 8, 1));

        assertThat(node.purchases.progress(SHOPPER, first)).contains(queued(1));
        assertThat(node.purchases.progress(SHOPPER, second)).isEmpty();
        assertThat(node.purchases.progress(new AccountId(8), second)).contains(queued(2));
    }

    @Test
    void tellsOfTheOrderToItsShopperOnlyWhateverBecameOfIt() {
        var reservation = shop.placed(shop.openOffer(10, 1), 7, 1);
        var placed = new PurchaseProgress.Placed(new OrderId(reservation.id().value()));
        assertThat(node.purchases.progress(SHOPPER, purchase(reservation))).contains(placed);
        assertThat(node.purchases.progress(new AccountId(8), purchase(reservation)))
                .isEmpty();

        shop.orders.cancel(SHOPPER, new OrderId(reservation.id().value()));
        shop.stock.counter.release(List.of(reservation));

        assertThat(node.purchases.progress(SHOPPER, purchase(reservation))).contains(placed);
        assertThat(node.purchases.progress(new AccountId(8), purchase(reservation)))
                .isEmpty();
    }

    @Test
    void namesWhyTheDatabaseGaveNothing() {
        var offer = shop.openOffer(1, 1);
        var first = onlyInTheMessage(offer, 7);
        var surplus = onlyInTheMessage(offer, 8);
        var again = onlyInTheMessage(shop.openOffer(5, 1), 7);
        shop.place(shop.message(first), shop.message(surplus), shop.message(again));
        var tooMany = new Reservation(
                new ReservationId(StockWorkbench.nextId()), again.offer(), SHOPPER, 1, again.reservedAt());
        shop.place(shop.message(tooMany));

        assertThat(node.purchases.progress(new AccountId(8), purchase(surplus)))
                .contains(refused(PurchaseRefusal.SOLD_OUT));
        assertThat(node.purchases.progress(SHOPPER, purchase(tooMany)))
                .contains(refused(PurchaseRefusal.LIMIT_REACHED));
        assertThat(node.purchases.progress(SHOPPER, purchase(surplus))).isEmpty();
    }

    @Test
    void callsLostWhatWasAbandoned() {
        var reservation = shop.reserved(shop.openOffer(1, 1), 7, 1);
        assertThat(shop.placement.abandon(reservation)).isTrue();
        shop.stock.counter.release(List.of(reservation));

        assertThat(node.purchases.progress(SHOPPER, purchase(reservation))).contains(refused(PurchaseRefusal.LOST));
        assertThat(node.purchases.progress(new AccountId(8), purchase(reservation)))
                .isEmpty();
    }

    @Test
    void letsWhatNobodyKnowsWaitForAsLongAsItMayStillComeAndThenCallsItLost() {
        var offer = shop.openOffer(1, 1);
        var forgotten = given(new PurchaseId(new ReservationId(PurchaseTestNode.idOf(time.millis())), offer));

        time.pass(Duration.ofSeconds(179));
        assertThat(node.purchases.progress(SHOPPER, forgotten))
                .contains(new PurchaseProgress.Reserved(Optional.empty()));

        time.pass(Duration.ofSeconds(1));
        assertThat(node.purchases.progress(SHOPPER, forgotten)).contains(refused(PurchaseRefusal.LOST));
        assertThat(node.purchases.progress(SHOPPER, forgotten)).contains(refused(PurchaseRefusal.LOST));
        assertThat(node.count("lost")).as("once, however often it is told").isEqualTo(1);

        time.pass(Duration.ofDays(1));
        assertThat(node.purchases.progress(SHOPPER, forgotten))
                .as("never was one")
                .isEmpty();
    }

    @Test
    void callsNothingLostWhileRedisIsSilent() {
        var waiting =
                given(new PurchaseId(new ReservationId(PurchaseTestNode.idOf(time.millis())), shop.openOffer(1, 1)));
        var blind = new PurchaseProgressReader(
                shop.stock.counterWithoutRedis(),
                shop.orders,
                time,
                PurchaseTestNode.bind(PurchaseProperties.class, Map.of()),
                PurchaseTestNode.SIGNER,
                node.purchaseMeters);

        time.pass(Duration.ofMinutes(10));

        assertThat(blind.of(SHOPPER, waiting)).contains(new PurchaseProgress.Reserved(Optional.empty()));
    }

    @Test
    void knowsNothingOfAnIdThatSomebodyInvented() {
        var offer = shop.openOffer(1, 1);
        var invented = new PurchaseId(new ReservationId(PurchaseTestNode.idOf(time.millis())), offer);
        var anothers = PurchaseTestNode.SIGNER.sign(invented, new AccountId(8));
        var guessed = new PurchaseId(invented.reservation(), offer, "0123456789abcdef");

        assertThat(node.purchases.progress(SHOPPER, invented)).isEmpty();
        assertThat(node.purchases.progress(SHOPPER, anothers)).isEmpty();
        assertThat(node.purchases.progress(SHOPPER, guessed)).isEmpty();
        assertThat(node.purchases.progress(new AccountId(8), anothers)).isPresent();
    }

    @Test
    void stopsLookingForWhoAsksForManyPurchasesThatAreNotTheirs() {
        var mine = purchase(shop.reserved(shop.openOffer(1, 1), 7, 1));
        var others = purchase(shop.reserved(shop.openOffer(1, 1), 8, 1));
        IntStream.range(0, 20)
                .forEach(guess ->
                        assertThat(node.purchases.progress(SHOPPER, others)).isEmpty());

        for (var either : List.of(others, mine)) {
            assertThatThrownBy(() -> node.purchases.progress(SHOPPER, either))
                    .isInstanceOfSatisfying(PurchaseRefused.class, refused -> {
                        assertThat(refused.reason()).isEqualTo(PurchaseRefusal.TOO_MANY_ATTEMPTS);
                        assertThat(refused.retryAfter()).isPresent();
                    });
        }
        assertThat(node.purchases.progress(new AccountId(8), others)).isPresent();
    }

    @Test
    void knowsNothingOfAnIdFromTheFuture() {
        var tomorrow = PurchaseTestNode.idOf(time.millis() + Duration.ofDays(1).toMillis());

        assertThat(node.purchases.progress(SHOPPER, new PurchaseId(new ReservationId(tomorrow), new OfferId(1))))
                .isEmpty();
    }

    @Test
    void isNotFooledByAnotherOffersNumber() {
        var reservation = shop.placed(shop.openOffer(1, 1), 7, 1);
        var mixedUp = new PurchaseId(reservation.id(), shop.openOffer(1, 1));

        assertThat(node.purchases.progress(SHOPPER, mixedUp)).isEmpty();
        assertThat(node.purchases.progress(List.of(purchase(reservation), mixedUp)))
                .containsOnlyKeys(purchase(reservation));
    }

    @Test
    void tellsOfManyPurchasesAtOnce() {
        var offer = shop.openOffer(10, 1);
        var placed = shop.placed(offer, 7, 1);
        var waiting = shop.reserved(offer, 8, 1);

        assertThat(node.purchases.progress(List.of(purchase(placed), purchase(waiting))))
                .isEqualTo(Map.of(
                        purchase(placed),
                        new PurchaseProgress.Placed(new OrderId(placed.id().value())),
                        purchase(waiting),
                        queued(1)));
    }

    private Reservation onlyInTheMessage(OfferId offer, long shopper) {
        var now = shop.stock.ledger.terms(offer).orElseThrow().window().opensAt();
        return new Reservation(new ReservationId(StockWorkbench.nextId()), offer, new AccountId(shopper), 1, now);
    }

    private static PurchaseId given(PurchaseId purchase) {
        return PurchaseTestNode.SIGNER.sign(purchase, SHOPPER);
    }

    private static PurchaseProgress queued(int place) {
        return new PurchaseProgress.Reserved(Optional.of(place));
    }

    private static PurchaseProgress refused(PurchaseRefusal reason) {
        return new PurchaseProgress.Refused(reason);
    }

    private static PurchaseId purchase(Reservation reservation) {
        return new PurchaseId(reservation.id(), reservation.offer());
    }
}
