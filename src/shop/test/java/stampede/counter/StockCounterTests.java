package stampede.counter;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofMinutes;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.nextId;
import static stampede.counter.StockWorkbench.request;
import static stampede.counter.StockWorkbench.reservation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.core.RedisCallback;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.ReserveAnswer.Why;
import stampede.redis.AsyncRedis;
import stampede.stock.ConcurrentCalls;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;

class StockCounterTests {

    private final StockWorkbench bench = StockWorkbench.get();
    private final StockCounter counter = bench.counter;

    @Test
    void neverKeepsMoreThanThereIs() {
        var offer = bench.openOffer(100, 1);

        var kept = atOnce(
                64,
                LongStream.rangeClosed(1, 600)
                        .mapToObj(shopper -> (Callable<Boolean>)
                                () -> bench.reserve(request(offer, shopper, 1)).isPresent())
                        .toList());

        assertThat(kept).filteredOn(answer -> answer).hasSize(100);
        assertThat(left(offer)).isZero();
        assertSound(offer);
    }

    @Test
    void neverKeepsMoreThanThereIsWhenShoppersWantSeveral() {
        var offer = bench.openOffer(100, 7);

        var units = atOnce(
                        32,
                        LongStream.rangeClosed(1, 200)
                                .mapToObj(shopper -> (Callable<Integer>) () -> bench.reserve(
                                                request(offer, shopper, (int) (shopper % 7) + 1))
                                        .map(Reservation::units)
                                        .orElse(0))
                                .toList())
                .stream()
                .mapToInt(Integer::intValue)
                .sum();

        assertThat(units).isLessThanOrEqualTo(100).isGreaterThan(93);
        assertThat(left(offer)).isEqualTo(100 - units);
        assertSound(offer);
    }

    @Test
    void keepsAShopperToTheLimitHoweverFastTheyClick() {
        var offer = bench.openOffer(100, 2);

        var kept =
                atOnce(50, times(50, () -> bench.reserve(request(offer, 7, 1)).isPresent()));

        assertThat(kept).filteredOn(answer -> answer).hasSize(2);
        assertThat(left(offer)).isEqualTo(98);
        assertSound(offer);
    }

    @Test
    void givesTheSameReservationForTheSameKey() {
        var offer = bench.openOffer(100, 50);

        var answers = atOnce(50, times(50, () -> {
            var request = request(offer, 7, 1, "the-key");
            return counter.reserve(request) instanceof ReserveAnswer.Existing existing ? existing.id() : request.id();
        }));

        assertThat(new HashSet<>(answers)).hasSize(1);
        assertThat(left(offer)).isEqualTo(99);
        assertSound(offer);
    }

    @Test
    void givesTheSameReservationForTheSameKeyEvenAfterItsReleaseAndTheEnd() {
        var offer = bench.openOffer(1, 1);
        var request = request(offer, 7, 1, "the-key");
        var reservation = bench.reserve(request).orElseThrow();
        counter.release(List.of(reservation));
        bench.gate.pause(StockWorkbench.OPERATOR, offer);

        assertThat(counter.reserve(request(offer, 7, 1, "the-key")))
                .isEqualTo(new ReserveAnswer.Existing(request.id()));
    }

    @Test
    void keysBelongToTheirShopper() {
        var offer = bench.openOffer(10, 1);

        assertThat(bench.reserve(request(offer, 7, 1, "1"))).isPresent();
        assertThat(bench.reserve(request(offer, 8, 1, "1"))).isPresent();
    }

    @Test
    void saysWhyItKeepsNothing() {
        var offer = bench.openOffer(3, 2);
        assertThat(why(request(offer, 7, 0))).isEqualTo(Why.BAD_UNITS);
        assertThat(why(request(offer, 7, -1))).isEqualTo(Why.BAD_UNITS);
        assertThat(why(request(offer, 7, 3))).isEqualTo(Why.BAD_UNITS);

        var mine = request(offer, 7, 2);
        assertThat(bench.reserve(mine)).isPresent();
        assertThat(why(request(offer, 7, 1))).isEqualTo(Why.LIMIT);
        assertThat(why(request(offer, 8, 2))).isEqualTo(Why.SOLD_OUT);
        assertThat(why(new ReserveRequest(mine.id(), offer, new AccountId(8), 1, "another", "")))
                .isEqualTo(Why.ID_CLASH);

        bench.gate.pause(StockWorkbench.OPERATOR, offer);
        assertThat(why(request(offer, 8, 1))).isEqualTo(Why.PAUSED);
        bench.gate.resume(StockWorkbench.OPERATOR, offer);
        assertThat(bench.reserve(request(offer, 8, 1))).isPresent();
        assertSound(offer);
    }

