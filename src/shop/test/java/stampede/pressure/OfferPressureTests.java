package stampede.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import stampede.catalog.OfferId;
import stampede.testing.Proof;

class OfferPressureTests {

    private static final OfferId HOT = new OfferId(1);
    private static final OfferId OTHER = new OfferId(2);
    private static final int THREADS = 4;
    private static final int EACH = 50_000;

    private final AtomicLong now = new AtomicLong(-Duration.ofSeconds(3).toNanos());
    private final OfferPressure pressure = new OfferPressure(now::get);

    @Test
    void nobodyPressesForAnOfferThatNobodyClicked() {
        assertThat(pressure.perSecond(HOT)).isZero();
    }

    @Test
    void tellsTheClicksOfTheLastSecondByOffer() {
        for (int quarter = 0; quarter < 8; quarter++) {
            click(HOT, 10 * quarter);
            click(OTHER, 1);
            pass(250);
        }

        assertThat(pressure.perSecond(HOT)).isEqualTo(40 + 50 + 60 + 70);
        assertThat(pressure.perSecond(OTHER)).isEqualTo(4);
    }

    @Test
    void theQuarterThatIsNotOverDoesNotCount() {
        click(HOT, 7);
        assertThat(pressure.perSecond(HOT)).isZero();

        pass(250);
        assertThat(pressure.perSecond(HOT)).isEqualTo(7);
    }

    @Test
    void forgetsWhatIsMoreThanASecondOld() {
        click(HOT, 7);
        pass(1_000);
        assertThat(pressure.perSecond(HOT)).isEqualTo(7);

        pass(250);
        assertThat(pressure.perSecond(HOT)).isZero();

        pass(10 * 2_000);
        assertThat(pressure.perSecond(HOT))
                .as("the same places in memory, ten rounds later")
                .isZero();
    }

    @Test
    void missesNoClickOfManyThreads() {
        var threads = IntStream.range(0, THREADS)
                .mapToObj(thread -> CompletableFuture.runAsync(() -> click(HOT, EACH)))
                .toArray(CompletableFuture[]::new);
        CompletableFuture.allOf(threads).orTimeout(1, TimeUnit.MINUTES).join();

        pass(250);
        assertThat(pressure.perSecond(HOT)).isEqualTo(THREADS * EACH);
    }

    @Test
    void staysSmallHoweverManyOffersAreClicked() {
        IntStream.rangeClosed(1, 50_000).forEach(offer -> click(new OfferId(offer), 1));
        pass(250);

        assertThat(IntStream.rangeClosed(1, 50_000)
                        .filter(offer -> pressure.perSecond(new OfferId(offer)) > 0)
                        .count())
                .isBetween(1L, 10_000L);
    }

    @Test
    void aClickCostsNextToNothing() {
        var clicks = Proof.size(1_000_000, 50_000_000);
        var real = new OfferPressure(System::nanoTime);
        var began = System.nanoTime();
        for (int click = 0; click < clicks; click++) {
            real.count(HOT);
        }
        var each = (System.nanoTime() - began) / clicks;

        Proof.print("A click is counted in %d ns", each);
        assertThat(each).as("nanoseconds, on a busy machine").isLessThan(5_000);
    }

    private void click(OfferId offer, int times) {
        for (int time = 0; time < times; time++) {
            pressure.count(offer);
        }
    }

    private void pass(int millis) {
        now.addAndGet(Duration.ofMillis(millis).toNanos());
    }
}
