package stampede.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.GenerationMode;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tag;
import net.jqwik.api.constraints.IntRange;
import stampede.catalog.OfferKind;
import stampede.testing.Proof;

/**
 * Whatever happens in whatever order, the books agree. A sale that fails is made shorter and printed with its seed;
 * {@code -Dsale='KIND UNITS LIMIT COMMANDS'} plays it again.
 */
class SalePropertyTests {

    private static final int LONGEST = 120;

    // In the suite the same sales every time, so that a change is what makes it fail; -Dproof=full plays others.

    @Property(tries = 6, seed = "20261122", generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void whateverIsLostOrLateOrTwice(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commands") List<SaleCommand> commands)
            throws InterruptedException {
        play(units, limit, commands);
    }

    @Property(tries = 6, seed = "20261122", generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void evenIfRedisForgets(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commandsWithLosses") List<SaleCommand> commands)
            throws InterruptedException {
        play(units, limit, commands);
    }

    @Property(tries = 4, seed = "20261124", generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void couponsToo(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commandsWithLosses") List<SaleCommand> commands)
            throws InterruptedException {
        play(OfferKind.COUPON, units, limit, commands);
    }

    @Property(tries = 6, seed = "20261125", generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void whateverIsChangedBeforeItOpens(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commandsWithLosses") List<SaleCommand> commands)
            throws InterruptedException {
        play(units, limit, beforeItOpens(commands));
    }

    @Tag(Proof.WHOLE)
    @Property(tries = 1000, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void whateverIsChangedBeforeItOpensAThousandTimes(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commandsWithLosses") List<SaleCommand> commands)
            throws InterruptedException {
        play(units, limit, beforeItOpens(commands));
    }

    @Tag(Proof.WHOLE)
    @Property(tries = 1000, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void couponsTooAThousandTimes(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commandsWithLosses") List<SaleCommand> commands)
            throws InterruptedException {
        play(OfferKind.COUPON, units, limit, commands);
    }

    @Tag(Proof.WHOLE)
    @Property(tries = 1500, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void whateverIsLostOrLateOrTwiceAThousandTimes(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commands") List<SaleCommand> commands)
            throws InterruptedException {
        play(units, limit, commands);
    }

    @Tag(Proof.WHOLE)
    @Property(tries = 1500, generation = GenerationMode.RANDOMIZED, edgeCases = EdgeCasesMode.NONE)
    void evenIfRedisForgetsAThousandTimes(
            @ForAll @IntRange(min = 1, max = 9) int units,
            @ForAll @IntRange(min = 1, max = 5) int limit,
            @ForAll("commandsWithLosses") List<SaleCommand> commands)
            throws InterruptedException {
        play(units, limit, commands);
    }

    /** Plays the sale of {@code -Dsale}, or a short one. */
    @Example
    void aSaleCanBePlayedAgain() throws InterruptedException {
        var sale = System.getProperty("sale", "GOODS 3 2 RESERVE:1:1:0,PLACE:0:0:7")
                .split(" ", -1);
        play(
                OfferKind.valueOf(sale[0]),
                Integer.parseInt(sale[1]),
                Integer.parseInt(sale[2]),
                SaleCommand.parse(sale[3]));
    }

    @Provide
    Arbitrary<List<SaleCommand>> commands() {
        return commands(false);
    }

    @Provide
    Arbitrary<List<SaleCommand>> commandsWithLosses() {
        return commands(true);
    }

    private static Arbitrary<List<SaleCommand>> commands(boolean redisForgets) {
        return Arbitraries.randomValue(chance -> SaleCommand.some(chance, redisForgets))
                .flatMap(kinds -> Arbitraries.randomValue(chance -> SaleCommand.random(chance, kinds))
                        .list()
                        .ofMaxSize(LONGEST)
                        .withSizeDistribution(RandomDistribution.uniform()));
    }

    private static List<SaleCommand> beforeItOpens(List<SaleCommand> commands) {
        return Stream.concat(Stream.of(SaleCommand.OPENS_LATER), commands.stream())
                .toList();
    }

    private static void play(int units, int limit, List<SaleCommand> commands) throws InterruptedException {
        play(OfferKind.GOODS, units, limit, commands);
    }

    private static void play(OfferKind kind, int units, int limit, List<SaleCommand> commands)
            throws InterruptedException {
        assertThat(new PlayedSale(kind, units, limit, Mutant.NONE).play(commands))
                .as("-Dsale='%s %d %d %s'", kind, units, limit, SaleCommand.text(commands))
                .isEmpty();
    }
}
