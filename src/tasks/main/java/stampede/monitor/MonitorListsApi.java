package stampede.monitor;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.monitor.format.KeysetPage;
import stampede.monitor.format.RawMessage;
import stampede.task.admin.DeadTasks;
import stampede.task.admin.ForeignCalls;
import stampede.task.admin.OutboxTask;
import stampede.task.admin.OutboxTasks;
import stampede.workflow.WorkflowState;
import stampede.workflow.WorkflowSummary;
import stampede.workflow.Workflows;

/** The lists of known tasks, workflows and what waits, as JSON; like {@link MonitorApi}. */
@RestController
@RequestMapping(MonitorProperties.PATH + "/api")
class MonitorListsApi {

    private final KnownTasksView known;
    private final WaitingTasksView waiting;
    private final Workflows workflows;
    private final DeadTasks dead;
    private final MonitorJson json;

    MonitorListsApi(
            KnownTasksView known, WaitingTasksView waiting, Workflows workflows, DeadTasks dead, MonitorJson json) {
        this.known = known;
        this.waiting = waiting;
        this.workflows = workflows;
        this.dead = dead;
        this.json = json;
    }

    @GetMapping("/known")
    ResponseEntity<byte[]> known(@RequestParam(defaultValue = "HOUR") KnownTasksView.Span span) {
        return json.of(known.list(span));
    }

    @GetMapping("/known/one")
    ResponseEntity<byte[]> known(
            @RequestParam String name, @RequestParam(defaultValue = "HOUR") KnownTasksView.Span span) {
        return json.of(known.find(name, span));
    }

    @GetMapping("/workflows")
    ResponseEntity<byte[]> workflows(@RequestParam @Nullable WorkflowState state, @RequestParam Optional<Long> before) {
        return json.of(new WorkflowLists(
                WorkflowListController.stuck(workflows),
                WorkflowListController.page(workflows, Optional.ofNullable(state), before)));
    }

    @GetMapping("/waiting")
    ResponseEntity<byte[]> waiting(
            @RequestParam(defaultValue = "") String queue, @RequestParam(defaultValue = "0") long after) {
        return json.of(new WaitingLists(waiting.backlogs(), waiting.outbox(queue, after), waiting.foreign()));
    }

    @GetMapping("/unique-keys")
    ResponseEntity<byte[]> keys(
            @RequestParam(defaultValue = "") String begins, @RequestParam(defaultValue = "") String after) {
        return json.of(waiting.keys(begins, after));
    }

    /** Cut as on its page; empty for what is nobody's business. */
    @GetMapping("/dead/{number}/message")
    ResponseEntity<byte[]> message(@PathVariable long number) {
        return json.of(dead.message(number).map(RawMessage::of));
    }

    /** Those that wait for somebody, and all. */
    record WorkflowLists(List<WorkflowSummary> stuck, KeysetPage<WorkflowSummary> all) {}

    /** What waits in the outbox by queue and one by one, and at other systems. */
    record WaitingLists(
            List<OutboxTasks.Backlog> byQueue,
            WaitingTasksView.Part<OutboxTask, Long> outbox,
            List<ForeignCalls.OfQueue> elsewhere) {}
}
