package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import stampede.counter.StockWorkbench;
import stampede.order.OrderDetail;
import stampede.order.PlaceOrder;
import stampede.stock.Reservation;
import stampede.task.Delivery;

class PlaceOrderPublisherTests {

    private static final OrderDetail DETAIL = new OrderDetail(1990, "Somewhere 5");

    private final SimulatedTime time = new SimulatedTime();
    private final PurchaseTestNode node = new PurchaseTestNode(time, PurchaseTestNode.generously());

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void publishesAgainWhatTheBrokerRefusedOrDidNotConfirm() {
        node.answers.addAll(List.of(Delivery.REFUSED, Delivery.UNKNOWN));
        var reservation = reserved();

        node.writer.write(reservation, DETAIL);

        await().atMost(Duration.ofSeconds(10)).until(() -> !node.published.isEmpty());
        assertThat(node.published.element().reservationId())
                .isEqualTo(reservation.id().toString());
        assertThat(outcome("retried")).isEqualTo(2);
        assertThat(outcome("left-to-sweeper")).isZero();
    }

    @Test
    void leavesToTheSweeperWhatFourTriesDidNotBringAcross() {
        node.answers.addAll(Collections.nCopies(4, Delivery.UNKNOWN));

        node.writer.write(reserved(), DETAIL);

        await().atMost(Duration.ofSeconds(10)).until(() -> outcome("left-to-sweeper") == 1);
        assertThat(node.published).isEmpty();
        assertThat(outcome("retried")).isEqualTo(3);
    }

    @Test
    void putsOffTheSweepersLookAtWhatTheBrokerHas() {
        var confirmed = reserved();
        var before = nextCheck(confirmed);

        node.writer.write(confirmed, DETAIL);

        await().atMost(Duration.ofSeconds(10)).until(() -> nextCheck(confirmed) - before > 15_000);
    }

    @Test
    void keepsTheRecordOfWhatTheBrokerHasUntilThereIsAnOrder() {
        var confirmed = reserved();

        node.writer.write(confirmed, DETAIL);

        await().atMost(Duration.ofSeconds(10)).until(() -> !node.published.isEmpty());
        assertThat(node.shop.stock.reservations.countReserved(List.of(confirmed.offer())))
                .containsValue(1L);
    }

    @Test
    void isBusyWhileTheBrokerIsAwayAndSellsAgainOnceItIsBack() {
        node.usually = Delivery.UNKNOWN;
        node.writer.write(reserved(), DETAIL);
        await().atMost(Duration.ofSeconds(10)).until(() -> outcome("left-to-sweeper") == 1);
        assertThat(node.writer.hasRoom()).as("a short silence").isTrue();

        time.pass(Duration.ofSeconds(11));
        assertThat(node.writer.hasRoom()).as("the one that finds out").isTrue();
        assertThat(node.writer.hasRoom()).isFalse();

        node.usually = Delivery.CONFIRMED;
        time.pass(Duration.ofSeconds(1));
        assertThat(node.writer.hasRoom()).as("the one that finds out").isTrue();
        node.writer.write(reserved(), DETAIL);
        await().atMost(Duration.ofSeconds(10)).until(() -> !node.published.isEmpty());
        await().atMost(Duration.ofSeconds(10)).until(node.writer::hasRoom);
        assertThat(node.writer.hasRoom()).isTrue();
    }

    @Test
    void publishesWhatWaitsBeforeItStopsAndCanStartAgain() {
        var offer = node.shop.openOffer(200, 1);
        var reservations = IntStream.rangeClosed(1, 200)
                .mapToObj(shopper -> node.shop.reserved(offer, shopper, 1))
                .toList();
        reservations.forEach(reservation -> node.writer.write(reservation, DETAIL));

        node.writer.stop();

        assertThat(node.published).hasSize(200);

        node.writer.start();
        node.writer.write(reserved(), DETAIL);
        await().atMost(Duration.ofSeconds(10)).until(() -> node.published.size() == 201);
    }

    @Test
    void sendsWhatWaitsInOneMessageUpToAHundredInTheOrderItCame() {
        node.writer.stop();
        var offer = node.shop.openOffer(250, 1);
        IntStream.rangeClosed(1, 250)
                .mapToObj(shopper -> node.shop.reserved(offer, shopper, 1))
                .forEach(reservation -> node.writer.write(reservation, DETAIL));

        node.writer.start();

        await().atMost(Duration.ofSeconds(10)).until(() -> node.published.size() == 250);
        assertThat(node.messages).containsExactly(100, 100, 50);
        assertThat(node.published)
                .extracting(PlaceOrder::shopperId)
                .containsExactlyElementsOf(IntStream.rangeClosed(1, 250)
                        .mapToObj(Integer::toString)
                        .toList());
    }

    @Test
    void hasNoRoomWhenItsQueueIsFull() {
        try (var small = new PurchaseTestNode(time, Map.of("stampede.purchase.writer-queue", "2"))) {
            small.writer.stop();
            small.writer.write(reserved(), DETAIL);
            assertThat(small.writer.hasRoom()).isTrue();
            small.writer.write(reserved(), DETAIL);

            assertThat(small.writer.hasRoom()).isFalse();

            small.writer.write(reserved(), DETAIL);
            assertThat(small.meters
                            .counter("stampede.placements", "outcome", "left-to-sweeper")
                            .count())
                    .isEqualTo(1);
            small.writer.start();
        }
    }

    private Reservation reserved() {
        return node.shop.reserved(node.shop.openOffer(1, 1), 7, 1);
    }

    private double nextCheck(Reservation reservation) {
        var score = node.shop
                .stock
                .redis
                .opsForZSet()
                .score(
                        StockWorkbench.key(reservation.offer(), "pending"),
                        reservation.id().toString());
        return score == null ? 0 : score;
    }

    private double outcome(String outcome) {
        return node.meters.counter("stampede.placements", "outcome", outcome).count();
    }
}
