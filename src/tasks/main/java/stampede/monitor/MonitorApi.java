package stampede.monitor;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.ModelAttribute;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.history.TaskAttempt;
import stampede.history.TaskHistory;
import stampede.history.TaskRun;
import stampede.task.TaskId;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueues;
import stampede.task.admin.TaskSchedules;
import stampede.task.admin.TaskWait;
import stampede.workflow.WorkflowState;
import stampede.workflow.WorkflowTree;

/**
 * What the pages show, as JSON for other tools: each address is its page's with {@code /api} before it, and takes the same parameters.
 * Nothing can be changed here. What is {@link stampede.task.Sensitive} is masked, as on the pages.
 */
@RestController
@RequestMapping(MonitorProperties.PATH + "/api")
class MonitorApi {

    private final TaskHistory history;
    private final TaskStory story;
    private final DeadTasks dead;
    private final TaskQueues queues;
    private final TaskSchedules schedules;
    private final TaskNodes nodes;
    private final MonitorJson json;

    MonitorApi(
            TaskHistory history,
            TaskStory story,
            DeadTasks dead,
            TaskQueues queues,
            TaskSchedules schedules,
            TaskNodes nodes,
            MonitorJson json) {
        this.history = history;
        this.story = story;
        this.dead = dead;
        this.queues = queues;
        this.schedules = schedules;
        this.nodes = nodes;
        this.json = json;
    }

    @GetMapping
    ResponseEntity<byte[]> tasks(@ModelAttribute RunFilter filter) {
        return json.of(filter.page(history, json.zone(), story.periodic()));
    }

    @GetMapping("/{id}")
    ResponseEntity<byte[]> task(@PathVariable String id) {
        return json.of(TaskId.read(id).flatMap(history::find).map(this::detail));
    }

    @GetMapping("/one")
    ResponseEntity<byte[]> anyTask(@RequestParam String id) {
        return task(id);
    }

    @GetMapping("/dead")
    ResponseEntity<byte[]> dead(@ModelAttribute DeadFilter filter) {
        return json.of(filter.page(dead, json.zone()).map(this::masked));
    }

    @GetMapping("/dead/{number}")
    ResponseEntity<byte[]> deadTask(@PathVariable long number) {
        return json.of(dead.find(number).map(this::masked));
    }

    @GetMapping("/queues")
    ResponseEntity<byte[]> queues() {
        return json.of(queues.list());
    }

    @GetMapping("/queues/one")
    ResponseEntity<byte[]> queue(@RequestParam String queue) {
        return json.of(queues.find(queue), TaskQueueController.NO_SUCH_QUEUE);
    }

    @GetMapping("/schedules")
    ResponseEntity<byte[]> schedules() {
        return json.of(schedules.list());
    }

    @GetMapping("/workers")
    ResponseEntity<byte[]> workers() {
        return json.of(nodes.list());
    }

    /** {@code id} is that of the whole or of any of its tasks. */
    @GetMapping("/workflow")
    ResponseEntity<byte[]> workflow(@RequestParam String id) {
        return json.of(story.workflowOf(id).map(WorkflowDetail::of));
    }

    private TaskDetail detail(TaskRun run) {
        return new TaskDetail(
                run,
                history.attempts(run.id()),
                story.waitOf(run),
                story.batchOf(run).stream().map(TaskRun::id).toList());
    }

    private MaskedDeadTask masked(DeadTask task) {
        return new MaskedDeadTask(
                task.id(),
                task.taskId(),
                task.name(),
                task.queue(),
                story.bodyOf(task),
                task.error(),
                task.attempts(),
                task.times(),
                task.status(),
                task.diedAt(),
                task.changedAt());
    }

    /**
     * A task with what became of each of its attempts, and what it waits for if it has to.
     *
     * @param batch those that ran together with it, itself among them; empty if it ran alone
     */
    record TaskDetail(TaskRun task, List<TaskAttempt> attempts, Optional<TaskWait> waitsFor, List<TaskId> batch) {}

    /**
     * A workflow, see {@link WorkflowTree}.
     *
     * @param times of steps that have begun, by their ids; of many steps, those that have a line on the page
     */
    record WorkflowDetail(
            TaskId id,
            WorkflowState state,
            WorkflowTree.Part root,
            Optional<WorkflowTree.Step> onFailure,
            Instant startedAt,
            Optional<Instant> endedAt,
            Map<String, StepTimes> times) {

        static WorkflowDetail of(WorkflowStory story) {
            var tree = story.tree();
            var times = new TreeMap<String, StepTimes>();
            story.runs()
                    .values()
                    .forEach(run -> run.startedAt()
                            .ifPresent(begin -> times.put(run.id().value(), new StepTimes(begin, run.endedAt()))));
            return new WorkflowDetail(
                    tree.id(), tree.state(), tree.root(), tree.onFailure(), tree.startedAt(), tree.endedAt(), times);
        }
    }

    /** When a step began last, and when it ended. */
    record StepTimes(Instant startedAt, Optional<Instant> endedAt) {}

    /** @param message what it carries, without what is nobody's business */
    record MaskedDeadTask(
            long id,
            TaskId taskId,
            String name,
            String queue,
            String message,
            String error,
            int attempts,
            int times,
            DeadTask.Status status,
            Instant diedAt,
            Instant changedAt) {}
}
