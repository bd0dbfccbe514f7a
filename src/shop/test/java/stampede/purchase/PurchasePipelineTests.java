package stampede.purchase;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import stampede.account.AccountId;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.catalog.SaleWindow;
import stampede.counter.StockWorkbench;
import stampede.order.OrderId;
import stampede.stock.Reservation;
import stampede.testing.Proof;

class PurchasePipelineTests {

    private static final long SHOPPER = 7;
    private static final int LOOKUPS_PER_SECOND = 20;

    private final PurchaseTestNode node = PurchaseTestNode.generous();

    @AfterEach
    void stop() {
        node.close();
    }

    @Test
    void aClickBecomesAPlaceInTheQueueAndThenAnOrder() {
        var offer = node.shop.openOffer(10, 1);

        var purchase = node.buy(offer, SHOPPER, "key");

        assertThat(progress(purchase)).isInstanceOf(PurchaseProgress.Reserved.class);
        awaitPublished(1);
        node.placePublished();
        assertThat(progress(purchase)).isEqualTo(new PurchaseProgress.Placed(order(purchase)));
        var order =
                node.shop.orders.find(new AccountId(SHOPPER), order(purchase)).orElseThrow();
        assertThat(order.unitPrice().fen()).isEqualTo(1990);
        assertThat(order.address()).isEqualTo("Somewhere 5");
        assertThat(node.count("accepted")).isEqualTo(1);
    }

    @Test
    void fiftyClicksWithFiftyKeysAtOnceGetNoMoreThanTheLimit() throws Exception {
        var offer = node.shop.openOffer(100, 3);

        var yes = atOnce(
                50, click -> () -> node.refusal(offer, SHOPPER, "key-" + click).isEmpty());

        assertThat(yes).filteredOn(one -> one).hasSize(3);
        assertThat(node.shop.left(offer)).isEqualTo(97);
    }

    @Test
    void oneKeySentFiftyTimesIsOnePurchase() throws Exception {
        var offer = node.shop.openOffer(100, 3);
        try (var other = PurchaseTestNode.generous()) {
            var purchases = atOnce(50, click -> () -> (click % 2 == 0 ? node : other).buy(offer, SHOPPER, "key"));

            assertThat(new HashSet<>(purchases)).hasSize(1);
            assertThat(node.shop.left(offer)).isEqualTo(99);
            assertThat(node.count("accepted") + other.count("accepted")).isEqualTo(1);
        }
    }

    @Test
    void neverPromisesMoreThanThereIs() throws Exception {
        var offer = node.shop.openOffer(20, 1);

        var yes = atOnce(
                200,
                shopper -> () -> node.refusal(offer, 1_000 + shopper, "key").isEmpty());

        assertThat(yes).filteredOn(one -> one).hasSize(20);
        awaitPublished(20);
        node.placePublished();
        assertThat(node.shop.available(offer)).isZero();
        assertThat(node.shop.left(offer)).isZero();
    }

    @Test
    void onlyShoppersBuy() {
        for (var role : List.of(Role.SELLER, Role.OPERATOR)) {
            var account = new SignedIn(new AccountId(SHOPPER), "someone", role);

            assertRefused(() -> node.purchases.admit(account, "192.0.2.1"), PurchaseRefusal.SHOPPERS_ONLY);
        }
    }

    @Test
    void refusesAnOfferThatDoesNotExist() {
        assertThat(node.refusal(new OfferId(StockWorkbench.nextId()), SHOPPER, "key"))
                .contains(PurchaseRefusal.UNKNOWN_OFFER);
    }

    @Test
    void refusesMoreUnitsThanTheLimitAndFewerThanOne() {
        var offer = node.shop.openOffer(10, 2);

        assertRefused(() -> node.buy(offer, SHOPPER, 3, "key"), PurchaseRefusal.BAD_UNITS);
        assertRefused(() -> node.buy(offer, SHOPPER, 0, "key"), PurchaseRefusal.BAD_UNITS);
        assertRefused(() -> node.buy(offer, SHOPPER, -1, "key"), PurchaseRefusal.BAD_UNITS);
    }

