package stampede.replica;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** Looks each second how old the replica is: {@code stampede.replica.age}, which grows while it is silent. */
class ReplicaAgeJob {

    private static final Logger log = LoggerFactory.getLogger(ReplicaAgeJob.class);

    /** One may be a moment's; it has nobody ask the replica, but breaks off nothing that reads for long. */
    private static final int MOST_UNANSWERED = 2;

    private final ReplicaAgeRepository words;
    private final ReplicaAge age;
    private final ReplicaDatabase database;
    private boolean wasAsked = true;
    private int unanswered;

    ReplicaAgeJob(ReplicaAgeRepository words, ReplicaAge age, ReplicaDatabase database, MeterRegistry meters) {
        this.words = words;
        this.age = age;
        this.database = database;
        Gauge.builder("stampede.replica.age", age, ReplicaAge::seconds)
                .description("How old the replica is that reports are read from, as far as this node knows")
                .baseUnit("seconds")
                .register(meters);
    }

    @Scheduled(fixedDelay = 1, timeUnit = TimeUnit.SECONDS)
    void turn() {
        try {
            words.newest().ifPresentOrElse(age::look, age::fail);
            unanswered = 0;
        } catch (DataAccessException silent) {
            age.fail();
            unanswered++;
            if (unanswered >= MOST_UNANSWERED) {
                database.abort();
            }
        }
        tellOfChange();
    }

    private void tellOfChange() {
        var isAsked = age.asOf().isPresent();
        if (isAsked != wasAsked) {
            log.warn(
                    isAsked
                            ? "Reports are read from the replica again"
                            : "The replica is {}: reports are read from the primary",
                    age.isSilent() ? "silent" : age.seconds() + " s old");
        }
        wasAsked = isAsked;
    }
}
