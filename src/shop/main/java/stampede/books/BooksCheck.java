package stampede.books;

import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.stereotype.Service;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.counter.CounterFinding;
import stampede.counter.CounterInspection;
import stampede.counter.CounterSnapshot;
import stampede.counter.StockView;

/**
 * Proves the books of an offer, or says where they do not agree. The database is read in one snapshot and Redis as it is at one
 * moment, neither of which stops anybody; between the two there is a while, so the rules that compare them hold only when no
 * order is under way.
 */
@Service
public class BooksCheck {

    private final LedgerCheckRepository database;
    private final CounterInspection inspection;
    private final HighestEpochs epochs;
    private final DeadLetterCount deadLetters;
    private final BooksProperties properties;
    private final TransactionTemplate snapshot;
    private final Clock clock;

    public BooksCheck(
            LedgerCheckRepository database,
            CounterInspection inspection,
            HighestEpochs epochs,
            DeadLetterCount deadLetters,
            BooksProperties properties,
            PlatformTransactionManager transactions,
            Clock clock) {
        this.database = database;
        this.inspection = inspection;
        this.epochs = epochs;
        this.deadLetters = deadLetters;
        this.properties = properties;
        this.clock = clock;
        this.snapshot = new TransactionTemplate(transactions);
        snapshot.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        snapshot.setPropagationBehavior(TransactionDefinition.PROPAGATION_REQUIRES_NEW);
        snapshot.setReadOnly(true);
    }

    /**
     * Checks all rules for one offer. Reads every reservation and every order of it.
     *
     * @throws org.springframework.dao.DataAccessException if the database or Redis does not answer
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public BooksReport check(OfferId offer) {
        var books = Objects.requireNonNull(snapshot.execute(status -> database.read(offer)));
        var lives = lives();
        var counter = inspection.check(offer);
        var reserved = Reserved.of(counter);
        var now = clock.instant();
        return new BooksReport(
                offer,
                now,
                figures(books, counter, reserved),
                Stream.of(
                                books.findings(),
                                redis(counter),
                                List.of(
                                        epoch(lives, offer, counter, books),
                                        redis(Rule.R6, CounterFinding.Rule.KEYS, counter)))
                        .flatMap(List::stream)
                        .toList(),
                Stream.of(twoSides(books, counter, now), books.atRest(), List.of(deadLetters()))
                        .flatMap(List::stream)
                        .toList(),
                reserved.reservations(),
                reserved.reservations() == 0
                        && !books.lastMove().plus(properties.restAfter()).isAfter(now));
    }

    /**
     * The rules of the database alone that do not hold, for a sale that is over. Reads every order of it.
     *
     * @throws IllegalArgumentException if the ledger has no such offer
     */
    public List<RuleFinding> brokenInDatabase(OfferId offer) {
        var books = Objects.requireNonNull(snapshot.execute(status -> database.read(offer)));
        return Stream.concat(books.findings().stream(), books.atRest().stream())
                .filter(finding -> !finding.ok())
                .toList();
    }

    private static BooksReport.Figures figures(LedgerBooks books, CounterSnapshot counter, Reserved reserved) {
        return new BooksReport.Figures(
                books.total(),
                books.available(),
                books.held().units(),
                counter.view().gate() != StockView.Gate.COLD,
                counter.left(),
                reserved.units());
    }

    private static List<RuleFinding> redis(CounterSnapshot counter) {
        return List.of(
                redis(Rule.R1, CounterFinding.Rule.TOTAL, counter),
                redis(Rule.R2, CounterFinding.Rule.SHOPPERS, counter),
                redis(Rule.R3, CounterFinding.Rule.LINE, counter),
                redis(Rule.R4, CounterFinding.Rule.RELEASED, counter));
    }

    private static RuleFinding redis(Rule rule, CounterFinding.Rule inCounter, CounterSnapshot counter) {
        return new RuleFinding(
                rule,
                counter.findings().stream()
                        .filter(finding -> finding.rule() == inCounter)
                        .map(CounterFinding::deviation)
                        .collect(Collectors.joining("; ")));
    }

    private Set<String> lives() {
        return Set.copyOf(inspection.lives().values());
    }

    private RuleFinding epoch(Set<String> lives, OfferId offer, CounterSnapshot counter, LedgerBooks books) {
        // One that the ledger has not given yet was begun meanwhile, or written by hand; neither is one to remember.
        var fell = counter.view().epoch() > books.epoch() ? "" : fall(lives, offer, counter.view());
        var now = fell.isEmpty() ? fell : fall(lives(), offer, view(offer));
        return new RuleFinding(Rule.R5, now);
    }

    /** Another check on this node may have seen a newer epoch since this one looked, so a fall is looked at again. */
    private String fall(Set<String> lives, OfferId offer, StockView view) {
        return view.gate() == StockView.Gate.COLD ? "" : epochs.see(lives, offer, view.epoch());
    }

    private StockView view(OfferId offer) {
        return Objects.requireNonNull(inspection.views(List.of(offer)).get(offer));
    }

    private RuleFinding deadLetters() {
        return new RuleFinding(
                Rule.Q6,
                deadLetters
                        .waiting()
                        .map(tasks -> tasks == 0 ? "" : tasks + " are in the dead-letter queue")
                        .orElse("The dead-letter queue cannot be asked"));
    }

    /** Before its first warm-up and after its end Redis need not know an offer; then there is nothing to compare. */
    private static List<RuleFinding> twoSides(LedgerBooks books, CounterSnapshot counter, Instant now) {
        if (counter.view().gate() == StockView.Gate.COLD) {
            var cold = books.opened() && now.isBefore(books.closesAt()) ? "Redis does not know the offer" : "";
            return List.of(
                    new RuleFinding(Rule.Q1, cold), new RuleFinding(Rule.Q2, cold), new RuleFinding(Rule.Q3, cold));
        }
        return List.of(
                new RuleFinding(Rule.Q1, heldAndKept(books, counter)),
                new RuleFinding(
                        Rule.Q2,
                        counter.left() == books.available()
                                ? ""
                                : "Redis has " + counter.left() + " left, the database " + books.available()),
                new RuleFinding(
                        Rule.Q3,
                        books.total() == counter.left() + books.held().units()
                                ? ""
                                : "Of " + books.total() + " units " + counter.left() + " are left in Redis and "
                                        + books.held().units() + " held by orders"));
    }

    private static String heldAndKept(LedgerBooks books, CounterSnapshot counter) {
        var held = books.held().orders();
        var met = new BitSet(held.length);
        var onlyKept = new IdSample();
        counter.kept().forEach((reservation, units, settled) -> {
            var at = Arrays.binarySearch(held, reservation);
            if (at >= 0) {
                met.set(at);
            }
            if (at < 0 || !settled) {
                onlyKept.add(reservation);
            }
        });
        var onlyHeld = new IdSample();
        for (int at = met.nextClearBit(0); at < held.length; at = met.nextClearBit(at + 1)) {
            onlyHeld.add(held[at]);
        }
        return (onlyKept.isEmpty() ? "" : "only in Redis, or not settled there: " + onlyKept + ". ")
                + (onlyHeld.isEmpty() ? "" : "only in the database: " + onlyHeld + ".");
    }

    /** What no order holds yet. */
    private record Reserved(int reservations, int units) {

        static Reserved of(CounterSnapshot counter) {
            var sums = new int[2];
            counter.kept().forEach((reservation, units, settled) -> {
                sums[0] += settled ? 0 : 1;
                sums[1] += settled ? 0 : units;
            });
            return new Reserved(sums[0], sums[1]);
        }
    }
}
