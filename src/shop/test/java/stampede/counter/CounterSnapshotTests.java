package stampede.counter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static stampede.counter.StockWorkbench.key;
import static stampede.counter.StockWorkbench.request;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.stock.Reservation;

/** Plants one error at a time: a check that finds nothing would prove nothing. */
class CounterSnapshotTests {

    private final StockWorkbench bench = StockWorkbench.get();
    private final OfferId offer = bench.openOffer(10, 2);
    private String settled = "";
    private String waiting = "";

    @BeforeEach
    void sell() {
        var first = bench.reserve(request(offer, 7, 2)).orElseThrow();
        var second = bench.reserve(request(offer, 8, 1)).orElseThrow();
        bench.counter.settle(List.of(first));
        settled = first.id().toString();
        waiting = second.id().toString();
    }

    @Test
    void findsNothingInGoodBooks() {
        var check = bench.inspection.check(offer);

        assertThat(check.findings()).isEmpty();
        assertThat(check.left()).isEqualTo(7);
        var kept = new TreeMap<Long, Boolean>();
        check.kept().forEach((reservation, units, isSettled) -> kept.put(reservation, isSettled));
        assertThat(kept)
                .containsExactlyInAnyOrderEntriesOf(Map.of(Long.valueOf(settled), true, Long.valueOf(waiting), false));
    }

    @Test
    void findsUnitsThatCameFromNowhere() {
        bench.redis.opsForHash().increment(key(offer, "state"), "left", 1);

        assertThat(findings()).containsExactly("TOTAL total 10 is not left 8 and kept 3");
    }

    @Test
    void findsAReservationThatVanished() {
        bench.redis.opsForHash().delete(key(offer, "reservations"), settled);

        assertThat(findings())
                .containsExactlyInAnyOrder(
                        "TOTAL total 10 is not left 7 and kept 1", "SHOPPERS shopper 7 is counted with 2 but has 0");
    }

    @Test
    void findsAShopperWhoIsNotCounted() {
        bench.redis.opsForHash().delete(key(offer, "shoppers"), "8");

        assertThat(findings()).containsExactly("SHOPPERS shopper 8 has 1 but is not counted");
    }

    @Test
    void findsAReservationThatNobodyWillCheck() {
        bench.redis.opsForZSet().remove(key(offer, "pending"), waiting);

        assertThat(findings())
                .containsExactly(
                        "LINE reservation " + waiting + " is reserved but is not in line for a check",
                        "LINE 0 are in line for a check but 1 are reserved");
    }

    @Test
    void findsACheckForNothing() {
        bench.redis.opsForZSet().add(key(offer, "pending"), "12345", 1);

        assertThat(findings()).containsExactly("LINE 2 are in line for a check but 1 are reserved");
    }

    @Test
    void findsASettledReservationInLineForACheck() {
        bench.redis.opsForZSet().add(key(offer, "pending"), settled, 1);

        assertThat(findings()).contains("LINE reservation " + settled + " has its order but is in line for a check");
    }

    @Test
    void findsWhatIsKeptAndReleased() {
        bench.redis.opsForSet().add(key(offer, "released"), settled);

        assertThat(findings()).containsExactly("RELEASED reservation " + settled + " is kept and released");
    }

    @Test
    void findsARecordThatCannotBeRead() {
        bench.redis.opsForHash().put(key(offer, "reservations"), settled, "nonsense");

        assertThat(findings()).contains("TOTAL reservation " + settled + " has a record that cannot be read");
    }

    @Test
    void reportsAnOfferThatRedisDoesNotKnowAsCold() {
        bench.lose(offer);

        assertThat(bench.inspection.check(offer).view().gate()).isEqualTo(StockView.Gate.COLD);
    }

    @Test
    void findsANameInLineThatIsNoReservation() {
        bench.redis.opsForZSet().add(key(offer, "pending"), "nobody", 1);

        assertThat(findings()).containsExactly("LINE 2 are in line for a check but 1 are reserved");
        assertThat(bench.inspection.check(offer).outOfPlace()).containsExactly("nobody");
    }

