package stampede.task.handler;

import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import stampede.task.TaskProperties;
import stampede.task.admin.TaskPlan;
import stampede.task.admin.TaskPlans;

/** Tells of the tasks in the registry what their annotations say. */
class RegisteredTaskPlans implements TaskPlans {

    private final TaskRegistry registry;
    private final TaskProperties properties;

    RegisteredTaskPlans(TaskRegistry registry, TaskProperties properties) {
        this.registry = registry;
        this.properties = properties;
    }

    @Override
    public List<TaskPlan> list() {
        return registry.tasks().stream()
                .map(this::plan)
                .sorted(Comparator.comparing(TaskPlan::name))
                .toList();
    }

    @Override
    public Optional<TaskPlan> find(String name) {
        return registry.byName(name).map(this::plan);
    }

    @Override
    public int lastTries() {
        return properties.lastTries();
    }

    @Override
    public Duration lastTryDelay() {
        return properties.lastTryDelay();
    }

    private TaskPlan plan(TaskDefinition task) {
        return new TaskPlan(
                task.name(),
                task.queue(),
                task.payload().getName(),
                fields(task.payload()),
                task.version(),
                task.handler().toString(),
                task.retries().all().map(RegisteredTaskPlans::retries).toList(),
                simpleNames(task.retries().hopeless()),
                task.limits().soft(),
                task.limits().hard().or(() -> Optional.ofNullable(properties.timeLimit())),
                task.limits().rate().map(TaskRate::text),
                task.batch().map(TaskDefinition.BatchShape::maxSize),
                task.batch().map(TaskDefinition.BatchShape::linger),
                registry.beats().stream()
                        .filter(beat -> beat.schedule().equals(task.name()))
                        .map(beat -> beat.rhythm().toString())
                        .findFirst(),
                task.remember(),
                task.sent().expires(),
                task.sent().unique().map(UniqueKey::template),
                task.sent().unique().map(UniqueKey::atMost));
    }

    private static List<String> fields(Class<? extends Record> payload) {
        return Arrays.stream(payload.getRecordComponents())
                .map(field -> field.getType().getSimpleName() + " " + field.getName())
                .collect(Collectors.toList());
    }

    private static TaskPlan.Retries retries(RetryRule rule) {
        return new TaskPlan.Retries(simpleNames(rule.on()), rule.delays(), rule.jitter());
    }

    private static List<String> simpleNames(List<Class<? extends Exception>> types) {
        return types.stream().map(Class::getSimpleName).toList();
    }
}
