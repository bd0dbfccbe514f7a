package stampede.console.tonight;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.console.tonight.Figure.Count;
import stampede.support.NodeRole;
import stampede.task.admin.OutboxTasks;
import stampede.task.admin.TaskNodes;

/** How many nodes of each role there are, and what the tasks of all of them are late with. */
@Component
class NodeFigures {

    private static final String NODES = "/console/tasks/workers";

    private final TaskNodes nodes;
    private final OutboxTasks outbox;

    NodeFigures(TaskNodes nodes, OutboxTasks outbox) {
        this.nodes = nodes;
        this.outbox = outbox;
    }

    List<FigureSource> sources() {
        return Stream.concat(
                        Stream.of(NodeRole.values())
                                .map(role -> role.name().toLowerCase(Locale.ROOT))
                                .map(role -> new FigureSource("nodes-" + role, NODES, () -> count(role))),
                        Stream.of(new FigureSource("tasks-late", "/console/tasks/waiting", this::late)))
                .toList();
    }

    private Count count(String role) {
        return Count.of(nodes.list().stream()
                .filter(node -> node.roles().contains(role))
                .count());
    }

    private Count late() {
        var backlogs = outbox.backlogs();
        return new Count(
                backlogs.stream().mapToLong(OutboxTasks.Backlog::late).sum(),
                backlogs.stream().anyMatch(OutboxTasks.Backlog::isCut));
    }
}