    @Test
    void refusesAnIdThatWasReleased() {
        var offer = bench.openOffer(3, 2);
        var mine = request(offer, 7, 1);
        counter.release(List.of(bench.reserve(mine).orElseThrow()));

        assertThat(why(new ReserveRequest(mine.id(), offer, new AccountId(8), 1, "another", "")))
                .isEqualTo(Why.ID_CLASH);
        assertSound(offer);
    }

    @Test
    void sellsFromTheFirstMillisecondOfTheWindowAndNotFromItsEnd() {
        var offer = bench.openOffer(3, 2);
        var now = bench.clock.millis();

        bench.redis.opsForHash().put(key(offer, "state"), "opens", Long.toString(now + 60_000));
        assertThat(why(request(offer, 7, 1))).isEqualTo(Why.EARLY);
        bench.redis.opsForHash().put(key(offer, "state"), "opens", Long.toString(now - 60_000));
        assertThat(bench.reserve(request(offer, 7, 1))).isPresent();
        bench.redis.opsForHash().put(key(offer, "state"), "closes", Long.toString(now - 1));
        assertThat(why(request(offer, 8, 1))).isEqualTo(Why.ENDED);
    }

    @Test
    void announcesAColdOfferOnceASecondAtMost() {
        var offer = new OfferId(nextId());

        for (int i = 0; i < 20; i++) {
            assertThat(why(request(offer, 7, 1))).isEqualTo(Why.COLD);
        }

        assertThat(bench.events).contains(new CounterWentCold(offer));
        assertThat(Collections.frequency(new ArrayList<>(bench.events), new CounterWentCold(offer)))
                .isLessThan(20);
    }

    @Test
    void keepsTheDetailAsItIs() {
        var offer = bench.openOffer(3, 2);
        var detail = "1 990 |||P|C|\n 上海市 \"南京路\" \0 1号|";
        var request = new ReserveRequest(new ReservationId(nextId()), offer, new AccountId(7), 2, "k-1", detail);

        var reservation = bench.reserve(request).orElseThrow();

        await().atMost(ofSeconds(5))
                .untilAsserted(() -> assertThat(counter.claim(offer, 10, ofMinutes(1)))
                        .containsExactly(new DetailedReservation(reservation, "k-1", detail)));
        assertThat(counter.settle(List.of(reservation))).containsEntry(reservation.id(), SettleAnswer.CONFIRMED);
        assertSound(offer);
    }

    @Test
    void settlesOnce() {
        var offer = bench.openOffer(3, 2);
        var reservation = bench.reserve(request(offer, 7, 2)).orElseThrow();

        assertThat(counter.settle(List.of(reservation))).containsEntry(reservation.id(), SettleAnswer.CONFIRMED);
        assertThat(counter.settle(List.of(reservation))).containsEntry(reservation.id(), SettleAnswer.ALREADY);

        assertThat(left(offer)).isEqualTo(1);
        assertThat(bench.reservations.countReserved(List.of(offer))).containsEntry(offer, 0L);
        assertSound(offer);
    }

    @Test
    void adoptsWhatTheDatabaseSoldEvenBelowZero() {
        var offer = bench.openOffer(2, 5);
        var unknown = reservation(offer, 7, 3);

        assertThat(counter.settle(List.of(unknown))).containsEntry(unknown.id(), SettleAnswer.ADOPTED);
        assertThat(counter.settle(List.of(unknown))).containsEntry(unknown.id(), SettleAnswer.ALREADY);

        assertThat(bench.inspection.check(offer).left()).isEqualTo(-1);
        assertThat(left(offer)).as("as pages see it").isZero();
        assertThat(why(request(offer, 8, 1))).isEqualTo(Why.SOLD_OUT);
        assertThat(why(request(offer, 7, 3))).as("adopted units count").isEqualTo(Why.LIMIT);
        assertSound(offer);

        counter.release(List.of(unknown));
        assertThat(left(offer)).isEqualTo(2);
        assertSound(offer);
    }

    @Test
    void settlesNothingThatWasReleased() {
        var offer = bench.openOffer(3, 2);
        var reservation = bench.reserve(request(offer, 7, 2)).orElseThrow();
        var neverSeen = reservation(offer, 8, 1);

        counter.release(List.of(reservation, neverSeen));

        assertThat(counter.settle(List.of(reservation, neverSeen)))
                .containsOnly(
                        Map.entry(reservation.id(), SettleAnswer.TOMBSTONED),
                        Map.entry(neverSeen.id(), SettleAnswer.TOMBSTONED));
        assertThat(left(offer)).isEqualTo(3);
        assertSound(offer);
    }

