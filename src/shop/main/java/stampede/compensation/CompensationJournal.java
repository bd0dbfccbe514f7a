package stampede.compensation;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;
import stampede.support.AfterCommit;
import stampede.support.OpenTransaction;
import stampede.task.spi.ThisNode;

/** Takes what is to be written down, and hands it to the table and to the file. Counts {@code stampede.compensations}. */
@Component
class CompensationJournal implements Compensations {

    private final CompensationRepository rows;
    private final CompensationWriter writer;
    private final CompensationFile file;
    private final CompensationProperties.Storage storage;
    private final ThisNode node;
    private final Clock clock;
    private final Map<CompensationKind, Map<CompensationOutcome, Counter>> counters =
            new EnumMap<>(CompensationKind.class);

    CompensationJournal(
            CompensationRepository rows,
            CompensationWriter writer,
            CompensationFile file,
            CompensationProperties properties,
            ThisNode node,
            Clock clock,
            MeterRegistry meters) {
        this.rows = rows;
        this.writer = writer;
        this.file = file;
        this.storage = properties.storage();
        this.node = node;
        this.clock = clock;
        for (var kind : CompensationKind.values()) {
            var ofKind = counters.computeIfAbsent(kind, none -> new EnumMap<>(CompensationOutcome.class));
            kind.outcomes().forEach(outcome -> ofKind.put(outcome, counter(meters, kind, outcome)));
        }
    }

    private static Counter counter(MeterRegistry meters, CompensationKind kind, CompensationOutcome outcome) {
        return Counter.builder("stampede.compensations")
                .description("What the shop did to undo or repair something")
                .tag("kind", kind.name())
                .tag("outcome", outcome.name())
                .register(meters);
    }

    @Override
    @EventListener
    public void write(Compensation compensation) {
        write(clock.instant(), compensation);
    }

    void write(Instant at, Compensation compensation) {
        var line = new CompensationLine(at.truncatedTo(ChronoUnit.MILLIS), node.name(), compensation);
        if (OpenTransaction.isThere()) {
            if (storage.hasTable()) {
                rows.add(List.of(line));
            }
            AfterCommit.run(() -> tell(line));
            return;
        }
        tell(line);
        if (storage.hasTable()) {
            writer.write(line);
        }
    }

    private void tell(CompensationLine line) {
        Objects.requireNonNull(Objects.requireNonNull(counters.get(line.of().kind()))
                        .get(line.of().outcome()))
                .increment();
        file.write(line);
    }
}
