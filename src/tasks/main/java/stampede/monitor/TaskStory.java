package stampede.monitor;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import stampede.history.TaskAttempt;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.admin.DeadTask;
import stampede.task.admin.TaskPlan;
import stampede.task.admin.TaskPlans;
import stampede.task.admin.TaskWait;
import stampede.task.admin.TaskWaits;
import stampede.task.spi.TaskPayloads;
import stampede.workflow.WorkflowTree;
import stampede.workflow.Workflows;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Everything the monitor tells of one task. */
class TaskStory {

    private static final int MOST_OF_BODY = 65_536;

    private final TaskHistory history;
    private final Workflows workflows;
    private final TaskWaits waits;
    private final TaskPlans plans;
    private final TaskPayloads payloads;
    private final JsonMapper json;

    TaskStory(
            TaskHistory history,
            Workflows workflows,
            TaskWaits waits,
            TaskPlans plans,
            TaskPayloads payloads,
            JsonMapper json) {
        this.history = history;
        this.waits = waits;
        this.workflows = workflows;
        this.plans = plans;
        this.payloads = payloads;
        this.json = json;
    }

    Story of(TaskRun run) {
        var attempts = history.attempts(run.id());
        var workflow = workflowOf(run.id().value());
        return new Story(
                pretty(run.payload()),
                run.result().map(this::pretty),
                attempts,
                moments(run, attempts),
                FamilyTree.of(
                        history.family(run.root()),
                        run,
                        workflow.map(TaskStory::stepsOf).orElse(Set.of())),
                batchOf(run),
                workflow);
    }

    /** Those that ran together with it, itself among them; empty if it ran alone. */
    List<TaskRun> batchOf(TaskRun run) {
        return plans.find(run.name())
                .flatMap(TaskPlan::batch)
                .map(size -> history.batch(run))
                .filter(together -> together.size() > 1)
                .orElse(List.of());
    }

    /** The names of tasks that schedules send. */
    Set<String> periodic() {
        return plans.list().stream()
                .filter(plan -> plan.schedule().isPresent())
                .map(TaskPlan::name)
                .collect(Collectors.toSet());
    }

    /** What it waits for, if it has not begun and not ended. */
    Optional<TaskWait> waitOf(TaskRun run) {
        return switch (run.state()) {
            case PENDING, SCHEDULED, RETRY -> Optional.of(waits.find(run.id(), run.name(), run.queue(), run.dueAt()));
            case STARTED, SUCCESS, FAILURE, CANCELLED, EXPIRED -> Optional.empty();
        };
    }

    /** The workflow that has this id, or a step with it. */
    Optional<WorkflowStory> workflowOf(String id) {
        return TaskId.read(id)
                .flatMap(self -> workflows
                        .find(self)
                        .map(tree -> WorkflowDrawing.of(tree, self))
                        .map(this::withTimes));
    }

    private WorkflowStory withTimes(WorkflowStory workflow) {
        return workflow.with(history.list(workflow.shown()));
    }

    /** What a dead task carries, without what is nobody's business, and cut if it is long. */
    String bodyOf(DeadTask dead) {
        var text = pretty(payloads.readable(dead.name(), dead.body().getBytes(StandardCharsets.UTF_8)));
        return text.length() > MOST_OF_BODY ? text.substring(0, MOST_OF_BODY) + " …" : text;
    }

    /** Whether its message may be shown as it came. */
    boolean isOpen(DeadTask dead) {
        return !payloads.hasSecrets(dead.name());
    }

    private static Set<TaskId> stepsOf(WorkflowStory workflow) {
        return WorkflowDrawing.stepsOf(workflow.tree().root())
                .map(WorkflowTree.Step::id)
                .collect(Collectors.toSet());
    }

    private static List<Moment> moments(TaskRun run, List<TaskAttempt> attempts) {
        var moments = new ArrayList<Moment>();
        moments.add(new Moment(run.sentAt(), Moment.What.SENT, 0));
        run.dueAt().ifPresent(due -> moments.add(new Moment(due, Moment.What.DUE, 0)));
        for (var attempt : attempts) {
            moments.add(new Moment(attempt.endedAt().minus(attempt.runtime()), Moment.What.BEGAN, attempt.number()));
            moments.add(new Moment(attempt.endedAt(), Moment.What.endOf(attempt), attempt.number()));
            attempt.nextAt().ifPresent(next -> moments.add(new Moment(next, Moment.What.DUE, 0)));
        }
        run.startedAt()
                .filter(begin -> attempts.size() < run.attempts())
                .ifPresent(begin -> moments.add(new Moment(begin, Moment.What.BEGAN, run.attempts())));
        run.endedAt()
                .filter(end ->
                        attempts.stream().noneMatch(attempt -> attempt.endedAt().equals(end)))
                .ifPresent(end -> moments.add(new Moment(end, Moment.What.of(run.state()), run.attempts())));
        return moments.stream()
                .distinct()
                .sorted(Comparator.comparing(Moment::at))
                .toList();
    }

    /** With a line for each value; what is cut, and so no JSON any more, stays as it is. */
    private String pretty(String text) {
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(json.readTree(text));
        } catch (JacksonException cut) {
            return text;
        }
    }

    /**
     * @param moments in the order they happened, the times it was put off to among them
     * @param batch those that ran together with it, itself among them
     */
    record Story(
            String payload,
            Optional<String> result,
            List<TaskAttempt> attempts,
            List<Moment> moments,
            List<FamilyTree.Branch> family,
            List<TaskRun> batch,
            Optional<WorkflowStory> workflow) {}

    /** @param attempt which one it is about; 0 for none */
    record Moment(Instant at, What what, int attempt) {

        enum What {
            SENT,
            DUE,
            BEGAN,
            FAILED,
            SUCCEEDED,
            DIED,
            CANCELLED,
            EXPIRED;

            /** The last attempt of a task that died failed like those before it; that it was given up is news of its own. */
            static What endOf(TaskAttempt attempt) {
                return attempt.state() == TaskState.FAILURE ? FAILED : of(attempt.state());
            }

            static What of(TaskState state) {
                return switch (state) {
                    case PENDING, SCHEDULED -> SENT;
                    case STARTED -> BEGAN;
                    case RETRY -> FAILED;
                    case SUCCESS -> SUCCEEDED;
                    case FAILURE -> DIED;
                    case CANCELLED -> CANCELLED;
                    case EXPIRED -> EXPIRED;
                };
            }
        }
    }
}
