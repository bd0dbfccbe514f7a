package stampede.task;

import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Tells observers and conclusions what happens to tasks. They are fetched when first needed, because they may send tasks. */
@Component
class Steps {

    private static final Logger log = LoggerFactory.getLogger(Steps.class);

    private final ObjectProvider<TaskObserver> observers;
    private final ObjectProvider<TaskConclusion> conclusions;
    private final Outage outage;

    Steps(ObjectProvider<TaskObserver> observers, ObjectProvider<TaskConclusion> conclusions, Outage outage) {
        this.observers = observers;
        this.conclusions = conclusions;
        this.outage = outage;
    }

    /** Something happened that nobody must know of. */
    void observe(TaskStep step) {
        observers.orderedStream().forEach(observer -> observe(observer, step));
    }

    /** The same, but only if the current transaction commits, if there is one. */
    void observeAfterCommit(TaskStep step) {
        if (!TransactionSynchronizationManager.isSynchronizationActive()) {
            observe(step);
            return;
        }
        TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {
            @Override
            public void afterCommit() {
                observe(step);
            }
        });
    }

    /**
     * Attempts ended. Returns when all who have to know do.
     *
     * @throws Outage.HandBack if the node stops while the database is away
     */
    void conclude(List<TaskStep> ends) {
        if (!ends.isEmpty()) {
            conclusions.orderedStream().forEach(conclusion -> outage.holdWhileAway(() -> conclusion.conclude(ends)));
            ends.forEach(this::observe);
        }
    }

    private static void observe(TaskObserver observer, TaskStep step) {
        try {
            observer.observe(step);
        } catch (RuntimeException failure) {
            log.warn(
                    "{} failed to watch {}",
                    observer.getClass().getSimpleName(),
                    step.message().name(),
                    failure);
        }
    }
}