    @Test
    void releasesOnceHoweverOftenItIsTold() {
        var offer = bench.openOffer(10, 2);
        var reservations = LongStream.rangeClosed(1, 5)
                .mapToObj(shopper -> bench.reserve(request(offer, shopper, 2)).orElseThrow())
                .toList();
        counter.settle(reservations.subList(0, 2));

        atOnce(8, times(40, () -> {
            counter.release(reservations);
            return true;
        }));

        assertThat(left(offer)).isEqualTo(10);
        assertThat(bench.redis.opsForHash().size(key(offer, "shoppers"))).isZero();
        assertThat(bench.reserve(request(offer, 1, 2))).isPresent();
        assertSound(offer);
    }

    @Test
    void givesReleasedUnitsToTheNextShopper() {
        var offer = bench.openOffer(1, 1);
        var first = bench.reserve(request(offer, 7, 1)).orElseThrow();
        assertThat(why(request(offer, 8, 1))).isEqualTo(Why.SOLD_OUT);

        counter.release(List.of(first));

        assertThat(bench.reserve(request(offer, 8, 1))).isPresent();
    }

    @Test
    void staysSoundWhileEverybodyActsAtOnce() {
        var offer = bench.openOffer(50, 3);

        atOnce(
                32,
                LongStream.rangeClosed(1, 300)
                        .mapToObj(shopper -> (Callable<Boolean>) () -> {
                            var kept = bench.reserve(request(offer, shopper % 40 + 1, (int) (shopper % 3) + 1));
                            kept.ifPresent(reservation -> {
                                if (shopper % 2 == 0) {
                                    counter.settle(List.of(reservation));
                                }
                                if (shopper % 3 == 0) {
                                    counter.release(List.of(reservation));
                                }
                                if (shopper % 5 == 0) {
                                    counter.settle(List.of(reservation));
                                }
                                assertSound(offer);
                            });
                            return kept.isPresent();
                        })
                        .toList());

        assertSound(offer);
    }

    @Test
    void handsEachDueReservationToOneSweeperUntilTheLeaseEnds() {
        var offer = bench.openOffer(40, 1);
        var all = new HashSet<ReservationId>();
        LongStream.rangeClosed(1, 40)
                .forEach(shopper -> all.add(
                        bench.reserve(request(offer, shopper, 1)).orElseThrow().id()));

        var claimed = Collections.synchronizedList(new ArrayList<ReservationId>());
        await().atMost(ofSeconds(10)).until(() -> {
            atOnce(
                    4,
                    times(
                            4,
                            () -> counter.claim(offer, 3, ofMinutes(1)).stream()
                                    .map(pending ->
                                            claimed.add(pending.reservation().id()))
                                    .toList()));
            return claimed.size() >= 40;
        });
        assertThat(claimed).doesNotHaveDuplicates().containsExactlyInAnyOrderElementsOf(all);
        assertThat(counter.claim(offer, 100, ofMinutes(1))).isEmpty();
        assertSound(offer);
    }

    @Test
    void comesBackToAClaimWhoseLeaseRanOut() {
        var offer = bench.openOffer(1, 1);
        var reservation = bench.reserve(request(offer, 7, 1)).orElseThrow();

        await().until(() -> counter.claim(offer, 10, ofMillis(200)).size() == 1);

        await().atLeast(ofMillis(100))
                .until(() -> counter.claim(offer, 10, ofMinutes(1)).stream()
                        .anyMatch(pending -> pending.reservation().equals(reservation)));
    }

    @Test
    void putsOffTheCheckOfWhatStillWaits() {
        var offer = bench.openOffer(3, 1);
        var first = bench.reserve(request(offer, 7, 1)).orElseThrow();
        var second = bench.reserve(request(offer, 8, 1)).orElseThrow();
        var third = bench.reserve(request(offer, 9, 1)).orElseThrow();
        counter.settle(List.of(second));

        counter.recheckIn(offer, List.of(first.id(), second.id()), ofMinutes(5));

        var claimed = new ArrayList<DetailedReservation>();
        await().until(() -> {
            claimed.addAll(counter.claim(offer, 10, ofMinutes(5)));
            return !claimed.isEmpty();
        });
        assertThat(claimed).extracting(DetailedReservation::reservation).containsExactly(third);
        assertSound(offer);
    }

