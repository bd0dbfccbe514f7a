package stampede.books;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import stampede.books.SimulatedSale.Mistake;

/**
 * Plays random sales. {@code -Dseed=…} repeats one that failed, {@code -Dsales=…} plays more than the few of every build.
 */
class SimulationTests {

    private static final int STEPS = 250;
    private static final int SALES = Integer.getInteger("sales", 4);

    @Test
    void theBooksAgreeWhateverIsLostOrLateOrTwice() throws InterruptedException {
        play(false);
    }

    @Test
    void theBooksAgreeEvenIfRedisForgets() throws InterruptedException {
        play(true);
    }

    /** The simulation is worth something only if it notices mistakes. */
    @ParameterizedTest
    @EnumSource(value = Mistake.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void noticesEachMistake(Mistake mistake) throws InterruptedException {
        var seeds = seeds();
        for (int sale = 1; sale <= 20; sale++) {
            if (!new SimulatedSale(seeds.nextLong(), false, mistake).play(STEPS).isEmpty()) {
                return;
            }
        }
        throw new AssertionError("Nobody noticed " + mistake);
    }

    private static void play(boolean redisForgets) throws InterruptedException {
        var seeds = seeds();
        for (int sale = 1; sale <= SALES; sale++) {
            var seed = sale == 1 ? Long.getLong("seed", seeds.nextLong()) : seeds.nextLong();
            assertThat(new ArrayList<>(new SimulatedSale(seed, redisForgets, Mistake.NONE).play(STEPS)))
                    .as("-Dseed=" + seed + " -Dsales=1")
                    .isEmpty();
        }
    }

    private static Random seeds() {
        return new Random(System.nanoTime());
    }
}
