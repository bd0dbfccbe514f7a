package stampede.pulse.live;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import stampede.task.admin.TaskQueues;

/** How many messages wait, asked every two seconds while somebody looks. A broker that is slow holds up nothing but this. */
@Component
class LiveQueues {

    private static final Logger log = LoggerFactory.getLogger(LiveQueues.class);

    private static final List<String> QUEUES = List.of("orders", "dead");

    private final TaskQueues queues;
    private volatile Map<String, Long> figures = Map.of();
    private volatile boolean wanted;

    LiveQueues(TaskQueues queues) {
        this.queues = queues;
    }

    /** By the names of queues; without those of which nobody knows. */
    Map<String, Long> figures() {
        wanted = true;
        return figures;
    }

    @Scheduled(fixedDelay = 2_000)
    void ask() {
        if (!wanted) {
            figures = Map.of();
            return;
        }
        wanted = false;
        var found = new HashMap<String, Long>();
        try {
            QUEUES.forEach(name ->
                    queues.find(name).flatMap(queue -> queue.ready()).ifPresent(ready -> found.put(name, ready)));
        } catch (RuntimeException away) {
            log.debug("Nobody knows what waits: {}", away.toString());
        }
        figures = Map.copyOf(found);
    }
}
