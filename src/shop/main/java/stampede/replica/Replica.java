package stampede.replica;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.CannotGetJdbcConnectionException;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/**
 * Reads that are long and not about now. The replica answers them only where somebody looks at a page of the console or of a seller:
 * in a request that changes nothing, of somebody who has changed nothing just before, outside of any transaction. Tasks, jobs, the API and
 * shoppers' pages read the primary, whatever they call. The primary answers as well if the replica is too old, is silent, or fails.
 */
public final class Replica {

    private static final Logger log = LoggerFactory.getLogger(Replica.class);

    private final Optional<ReplicaDatabase> database;
    private final Optional<ReplicaAge> age;
    private final Clock clock;
    private final Counter fromReplica;
    private final Counter fromPrimary;

    /** @param database empty, as the age: there is none */
    Replica(Optional<ReplicaDatabase> database, Optional<ReplicaAge> age, Clock clock, MeterRegistry meters) {
        this.database = database;
        this.age = age;
        this.clock = clock;
        this.fromReplica = reads("replica", meters);
        this.fromPrimary = reads("primary", meters);
    }

    private static Counter reads(String server, MeterRegistry meters) {
        return Counter.builder("stampede.replica.reads")
                .description("Reads for pages that may come from the replica, by who answered")
                .tag("server", server)
                .register(meters);
    }

    /** Reads by a {@link FromReplica} client, and tells the reader of the page how old that is. The work may be done twice. */
    public <T> T read(Supplier<T> work) {
        return tell(answer(work));
    }

    /** The same for who keeps the answer, and has to {@link #tell} it. */
    public <T> ReplicaAnswer<T> answer(Supplier<T> work) {
        if (!mayRead()) {
            return new ReplicaAnswer<>(work.get(), Optional.empty());
        }
        var asOf = age.flatMap(ReplicaAge::asOf);
        if (asOf.isPresent()) {
            try {
                var value = database.orElseThrow().read(work);
                fromReplica.increment();
                return new ReplicaAnswer<>(value, asOf);
            } catch (DataAccessException | TransactionException failure) {
                giveUp(failure);
            }
        }
        fromPrimary.increment();
        return new ReplicaAnswer<>(work.get(), Optional.empty());
    }

    /** What was kept is told to whoever reads this page. */
    public <T> T tell(ReplicaAnswer<T> answer) {
        answer.asOf()
                .ifPresent(asOf -> ReplicaRequest.current().ifPresent(request -> request.tell(asOf, clock.instant())));
        return answer.value();
    }

    /** Whether this request may be answered by the replica, if that is young enough. Answers that are kept are kept apart by it. */
    public boolean mayRead() {
        return database.isPresent()
                && !isReading()
                && !TransactionSynchronizationManager.isActualTransactionActive()
                && ReplicaRequest.current().filter(ReplicaRequest::isOpen).isPresent();
    }

    /** Whether this thread reads the replica, which is one moment of it already. */
    public boolean isReading() {
        return database.filter(ReplicaDatabase::isReading).isPresent();
    }

    /** How old the answer to this request is so far, in whole seconds; empty if all of it is the primary's. For its page. */
    public Optional<Long> age() {
        return ReplicaRequest.current()
                .flatMap(ReplicaRequest::asOf)
                .map(asOf -> ReplicaAge.seconds(asOf, clock.instant()));
    }

    /** How old the replica may be; zero if there is none. */
    public Duration most() {
        return age.map(ReplicaAge::most).orElse(Duration.ZERO);
    }

    /** The rest of the page is the primary's; other pages are, too, until the replica has been heard again. */
    private void giveUp(RuntimeException failure) {
        log.warn("The replica did not answer, so the primary is asked: {}", failure.toString());
        ReplicaRequest.current().ifPresent(ReplicaRequest::refuse);
        if (failure instanceof TransactionException || failure instanceof CannotGetJdbcConnectionException) {
            age.ifPresent(ReplicaAge::fail);
        }
    }
}
