package stampede.books;

import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.task.TaskQueue;
import stampede.task.TaskQueues;

/** Asks the broker. */
@Component
class DeadLetterQueue implements DeadLetters {

    private final TaskQueues queues;

    DeadLetterQueue(TaskQueues queues) {
        this.queues = queues;
    }

    @Override
    public Optional<Long> waiting() {
        return queues.find("dead").flatMap(TaskQueue::ready);
    }
}