    @Test
    void findsUnitsThatNobodyCanHave() {
        bench.redis.opsForHash().put(key(offer, "reservations"), waiting, "P|8|2000000000|5|k|a");

        assertThat(findings()).contains("TOTAL reservation " + waiting + " has a record that cannot be read");
    }

    /** The largest offer there can be, each unit somebody else's: 40 bytes for each of both are 80 MB, and objects would be 400. */
    @Test
    void holdsAMillionReservationsWithoutAnObjectForEach() {
        System.gc();
        var before = used();
        var builder = new CounterSnapshotBuilder(offer);
        for (long i = 1; i <= 1_000_000; i++) {
            var reservation = Long.toString((7L << 55) + (i << 12));
            builder.setRecord(reservation, (i % 2 == 0 ? "C|" : "P|") + i + "|1|1795000000000|key|address");
            builder.setInLine(reservation, i % 2 == 1);
            builder.setUnits(Long.toString(i), "1");
        }
        // Other threads of the suite make garbage meanwhile, and may hold some of it for a moment.
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            System.gc();
            assertThat((used() - before) >> 20).as("megabytes").isLessThan(120);
        });
        System.out.println("PROOF a million reservations take " + ((used() - before) >> 20) + " MB");
        var snapshot = builder.check(new StockView(StockView.Gate.OPEN, 0, 1_000_000, 1), 0);
        assertThat(snapshot.findings()).isEmpty();
    }

    private static long used() {
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }

    /** More reservations than fit on a page, on the move on all sides while they are read. */
    @Test
    void knowsTheCounterAsItIsAtOneMomentWhileUnitsMove() throws Exception {
        var busy = bench.openOffer(100_000, 2);
        var kept = new ConcurrentLinkedQueue<Reservation>();
        var shopper = new AtomicLong();
        for (int i = 0; i < 3_000; i++) {
            bench.reserve(request(busy, shopper.incrementAndGet(), 1)).ifPresent(kept::add);
        }
        var over = new AtomicBoolean();
        var movers = IntStream.range(0, 3)
                .mapToObj(number -> CompletableFuture.runAsync(() -> {
                    while (!over.get()) {
                        move(busy, shopper.incrementAndGet() % 4_000 + 1, kept);
                    }
                }))
                .toList();
        try {
            for (int i = 0; i < 15; i++) {
                var check = bench.inspection.check(busy);
                assertThat(check.findings()).isEmpty();
                var seen = new AtomicInteger();
                check.kept().forEach((reservation, units, isSettled) -> seen.incrementAndGet());
                assertThat(seen.get()).isGreaterThan(1_000);
            }
            bench.redis.opsForHash().increment(key(busy, "shoppers"), "4711", 1);
            assertThat(findings(busy)).containsExactly("SHOPPERS shopper 4711 is counted with 1 but has 0");
        } finally {
            over.set(true);
            CompletableFuture.allOf(movers.toArray(CompletableFuture[]::new)).get(20, TimeUnit.SECONDS);
        }
    }

    private void move(OfferId busy, long shopper, Queue<Reservation> kept) {
        bench.reserve(request(busy, shopper, 1)).ifPresent(kept::add);
        var one = kept.poll();
        if (one == null) {
            return;
        }
        if (one.id().value() % 3 == 0) {
            bench.counter.release(List.of(one));
        } else {
            bench.counter.settle(List.of(one));
            if (one.id().value() % 3 == 1) {
                kept.add(one);
            }
        }
    }

    @Test
    void beginsAgainIfTheOfferIsLoadedAnew() throws Exception {
        for (int i = 0; i < 700; i++) {
            bench.counter.settle(List.of(StockWorkbench.reservation(offer, i + 100, 1)));
        }
        var loads = CompletableFuture.runAsync(() -> {
            for (int i = 0; i < 5; i++) {
                bench.open(offer);
            }
        });

        var check = bench.inspection.check(offer);

        loads.get(20, TimeUnit.SECONDS);
        assertThat(check.findings()).isEmpty();
        assertThat(bench.inspection.check(offer).view().epoch()).isEqualTo(6);
    }

    private List<String> findings() {
        return findings(offer);
    }

    private List<String> findings(OfferId offer) {
        return bench.inspection.check(offer).findings().stream()
                .map(finding -> finding.rule() + " " + finding.deviation())
                .toList();
    }
}