    @Test
    void saysWhenASaleThatHasNotBegunOpens() {
        var offer = new OfferId(StockWorkbench.nextId());
        var opens = Instant.now().plusSeconds(3600);
        node.shop.know(offer, 1, 1, new SaleWindow(opens, opens.plusSeconds(3600)));

        assertThatThrownBy(() -> node.buy(offer, SHOPPER, "key"))
                .isInstanceOfSatisfying(PurchaseRefused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(PurchaseRefusal.NOT_OPEN_YET);
                    assertThat(refused.retryAfter().orElseThrow())
                            .isBetween(Duration.ofSeconds(3500), Duration.ofSeconds(3600));
                });
    }

    @Test
    void refusesASaleThatIsOver() {
        var offer = new OfferId(StockWorkbench.nextId());
        var now = Instant.now();
        node.shop.know(offer, 1, 1, new SaleWindow(now.minusSeconds(7200), now.minusSeconds(3600)));

        assertThat(node.refusal(offer, SHOPPER, "key")).contains(PurchaseRefusal.ENDED);
    }

    @Test
    void refusesAnOfferThatIsPausedAndSellsItAgainAfterwards() {
        var offer = node.shop.openOffer(1, 1);

        node.shop.stock.gate.pause(StockWorkbench.OPERATOR, offer);
        assertThat(node.refusal(offer, SHOPPER, "key")).contains(PurchaseRefusal.PAUSED);

        node.shop.stock.gate.resume(StockWorkbench.OPERATOR, offer);
        assertThat(node.refusal(offer, SHOPPER, "key")).isEmpty();
    }

    /** The click may have lain in a socket all the while, and its shopper have asked another node since. */
    @Test
    void asksToComeBackAfterTheNodeHasStoodStill() {
        var offer = node.shop.openOffer(10, 1);
        node.pauses.start();

        node.stoodStillNanos.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThat(node.refusal(offer, SHOPPER, "key")).contains(PurchaseRefusal.BUSY);
        assertThat(node.shop.left(offer)).isEqualTo(10);
        await("a second later")
                .atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(node.refusal(offer, SHOPPER, "key")).isEmpty());
    }

    @Test
    void asksToComeBackWhileTheCounterIsCold() {
        var offer = node.shop.openOffer(1, 1);
        node.shop.stock.lose(offer);

        assertThatThrownBy(() -> node.buy(offer, SHOPPER, "key"))
                .isInstanceOfSatisfying(PurchaseRefused.class, refused -> {
                    assertThat(refused.reason()).isEqualTo(PurchaseRefusal.BUSY);
                    assertThat(refused.retryAfter()).isPresent();
                });
    }

    @Test
    void tellsAShopperWhatTheLimitMeansToThem() {
        var offer = node.shop.openOffer(10, 1);
        var purchase = node.buy(offer, SHOPPER, "key-1");
        assertThat(node.refusal(offer, SHOPPER, "key-2")).as("on its way").contains(PurchaseRefusal.LIMIT_REACHED);

        awaitPublished(1);
        node.placePublished();
        assertThat(node.refusal(offer, SHOPPER, "key-3")).contains(PurchaseRefusal.HAS_UNPAID_ORDER);

        assertThat(node.shop.steps.markPaid(order(purchase), "test")).isTrue();
        assertThat(node.refusal(offer, SHOPPER, "key-4")).contains(PurchaseRefusal.ALREADY_BOUGHT);
    }

    @Test
    void saysLimitReachedWhereOneMayHaveSeveral() {
        var offer = node.shop.openOffer(10, 2);
        node.buy(offer, SHOPPER, 2, "key-1");
        awaitPublished(1);
        node.placePublished();

        assertThat(node.refusal(offer, SHOPPER, "key-2")).contains(PurchaseRefusal.LIMIT_REACHED);
    }

    @Test
    void theSameKeyGivesTheSamePurchaseEvenOnceAllIsSoldOut() {
        var offer = node.shop.openOffer(1, 1);
        var purchase = node.buy(offer, SHOPPER, "key");
        assertThat(node.refusal(offer, 8, "key")).contains(PurchaseRefusal.SOLD_OUT);

        assertThat(node.buy(offer, SHOPPER, "key")).isEqualTo(purchase);
        assertThat(node.count("repeated")).isEqualTo(1);
    }

    @Test
    void aPassIsUsedByWhoBuysAndGivenBackToWhomThereIsNothing() {
        var offer = node.shop.openOffer(1, 1);
        node.rooms.calls(offer);

        node.buyWithPass(offer, SHOPPER, "key");
        node.buyWithPass(offer, SHOPPER, "key");
        assertThatThrownBy(() -> node.buyWithPass(offer, SHOPPER, "one-more")).isInstanceOf(PurchaseRefused.class);
        assertThatThrownBy(() -> node.buyWithPass(offer, SHOPPER + 1, "late"))
                .isInstanceOfSatisfying(
                        PurchaseRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(PurchaseRefusal.SOLD_OUT));

        assertThat(node.rooms.used).containsExactly(new AccountId(SHOPPER));
        assertThat(node.rooms.givenBack).contains(new AccountId(SHOPPER + 1));
        assertThat(node.rooms.busy).isEmpty();
    }

    @Test
    void aPassIsUsedOnceThoughTheSameKeyIsSentToSeveralNodes() {
        var offer = node.shop.openOffer(5, 1);
        node.rooms.calls(offer);
        var purchase = node.buyWithPass(offer, SHOPPER, "key");

        try (var another = PurchaseTestNode.generous()) {
            another.rooms.calls(offer);

            assertThat(another.buyWithPass(offer, SHOPPER, "key")).isEqualTo(purchase);
            assertThat(another.rooms.used).isEmpty();
        }
        assertThat(node.rooms.used).containsExactly(new AccountId(SHOPPER));
    }

    @Test
    void theRoomHearsThatTheShopIsBusy() {
        var offer = node.shop.openOffer(1, 1);
        node.rooms.calls(offer);
        node.pauses.start();
        node.stoodStillNanos.addAndGet(Duration.ofMinutes(1).toNanos());

        assertThatThrownBy(() -> node.buyWithPass(offer, SHOPPER, "key"))
                .isInstanceOfSatisfying(
                        PurchaseRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(PurchaseRefusal.BUSY));

        assertThat(node.rooms.busy).containsExactly(new AccountId(SHOPPER));
    }

    @Test
    void whoBoughtBeforeThereWasAWaitingRoomIsToldByANodeThatNeverSawIt() {
        var offer = node.shop.openOffer(5, 1);
        var purchase = node.buy(offer, SHOPPER, "key");

        try (var restarted = PurchaseTestNode.generous()) {
            restarted.rooms.calls(offer);

            assertThat(restarted.buy(offer, SHOPPER, "key")).isEqualTo(purchase);
            assertThat(restarted.refusal(offer, SHOPPER + 1, "key")).contains(PurchaseRefusal.WAITING_ROOM);
            assertThat(restarted.refusal(offer, SHOPPER, "another")).contains(PurchaseRefusal.WAITING_ROOM);
            assertThat(node.shop.left(offer)).isEqualTo(4);
            assertThat(restarted.pressure.above(-1)).containsExactly(offer);
        }
    }

    @Test
    void whoHasNoPassBuysNothingOnceTheRoomIsOverAndIsNotSentThere() {
        var offer = node.shop.openOffer(5, 1);
        var purchase = node.buy(offer, SHOPPER, "key");

        try (var restarted = PurchaseTestNode.generous()) {
            restarted.rooms.calls(offer);
            restarted.rooms.sells(offer);

            assertThat(restarted.refusal(offer, SHOPPER + 1, "key")).contains(PurchaseRefusal.SOLD_OUT);
            assertThat(node.shop.left(offer)).as("there are units all the same").isEqualTo(4);
            assertThat(restarted.buy(offer, SHOPPER, "key")).isEqualTo(purchase);
            restarted.buyWithPass(offer, SHOPPER + 2, "in-turn");
            assertThat(node.shop.left(offer)).isEqualTo(3);
        }
    }

    @Test
    void aNodeThatNeverSawTheKeyFindsThePurchaseToo() {
        var offer = node.shop.openOffer(1, 1);
        var purchase = node.buy(offer, SHOPPER, "key");

        try (var restarted = PurchaseTestNode.generous()) {
            assertThat(restarted.buy(offer, SHOPPER, "key")).isEqualTo(purchase);
        }
    }

    @Test
    void aStormOnWhatIsSoldOutReachesRedisNoMoreThanABudgetedNumberOfTimes() {
        var offer = node.shop.openOffer(1, 1);
        node.buy(offer, SHOPPER, "key");
        var before = reserveCalls();

        IntStream.range(0, 400)
                .forEach(shopper ->
                        assertThat(node.refusal(offer, 100 + shopper, "key")).contains(PurchaseRefusal.SOLD_OUT));

        // Twenty at once, and twenty for each second that the storm lasts.
        assertThat(reserveCalls() - before).isBetween(1.0, 200.0);
    }

    /** All in the first second: what was under way when the first was told, and the lookups of the time that it takes. */
    @Test
    void onceOneIsToldSoldOutTheOthersHardlyReachRedis() throws Exception {
        var offer = node.shop.openOffer(Proof.size(50, 500), 1);
        var first = new AtomicReference<@Nullable Moment>();
        var began = System.nanoTime();
        var refusals = atOnce(Proof.size(2_000, 20_000), click -> () -> {
            var pressed = System.nanoTime();
            var refused = node.refusal(offer, 1_000 + click, "key").filter(PurchaseRefusal.SOLD_OUT::equals);
            refused.ifPresent(soldOut -> first.compareAndSet(null, new Moment(System.nanoTime(), reserveCalls())));
            return refused.map(soldOut -> System.nanoTime() - pressed).orElse(-1L);
        });
        var told = Objects.requireNonNull(first.get());
        var seconds = (System.nanoTime() - told.nanos()) / 1e9;
        var calls = reserveCalls() - told.calls();

        Proof.print(
                "%d clicks for %d units in %.1f s: %.0f calls to Redis in %.1f s after the first was told SOLD_OUT; p99 of refusals %d µs",
                refusals.size(),
                Proof.size(50, 500),
                (System.nanoTime() - began) / 1e9,
                calls,
                seconds,
                Proof.percentile(refusals.stream().filter(took -> took >= 0).toList(), 0.99) / 1_000);
        assertThat(refusals.stream().filter(took -> took < 0)).hasSize(Proof.size(50, 500));
        assertThat(calls).isLessThanOrEqualTo(64 + LOOKUPS_PER_SECOND * (1 + seconds));
    }

    private record Moment(long nanos, double calls) {}

    @Test
    void theNextShopperGetsWhatWasCancelled() {
        var offer = node.shop.openOffer(1, 1);
        var purchase = node.buy(offer, SHOPPER, "key");
        awaitPublished(1);
        node.placePublished();
        assertThat(node.refusal(offer, 8, "key")).contains(PurchaseRefusal.SOLD_OUT);

        assertThat(node.shop.orders.cancel(new AccountId(SHOPPER), order(purchase)))
                .isTrue();
        node.shop.stock.counter.release(Set.of(reservation(purchase)));

        assertThat(node.refusal(offer, 8, "another-key")).isEmpty();
        assertThat(progress(purchase)).as("it became an order").isEqualTo(new PurchaseProgress.Placed(order(purchase)));
    }

    @Test
    void aCountedNoForEveryReason() {
        var offer = node.shop.openOffer(1, 1);
        node.buy(offer, SHOPPER, "key");

        node.refusal(offer, 8, "key");
        node.refusal(new OfferId(StockWorkbench.nextId()), 8, "key");

        assertThat(node.count("sold_out")).isEqualTo(1);
        assertThat(node.count("unknown_offer")).isEqualTo(1);
    }

    private Reservation reservation(PurchaseId purchase) {
        return new Reservation(purchase.reservation(), purchase.offer(), new AccountId(SHOPPER), 1, Instant.EPOCH);
    }

    private double reserveCalls() {
        return node.shop.stock.meters.get("stampede.stock.calls").counters().stream()
                .filter(counter -> "reserve".equals(counter.getId().getTag("script")))
                .mapToDouble(counter -> counter.count())
                .sum();
    }

    private void awaitPublished(int messages) {
        await().atMost(Duration.ofSeconds(10)).until(() -> node.published.size() == messages);
    }

    private PurchaseProgress progress(PurchaseId purchase) {
        return node.purchases.progress(new AccountId(SHOPPER), purchase).orElseThrow();
    }

    private static OrderId order(PurchaseId purchase) {
        return new OrderId(purchase.reservation().value());
    }

    private static void assertRefused(Runnable buy, PurchaseRefusal reason) {
        assertThatThrownBy(buy::run)
                .isInstanceOfSatisfying(
                        PurchaseRefused.class,
                        refused -> assertThat(refused.reason()).isEqualTo(reason));
    }

    private static <T> List<T> atOnce(int times, IntFunction<Callable<T>> click) throws Exception {
        var threads = Executors.newFixedThreadPool(Math.min(times, 50));
        try {
            var done =
                    threads.invokeAll(IntStream.range(0, times).mapToObj(click).toList());
            var answers = new ArrayList<T>();
            for (var one : done) {
                answers.add(one.get());
            }
            return answers;
        } finally {
            threads.shutdownNow();
        }
    }
}
