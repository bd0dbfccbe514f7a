package stampede.task.handler;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import stampede.support.WrongSetup;
import tools.jackson.databind.node.ObjectNode;

/** The steps from old versions of payloads to those that handlers take. */
public final class Upcasts {

    private final Map<Step, HandlerMethod> methods = new HashMap<>();

    /** @throws WrongSetup if there are two methods for a step, one for none, or none for one that is needed */
    Upcasts(Collection<TaskDefinition> tasks, List<Declared> declared) {
        for (var method : declared) {
            var other = methods.put(method.step(), method.handler());
            if (other != null) {
                throw new WrongSetup(
                        "Two methods are the upcast of %s: %s and %s."
                                .formatted(method.step(), other, method.handler()),
                        "Remove one of them.");
            }
            checkUse(tasks, method);
        }
        tasks.forEach(this::checkGaps);
    }

    private static void checkUse(Collection<TaskDefinition> tasks, Declared method) {
        var step = method.step();
        if (tasks.stream().noneMatch(task -> task.name().equals(step.task()) && step.from() < task.version())) {
            throw new WrongSetup(
                    "%s is the upcast of %s, but no task leads there.".formatted(method.handler(), step),
                    "Raise the version of the task, or correct the name or the number.");
        }
    }

    private void checkGaps(TaskDefinition task) {
        for (int from = 1; from < task.version(); from++) {
            if (!methods.containsKey(new Step(task.name(), from))) {
                throw new WrongSetup(
                        "The task %s takes version %d, but no method is the upcast of %s."
                                .formatted(task.name(), task.version(), new Step(task.name(), from)),
                        "Add a method with @Upcast(task = \"%s\", from = %d).".formatted(task.name(), from));
            }
        }
    }

    /**
     * The arguments as the task takes them now.
     *
     * @throws UnreadableTask if a step fails
     */
    public ObjectNode current(TaskDefinition task, int version, ObjectNode kwargs) {
        var current = kwargs;
        for (int from = version; from < task.version(); from++) {
            current = take(new Step(task.name(), from), current);
        }
        return current;
    }

    private ObjectNode take(Step step, ObjectNode kwargs) {
        try {
            if (Objects.requireNonNull(methods.get(step)).invoke(kwargs) instanceof ObjectNode next) {
                return next;
            }
            throw new UnreadableTask("the upcast of %s answered nothing".formatted(step));
        } catch (UnreadableTask unreadable) {
            throw unreadable;
        } catch (Exception failure) {
            throw new UnreadableTask("the upcast of %s failed: %s".formatted(step, failure));
        }
    }

    /** From one version of a task to the next. */
    record Step(String task, int from) {

        @Override
        public String toString() {
            return "%s from version %d to %d".formatted(task, from, from + 1);
        }
    }

    /** A method that takes a step. */
    record Declared(Step step, HandlerMethod handler) {}
}