    @Test
    void saysHowReservationsStand() {
        var offer = bench.openOffer(5, 1);
        var cold = new OfferId(nextId());
        var settled = bench.reserve(request(offer, 1, 1)).orElseThrow();
        var released = bench.reserve(request(offer, 2, 1)).orElseThrow();
        var waiting = bench.reserve(request(offer, 3, 1)).orElseThrow();
        counter.settle(List.of(settled));
        counter.release(List.of(released));

        var states = counter.states(
                Map.of(settled.id(), offer, released.id(), offer, waiting.id(), offer, new ReservationId(5), cold));

        assertThat(states)
                .containsEntry(settled.id(), new CounterReservationState.Settled(new AccountId(1)))
                .containsEntry(released.id(), new CounterReservationState.Gone())
                .containsEntry(waiting.id(), new CounterReservationState.Reserved(new AccountId(3), Optional.of(1)))
                .containsEntry(new ReservationId(5), new CounterReservationState.Cold());
    }

    @Test
    void concurrentRequestsShareCalls() {
        var offer = bench.openOffer(1000, 1);
        var before = bench.calls(CounterScript.RESERVE);

        atOnce(
                100,
                LongStream.rangeClosed(1, 1000)
                        .mapToObj(shopper -> (Callable<Boolean>)
                                () -> bench.reserve(request(offer, shopper, 1)).isPresent())
                        .toList());

        assertThat(left(offer)).isZero();
        assertThat(bench.calls(CounterScript.RESERVE) - before).isBetween(16.0, 900.0);
    }

    /** One that somebody wrote to keeps no other from being sold. */
    @Test
    void offersThatShareACallAreKeptApart() {
        var offers =
                IntStream.range(0, 30).mapToObj(i -> bench.openOffer(20, 1)).toList();
        var spoiled = bench.openOffer(20, 1);
        bench.redis.delete(key(spoiled, "shoppers"));
        bench.redis.opsForValue().set(key(spoiled, "shoppers"), "no hash");
        var closed = bench.offer(20, 1);

        var kept = atOnce(
                64,
                LongStream.rangeClosed(1, 25)
                        .boxed()
                        .flatMap(shopper -> Stream.concat(offers.stream(), Stream.of(spoiled, closed))
                                .map(offer -> (Callable<Optional<OfferId>>) () -> keptOf(request(offer, shopper, 1))))
                        .toList());

        for (var offer : offers) {
            assertThat(kept)
                    .filteredOn(Optional.of(offer)::equals)
                    .as("%s", offer)
                    .hasSize(20);
            assertThat(left(offer)).isZero();
            assertSound(offer);
        }
        assertThat(kept).doesNotContain(Optional.of(spoiled), Optional.of(closed));
        assertThat(bench.events).contains(new CounterSpoiled(spoiled), new CounterWentCold(closed));
        bench.lose(spoiled);
    }

    /** Nothing if something is wrong with the offer's keys. */
    private Optional<OfferId> keptOf(ReserveRequest request) {
        try {
            return bench.reserve(request).map(Reservation::offer);
        } catch (DataAccessException failure) {
            assertThat(SpoiledKeys.areBehind(failure)).as("%s", failure).isTrue();
            return Optional.empty();
        }
    }

    @Test
    void oneRequestAloneIsOneCommand() {
        var offer = bench.openOffer(10, 1);
        assertThat(bench.reserve(request(offer, 1, 1))).isPresent();
        var before = bench.calls(CounterScript.RESERVE);

        assertThat(bench.reserve(request(offer, 2, 1))).isPresent();

        assertThat(bench.calls(CounterScript.RESERVE) - before).isEqualTo(1);
    }

    @Test
    void worksOnAServerThatForgotTheScripts() {
        var offer = bench.openOffer(10, 1);
        bench.redis.execute((RedisCallback<Boolean>) connection -> {
            connection.scriptingCommands().scriptFlush();
            return true;
        });

        var reservation = bench.reserve(request(offer, 1, 1)).orElseThrow();
        assertThat(counter.settle(List.of(reservation))).containsEntry(reservation.id(), SettleAnswer.CONFIRMED);
        assertSound(offer);
    }

    @Test
    void settlesAndReleasesThousandsOfManyOffersInOneGo() {
        var offers =
                IntStream.range(0, 20).mapToObj(i -> bench.openOffer(100, 1)).toList();
        var all = offers.stream()
                .flatMap(offer -> LongStream.rangeClosed(1, 100).mapToObj(shopper -> reservation(offer, shopper, 1)))
                .toList();

        assertThat(counter.settle(all).values()).hasSize(2000).containsOnly(SettleAnswer.ADOPTED);
        counter.release(all);

        assertThat(bench.inspection.views(offers).values()).allMatch(view -> view.left() == 100);
        offers.forEach(this::assertSound);
    }

