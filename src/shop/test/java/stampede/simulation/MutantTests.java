package stampede.simulation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.core.io.ClassPathResource;
import stampede.catalog.OfferKind;
import stampede.simulation.PlayedSale.Failure;
import stampede.testing.Proof;

/**
 * The test of the tests: breaks one rule of the protocol at a time, and somebody must notice. Prints who did, and how soon. In the suite
 * each mutant plays a short sale of its own ({@code mutants.txt}), which must go well without it; when proofs are whole, chance looks for
 * the mutants. {@code -Dmutants.seed=…} repeats what chance did, {@code -Dmutants.shorten=…} makes a sale of it in so many tries.
 */
class MutantTests {

    private static final int SALES = 200;
    private static final int STEPS = 100;
    private static final Set<Sale> GOOD = new HashSet<>();
    private static final int MOST_TRIES_TO_SHORTEN = Integer.getInteger("mutants.shorten", 0);

    @ParameterizedTest
    @EnumSource(value = Mutant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isNoticedInItsSale(Mutant mutant) throws InterruptedException {
        var sale = Optional.ofNullable(knownSales().get(mutant))
                .orElseThrow(() -> new AssertionError(
                        "mutants.txt has no sale of " + mutant + "; -Dproof=full -Dmutants.shorten=100 finds one"));
        if (GOOD.add(sale)) {
            assertThat(sale.play(Mutant.NONE)).as("without the mutant").isEmpty();
        }

        var noticed = sale.play(mutant);

        assertThat(noticed).isPresent();
        print(mutant, noticed.get(), 1, noticed.get().step());
    }

    @Tag(Proof.WHOLE)
    @ParameterizedTest
    @EnumSource(value = Mutant.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void isNoticedByChance(Mutant mutant) throws InterruptedException {
        var seed = Long.getLong("mutants.seed", System.nanoTime());
        var chance = new Random(seed);
        var steps = 0;
        for (int tried = 1; tried <= SALES; tried++) {
            var sale = Sale.random(chance);
            var noticed = sale.play(mutant);
            steps += noticed.map(Failure::step).orElse(STEPS);
            if (noticed.isPresent()) {
                print(mutant, noticed.get(), tried, steps);
                shorten(mutant, sale.cut(noticed.get().step()));
                return;
            }
        }
        fail("Nobody noticed %s in %d sales of -Dmutants.seed=%d", mutant, SALES, seed);
    }

    private static void print(Mutant mutant, Failure noticed, int sales, int steps) {
        Proof.print(
                "mutant %s | %s | step %d, sale %d | %s",
                mutant, noticed.when(), steps, sales, noticed.what().get(0));
    }

    /** Leaves out what the mutant is noticed without, and prints a line for {@code mutants.txt}. */
    private static void shorten(Mutant mutant, Sale found) throws InterruptedException {
        var shortest = found;
        var tries = 0;
        for (int part = found.commands().size() / 2; part > 0 && tries < MOST_TRIES_TO_SHORTEN; part /= 2) {
            for (int from = 0; from < shortest.commands().size() && tries < MOST_TRIES_TO_SHORTEN; ) {
                var shorter = shortest.without(from, part);
                tries++;
                var noticed = shorter.play(mutant);
                if (noticed.isPresent()) {
                    shortest = shorter.cut(noticed.get().step());
                } else {
                    from += part;
                }
            }
        }
        if (tries > 0) {
            System.out.println("SALE " + mutant + " " + shortest);
        }
    }

    private static Map<Mutant, Sale> knownSales() {
        try {
            return new ClassPathResource("mutants.txt", MutantTests.class)
                    .getContentAsString(StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split(" ", 2))
                    .collect(Collectors.toMap(line -> Mutant.valueOf(line[0]), line -> Sale.parse(line[1])));
        } catch (IOException cause) {
            throw new UncheckedIOException(cause);
        }
    }

    /** A sale before it is played. */
    private record Sale(OfferKind kind, int units, int limit, List<SaleCommand> commands) {

        static Sale random(Random chance) {
            var kinds = SaleCommand.some(chance, true);
            return new Sale(
                    chance.nextInt(4) == 0 ? OfferKind.COUPON : OfferKind.GOODS,
                    1 + chance.nextInt(9),
                    1 + chance.nextInt(4),
                    Stream.concat(
                                    Stream.of(SaleCommand.OPENS_LATER).filter(first -> chance.nextInt(4) == 0),
                                    Stream.generate(() -> SaleCommand.random(chance, kinds)))
                            .limit(STEPS)
                            .toList());
        }

        static Sale parse(String text) {
            var parts = text.split(" ", 4);
            return new Sale(
                    OfferKind.valueOf(parts[0]),
                    Integer.parseInt(parts[1]),
                    Integer.parseInt(parts[2]),
                    SaleCommand.parse(parts[3]));
        }

        Optional<Failure> play(Mutant mutant) throws InterruptedException {
            return new PlayedSale(kind, units, limit, mutant).play(commands);
        }

        Sale cut(int length) {
            return new Sale(kind, units, limit, commands.subList(0, Math.min(length, commands.size())));
        }

        Sale without(int from, int count) {
            var left = new ArrayList<>(commands);
            left.subList(from, Math.min(left.size(), from + count)).clear();
            return new Sale(kind, units, limit, left);
        }

        @Override
        public String toString() {
            return kind + " " + units + " " + limit + " " + SaleCommand.text(commands);
        }
    }
}
