package stampede.books;

import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;

/** Asks the broker. */
@Component
class BrokerDeadLetterCount implements DeadLetterCount {

    private final TaskQueues queues;

    BrokerDeadLetterCount(TaskQueues queues) {
        this.queues = queues;
    }

    @Override
    public Optional<Long> waiting() {
        return queues.find("dead").flatMap(BrokerDeadLetterCount::inIt);
    }

    /** The broker counts what waits; what workers hold and have not stored, they tell themselves, every two seconds. */
    private static Optional<Long> inIt(TaskQueue dead) {
        return dead.ready().map(ready -> ready + dead.unacked().orElse(0L));
    }
}
