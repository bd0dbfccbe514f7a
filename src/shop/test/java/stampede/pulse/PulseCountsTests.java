package stampede.pulse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;

/** Counting, and the texts in which counts travel. */
class PulseCountsTests {

    private static final OfferId OFFER = new OfferId(7);

    @Test
    void everyRefusalIsAnEvent() {
        assertThat(PulseEvent.refusals()).hasSameSizeAs(PurchaseRefusal.values());
        assertThat(PurchaseRefusal.values())
                .allSatisfy(refusal -> assertThat(PulseEvent.of(refusal).name()).isEqualTo(refusal.name()));
    }

    @Test
    void nothingIsCountedTwiceOrLostWhileOthersCount() throws Exception {
        var pulse = new Pulse();
        var threads = 4;
        var each = 50_000;
        var sum = new PulseCounts();
        var pool = Executors.newFixedThreadPool(threads);
        try {
            var counting = pool.invokeAll(IntStream.range(0, threads)
                    .<Callable<Boolean>>mapToObj(thread -> () -> {
                        for (int press = 0; press < each; press++) {
                            pulse.count(OFFER, PulseEvent.ACCEPTED);
                            pulse.time(OFFER, 1_000_000);
                            if (press % 1_000 == 0 && thread == 0) {
                                pulse.take().forEach(taken -> sum.addAll(taken.counts()));
                            }
                        }
                        return true;
                    })
                    .toList());
            assertThat(counting).hasSize(threads);
        } finally {
            pool.shutdown();
        }
        pulse.take().forEach(taken -> sum.addAll(taken.counts()));

        assertThat(sum.of(PulseEvent.ACCEPTED)).isEqualTo((long) threads * each);
        assertThat(Arrays.stream(sum.decide()).sum()).isEqualTo((long) threads * each);
    }

    @Test
    void countingAllocatesNothing() {
        var pulse = new Pulse();
        pulse.count(OFFER, PulseEvent.ACCEPTED);
        pulse.time(OFFER, 1_000_000);
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        var before = threads.getCurrentThreadAllocatedBytes();

        for (int press = 0; press < 100_000; press++) {
            pulse.count(OFFER, PulseEvent.SOLD_OUT);
            pulse.time(OFFER, press);
        }

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(100_000);
    }

    @Test
    void whatHappensToNumbersThatAreNoOffersIsCountedTogether() {
        var pulse = new Pulse();
        for (int number = 1; number <= 5_000; number++) {
            pulse.count(new OfferId(number), PulseEvent.TOO_MANY_ATTEMPTS);
        }
        pulse.count(OFFER, PulseEvent.SOLD_OUT);
        pulse.count(OFFER, PulseEvent.TOO_MANY_ATTEMPTS);

        var taken = pulse.take();

        assertThat(taken).hasSize(2);
        assertThat(taken).anySatisfy(one -> {
            assertThat(one.offer()).isEmpty();
            assertThat(one.counts().of(PulseEvent.TOO_MANY_ATTEMPTS)).isEqualTo(5_000);
        });
        assertThat(taken).anySatisfy(one -> {
            assertThat(one.offer()).isEqualTo(Optional.of(OFFER));
            assertThat(one.counts().of(PulseEvent.TOO_MANY_ATTEMPTS)).isOne();
        });
    }

    @Test
    void thereAreSoManyOffersAndNoMore() {
        var pulse = new Pulse();
        for (int number = 1; number <= 2 * Pulse.MOST_OFFERS; number++) {
            pulse.count(new OfferId(number), PulseEvent.ACCEPTED);
        }

        assertThat(pulse.take()).hasSize(Pulse.MOST_OFFERS + 1);
    }

    @Test
    void aTextReadsAsItWasWrittenAndLeavesOutWhatIsUnknown() {
        var counts = new PulseCounts();
        counts.addText("ACCEPTED=812,SOLD_OUT=3,PAID_FEN=5000000000,d12=815,o20=800");

        assertThat(counts.text()).isEqualTo("ACCEPTED=812,SOLD_OUT=3,PAID_FEN=5000000000,d12=815,o20=800");
        counts.addText("ACCEPTED=1,OF_TOMORROW=9,d99=1,dx=1,=,ACCEPTED=many,,o=3");
        assertThat(counts.text()).isEqualTo("ACCEPTED=813,SOLD_OUT=3,PAID_FEN=5000000000,d12=815,o20=800");
    }

    @Test
    void ofTwoReadingsOfAMinuteTheLargerNumbersCount() {
        var early = MinuteCounts.of(Map.of("3.a.1", "ACCEPTED=5,d2=5"));
        var late = MinuteCounts.of(
                Map.of("3.a.1", "ACCEPTED=5,d2=5", "4.b.9", "ACCEPTED=2,PLACED=1,d2=2", "x", "ACCEPTED=1"));

        var kept = MinuteCounts.read(60, true, MinuteCounts.larger(early.arrays(), late.arrays()));

        assertThat(kept.sum(PulseEvent.ACCEPTED)).isEqualTo(7);
        assertThat(kept.sum(PulseEvent.PLACED)).isOne();
        assertThat(kept.seconds()).containsOnlyKeys(PulseEvent.ACCEPTED, PulseEvent.PLACED);
        assertThat(kept.seconds().get(PulseEvent.ACCEPTED)).hasSize(60);
        assertThat(kept.decideBuckets()[2]).isEqualTo(7);
        var sums = MinuteCounts.read(60, true, MinuteCounts.sums(late.arrays()));
        assertThat(sums.seconds().get(PulseEvent.ACCEPTED)).containsExactly(7);
        assertThat(sums.decideBuckets()[2]).isEqualTo(7);
    }

    @Test
    void aPercentileIsTheBoundOfItsClass() {
        var counts = new long[PulseBuckets.COUNT];
        IntStream.range(0, 99)
                .forEach(one -> counts[PulseBuckets.of(Duration.ofMillis(2).toNanos())]++);
        counts[PulseBuckets.of(Duration.ofMillis(900).toNanos())]++;

        assertThat(PulseBuckets.percentile(counts, 0.5).orElseThrow()).isBetween(2.0, 2.5);
        assertThat(PulseBuckets.percentile(counts, 0.99).orElseThrow()).isBetween(2.0, 2.5);
        assertThat(PulseBuckets.percentile(counts, 1).orElseThrow()).isBetween(900.0, 1_120.0);
        assertThat(PulseBuckets.percentile(new long[PulseBuckets.COUNT], 0.5)).isEmpty();
        assertThat(PulseBuckets.millis(0)).isEqualTo(0.1);
        assertThat(PulseBuckets.millis(PulseBuckets.COUNT - 1)).isCloseTo(60_000, within(1.0));
        assertThat(PulseBuckets.of(Duration.ofHours(1).toNanos())).isEqualTo(PulseBuckets.COUNT - 1);
    }

    @Test
    void whatIsDroppedLeavesAGapAndTheBacklogIsBounded() {
        var backlog = new PulseBacklog();
        backlog.add(IntStream.range(0, PulseBacklog.MOST_LINES + 10)
                .mapToObj(number -> new PulseLine(1, 600 + number / 1_000, "f" + number, "ACCEPTED=1"))
                .toList());

        assertThat(backlog.drop(0)).isEqualTo(10);
        assertThat(backlog.drop(602)).isEqualTo(1_990);
        assertThat(backlog.first(PulseBacklog.MOST_LINES)).contains(new PulseLine(1, 600, PulseLine.GAP, "1"));

        var first = backlog.first(100);
        backlog.forget(first);
        assertThat(backlog.first(1).get(0).field()).isEqualTo("f2100");
    }
}
