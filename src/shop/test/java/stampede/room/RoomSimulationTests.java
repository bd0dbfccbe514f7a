package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import stampede.counter.StockWorkbench;
import stampede.testing.Proof;

/** Plays sales with a room; a number that breaks something plays the same again. */
class RoomSimulationTests {

    private static final long FIRST = Long.getLong("room.seed", 20_261_128);

    /** So many sales have to be enough to find what is broken. */
    private static final int FOUND_WITHIN = 400;

    @Test
    void keepsWhatTheRoomPromises() {
        var wipes = IntStream.range(0, Proof.size(40, 10_000))
                .map(number -> {
                    var simulation = simulation(number, UnaryOperator.identity());
                    assertThat(simulation.play())
                            .as("-Droom.seed=" + (FIRST + number))
                            .isEmpty();
                    return simulation.wipes();
                })
                .sum();

        assertThat(wipes).as("it was forgotten now and then").isPositive();
    }

    @ParameterizedTest
    @EnumSource
    void findsWhatIsBroken(Mutant mutant) {
        assertThat(Arrays.stream(RoomScript.values()).map(script -> script.lua().source()))
                .as("it changes something")
                .anyMatch(source -> !mutant.bend(source).equals(source));

        assertThat(IntStream.range(0, FOUND_WITHIN)
                        .mapToObj(number -> simulation(number, mutant::bend).play())
                        .filter(broken -> !broken.isEmpty())
                        .findFirst())
                .hasValueSatisfying(broken -> assertThat(broken).anyMatch(words -> words.contains(mutant.words)));
    }

    private static RoomSimulation simulation(int number, UnaryOperator<String> bend) {
        var bench = StockWorkbench.get();
        return new RoomSimulation(FIRST + number, bench.redis, StockWorkbench.nextId(), bend);
    }

    /** A mistake in a script, and what is said of it. */
    private enum Mutant {
        SERVES_BEFORE_THE_DRAW_IS_KEPT(
                "if mode == 'DRAWN' and recorded >= 0 then", """
                if mode == 'DRAWN' then
                  recorded = early""", "before the database had the draw"),
        OPENS_TOO_EARLY(
                "if mode == 'GATHERING' and now >= opens then", "if mode == 'GATHERING' then", "before the opening"),
        FORGETS_NUMBERS("local number = shown", "shown = -1 local number = -1", "became"),
        LETS_EVERYBODY_IN("math.max(0, most - out - expected, (most - out) * passed / 16000)", "1000", "turn went to"),
        GOES_BACK("local to = math.min(", "local to = turn > 30 and 5 or math.min(", "went back");

        private final String find;
        private final String replace;
        private final String words;

        Mutant(String find, String replace, String words) {
            this.find = find;
            this.replace = replace;
            this.words = words;
        }

        private String bend(String source) {
            return source.replace(find, replace);
        }
    }
}