    @Test
    void tellsOfTheLastTenThousandChangesAndForgetsTheFirst() {
        var offer = bench.openOffer(12_000, 1);

        counter.settle(LongStream.rangeClosed(1, 12_000)
                .mapToObj(shopper -> reservation(offer, shopper, 1))
                .toList());

        assertThat(bench.redis.opsForList().size(key(offer, "moves"))).isBetween(10_000L, 11_000L);
        assertThat(bench.redis.opsForList().index(key(offer, "moves"), -1)).endsWith("|12000");
        assertSound(offer);
    }

    @Test
    void anOlderRebuildLoses() {
        var offer = bench.offer(10, 1);
        var older = bench.loading
                .begin(bench.ledger.terms(offer).orElseThrow(), Duration.ZERO)
                .orElseThrow();
        assertThat(bench.loading.load(older)).isTrue();
        var newer = bench.loading
                .begin(bench.ledger.terms(offer).orElseThrow(), Duration.ZERO)
                .orElseThrow();
        assertThat(bench.loading.load(newer)).isTrue();

        assertThat(bench.loading.load(older)).isFalse();
        assertThat(bench.loading.open(older)).isFalse();
        assertThat(why(request(offer, 7, 1))).isEqualTo(Why.WARMING);
        assertThat(bench.loading.open(newer)).isTrue();
        assertThat(bench.loading.open(newer)).as("again").isTrue();
        assertThat(bench.reserve(request(offer, 7, 1))).isPresent();
    }

    @Test
    void oneOfManyBeginsARebuild() {
        var offer = bench.offer(10, 1);
        var seen = bench.ledger.terms(offer).orElseThrow();

        var begun =
                atOnce(8, times(8, () -> bench.loading.begin(seen, ofMinutes(1)).isPresent()));

        assertThat(begun).filteredOn(won -> won).hasSize(1);
        assertThat(bench.loading.begin(bench.ledger.terms(offer).orElseThrow(), ofMinutes(1)))
                .as("too soon after")
                .isEmpty();
    }

    @Test
    void aPauseSurvivesARebuild() {
        var offer = bench.openOffer(10, 1);
        bench.gate.pause(StockWorkbench.OPERATOR, offer);
        bench.lose(offer);

        bench.open(offer);

        assertThat(why(request(offer, 7, 1))).isEqualTo(Why.PAUSED);
        bench.gate.resume(StockWorkbench.OPERATOR, offer);
        assertThat(bench.reserve(request(offer, 7, 1))).isPresent();
    }

    @Test
    void aPauseDuringARebuildIsNotForgotten() {
        var offer = bench.offer(10, 1);
        var terms = bench.loading
                .begin(bench.ledger.terms(offer).orElseThrow(), Duration.ZERO)
                .orElseThrow();
        bench.loading.load(terms);
        bench.gate.pause(StockWorkbench.OPERATOR, offer);

        bench.loading.open(terms);

        assertThat(why(request(offer, 7, 1))).isEqualTo(Why.PAUSED);
    }

    @Test
    void aNewTotalIsAStateNotADifference() {
        var offer = bench.openOffer(5, 1);
        assertThat(bench.reserve(request(offer, 1, 1))).isPresent();

        assertThat(total(offer, 8, 2)).isEqualTo("DONE");
        assertThat(total(offer, 8, 2)).as("again").isEqualTo("OLD");
        assertThat(total(offer, 7, 4)).isEqualTo("DONE");
        assertThat(total(offer, 20, 3)).as("late").isEqualTo("OLD");
        assertThat(total(new OfferId(nextId()), 8, 2)).isEqualTo("COLD");

        assertThat(bench.inspection.views(List.of(offer)).get(offer))
                .isEqualTo(new StockView(StockView.Gate.OPEN, 6, 7, 1));
        assertSound(offer);
    }

    private String total(OfferId offer, int total, long version) {
        return AsyncRedis.await(bench.scripts.run(
                        CounterScript.TOTAL, offer, List.of(Integer.toString(total), Long.toString(version))))
                .get(0);
    }

    private Why why(ReserveRequest request) {
        return ((ReserveAnswer.Not) counter.reserve(request)).why();
    }

    private int left(OfferId offer) {
        return bench.inspection.check(offer).view().left();
    }

    private void assertSound(OfferId offer) {
        assertThat(bench.inspection.check(offer).findings()).isEmpty();
    }

    private static <T> List<Callable<T>> times(int times, Callable<T> call) {
        return Collections.nCopies(times, call);
    }

    private static <T> List<T> atOnce(int threads, List<? extends Callable<T>> calls) {
        return ConcurrentCalls.run(threads, calls);
    }
}
