package stampede.compensation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.mockito.Mockito.mock;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.catalog.OfferId;
import stampede.compensation.CompensationProperties.Storage;
import stampede.listing.ReplicaListRepository;
import stampede.task.spi.QueueNames;
import stampede.task.spi.ThisNode;
import tools.jackson.databind.json.JsonMapper;

/** The log while the database is away, and what its lines are. */
class CompensationJournalTests {

    private static final int MORE_THAN_WAIT = CompensationWriter.MOST_WAITING + 700;

    private final JsonMapper json = new JsonMapper();
    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private final Table table = new Table();
    private final CompensationWriter writer =
            new CompensationWriter(table, new TransactionTemplate(mock(PlatformTransactionManager.class)), meters);

    @Test
    void theFileGoesOnWithoutTheDatabaseAndTheTableGetsWhatCouldWait(@TempDir Path directory) throws IOException {
        table.isAway = true;
        try (var file = new Closing(new CompensationFile(properties(Storage.BOTH, directory), json))) {
            var journal = journal(Storage.BOTH, file.file());
            writer.start();
            for (var number = 1; number <= MORE_THAN_WAIT; number++) {
                journal.write(line(number));
            }

            var lines = Files.readAllLines(directory.resolve(CompensationFile.NAME));
            assertThat(lines).hasSize(MORE_THAN_WAIT);
            assertThat(lines).allSatisfy(line -> {
                var read = json.readTree(line);
                assertThat(Instant.parse(read.path("at").asString())).isNotNull();
                assertThat(read.path("kind").asString()).isEqualTo("REFUND_TRIED");
                assertThat(read.path("outcome").asString()).isEqualTo("RETRYING");
            });
            assertThat(dropped()).isBetween(1.0, 700.0);

            table.isAway = false;
            await().atMost(Duration.ofSeconds(10)).until(() -> table.lines.size() + (int) dropped() == MORE_THAN_WAIT);
            assertThat(table.lines.get(0).of().order()).isEqualTo(1);
            assertThat(meters.get("stampede.compensations")
                            .tag("kind", "REFUND_TRIED")
                            .tag("outcome", "RETRYING")
                            .counter()
                            .count())
                    .isEqualTo(MORE_THAN_WAIT);
        } finally {
            writer.stop();
        }
    }

    @Test
    void writesWhatWaitsWhenTheNodeStops(@TempDir Path directory) {
        var journal = journal(Storage.DB, new CompensationFile(properties(Storage.DB, directory), json));
        writer.start();
        journal.write(line(1));
        journal.write(line(2));

        writer.stop();

        assertThat(table.lines).hasSize(2);
        assertThat(directory).as("no file was asked for").isEmptyDirectory();
    }

    @Test
    void eachKindIsCountedFromTheBeginning(@TempDir Path directory) {
        journal(Storage.FILE, new CompensationFile(properties(Storage.DB, directory), json));

        assertThat(meters.find("stampede.compensations").counters())
                .hasSize(List.of(CompensationKind.values()).stream()
                        .mapToInt(kind -> kind.outcomes().size())
                        .sum())
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
    }

    private double dropped() {
        return meters.get("stampede.compensation.dropped").counter().count();
    }

    private static Compensation line(long order) {
        return Compensation.of(CompensationKind.REFUND_TRIED, CompensationOutcome.RETRYING, "payment")
                .order(order)
                .offer(new OfferId(7))
                .fen(1990)
                .wait(Duration.ofSeconds(2))
                .cause("a \"quoted\"\nword")
                .build();
    }

    private CompensationJournal journal(Storage storage, CompensationFile file) {
        return new CompensationJournal(
                table,
                writer,
                file,
                properties(storage, Path.of("")),
                new ThisNode(new QueueNames("test")),
                Clock.systemUTC(),
                meters);
    }

    private static CompensationProperties properties(Storage storage, Path directory) {
        return new CompensationProperties(storage, directory.toString(), Duration.ofDays(90));
    }

    /** A table that may be away. */
    private static final class Table extends CompensationRepository {

        private final List<CompensationLine> lines = new CopyOnWriteArrayList<>();
        private volatile boolean isAway;

        Table() {
            super(mock(JdbcTemplate.class), mock(JdbcClient.class), mock(ReplicaListRepository.class));
        }

        @Override
        void add(List<CompensationLine> some) {
            if (isAway) {
                throw new DataAccessResourceFailureException("away");
            }
            lines.addAll(some);
        }
    }

    /** A file that is closed when the test ends. */
    private record Closing(CompensationFile file) implements AutoCloseable {

        @Override
        public void close() {
            file.destroy();
        }
    }
}
