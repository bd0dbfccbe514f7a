package stampede.rehearsal;

import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;
import stampede.desk.TimedReader;

/** Looks at each point of the readiness list. All are asked at the same time, and none is waited for longer than a person would. */
@Component
class ReadinessCheck {

    private static final Comparator<ReadinessFinding> OPEN_FIRST =
            Comparator.comparing(ReadinessFinding::grade).reversed().thenComparing(ReadinessFinding::point);

    private final TaskReadiness tasks;
    private final ServerReadiness servers;
    private final OfferReadiness offers;
    private final TimedReader reader;

    ReadinessCheck(TaskReadiness tasks, ServerReadiness servers, OfferReadiness offers, TimedReader reader) {
        this.tasks = tasks;
        this.servers = servers;
        this.offers = offers;
        this.reader = reader;
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
