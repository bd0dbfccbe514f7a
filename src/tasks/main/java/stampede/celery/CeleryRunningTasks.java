package stampede.celery;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import stampede.task.TaskId;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;

/** What this node runs at the moment, and how often it ran what; kept only if somebody may ask. */
class CeleryRunningTasks implements TaskObserver {

    private final CeleryProperties properties;
    private final Map<TaskId, TaskStep> running = new ConcurrentHashMap<>();
    private final Map<String, LongAdder> ended = new ConcurrentHashMap<>();

    CeleryRunningTasks(CeleryProperties properties) {
        this.properties = properties;
    }

    @Override
    public void observe(TaskStep step) {
        if (!properties.events() && !properties.control()) {
            return;
        }
        switch (step.state()) {
            case STARTED -> running.put(step.message().id(), step);
            case RETRY, SUCCESS, FAILURE, CANCELLED, EXPIRED -> end(step);
            case PENDING, SCHEDULED -> {}
        }
    }

    private void end(TaskStep step) {
        if (running.remove(step.message().id()) != null) {
            ended.computeIfAbsent(step.message().name(), name -> new LongAdder())
                    .increment();
        }
    }

    Collection<TaskStep> tasks() {
        return List.copyOf(running.values());
    }

    Map<String, LongAdder> ended() {
        return ended;
    }

    long endedInAll() {
        return ended.values().stream().mapToLong(LongAdder::sum).sum();
    }
}
