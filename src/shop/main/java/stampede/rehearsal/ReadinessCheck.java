package stampede.rehearsal;

import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.desk.TimedReader;

/** Looks at each point of the readiness list. All are asked at the same time, and none is waited for longer than a person would. */
@Component
class ReadinessCheck {

    /** In which a node that began a moment ago takes its first order. */
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private static final long LOOK_EVERY_MILLIS = 250;

    private static final Comparator<ReadinessFinding> OPEN_FIRST =
            Comparator.comparing(ReadinessFinding::grade).reversed().thenComparing(ReadinessFinding::point);

    private final TaskReadiness tasks;
    private final ServerReadiness servers;
    private final OfferReadiness offers;
    private final TimedReader reader;
    private final Clock clock;

    ReadinessCheck(
            TaskReadiness tasks, ServerReadiness servers, OfferReadiness offers, TimedReader reader, Clock clock) {
        this.tasks = tasks;
        this.servers = servers;
        this.offers = offers;
        this.reader = reader;
        this.clock = clock;
    }

    /** As {@link #check}, but looks again for a few seconds as long as something is found because of which nothing is played. */
    List<ReadinessFinding> checkWithPatience(OfferId offer) throws InterruptedException {
        var until = clock.instant().plus(PATIENCE);
        var found = check(offer);
        while (RehearsalReport.notPlayed(found).unmet().isPresent()
                && clock.instant().isBefore(until)) {
            TimeUnit.MILLISECONDS.sleep(LOOK_EVERY_MILLIS);
            found = check(offer);
        }
        return found;
    }

    /** What is found before a rehearsal of this offer, the gravest first. */
    List<ReadinessFinding> check(OfferId offer) {
        var asked = new EnumMap<ReadinessPoint, CompletableFuture<Optional<ReadinessFinding>>>(ReadinessPoint.class);
        Stream.of(tasks.questions(), servers.questions(), offers.questions(offer))
                .forEach(questions -> questions.forEach((point, question) -> asked.put(point, reader.read(question))));
        return asked.entrySet().stream()
                .map(answer -> answer.getValue().join().orElseGet(() -> ReadinessFinding.unknown(answer.getKey())))
                .sorted(OPEN_FIRST)
                .toList();
    }
}
