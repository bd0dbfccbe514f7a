package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.hash.HashCode;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiFunction;
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

    private static final int GAMES = Integer.getInteger("room.games", Proof.size(40, 10_000));

    /** So many sales have to be enough to find what is broken. */
    private static final int FOUND_WITHIN = 400;

    @Test
    void keepsWhatTheRoomPromises() {
        var wipes = IntStream.range(0, GAMES)
                .map(number -> {
                    var simulation = simulation(number, UnaryOperator.identity(), RoomDraw::of);
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
                        .mapToObj(number ->
                                simulation(number, mutant::bend, RoomDraw::of).play())
                        .filter(broken -> !broken.isEmpty())
                        .findFirst())
                .hasValueSatisfying(broken -> assertThat(broken).anyMatch(words -> words.contains(mutant.words)));
    }

    /** Whoever comes in by another draw than everybody can make again has bought before their turn. */
    @Test
    void findsADrawThatIsAnother() {
        for (var wrong : List.<BiFunction<HashCode, Integer, RoomDraw>>of(
                (seed, early) -> RoomDraw.of(seed, 0),
                (seed, early) -> RoomDraw.of(RoomDrawTests.seed(FIRST - 1), early))) {
            assertThat(simulation(0, UnaryOperator.identity(), wrong).play())
                    .anyMatch(words -> words.contains("bought before its turn"))
                    .anyMatch(words -> words.contains("had its turn"));
        }
    }

    private static RoomSimulation simulation(
            int number, UnaryOperator<String> bend, BiFunction<HashCode, Integer, RoomDraw> drawing) {
        var bench = StockWorkbench.get();
        return new RoomSimulation(FIRST + number, bench.redis, StockWorkbench.nextId(), bend, drawing);
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
        FORGETS_WHO_IS_ON_THE_WAY(
                "local expected = math.max(0, asked * come - came)", "local expected = 0", "turn went to"),
        ENDS_WHILE_UNITS_MAY_COME_BACK(
                "elseif left == 0 and unpaid >= 0 then", "elseif left == 0 then unpaid = 0", "over while"),
        NEVER_ENDS("'left', 0, 'unpaid', unpaid)", "'left', 0)", "not over"),
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
