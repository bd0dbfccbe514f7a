package stampede.task.node;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import stampede.support.JobScheduler;
import stampede.support.NodeRole;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;

/**
 * The gauge {@code stampede.nodes}, by role: nodes that were heard of lately and do not end, the same on every node, so that one without
 * workers says so. Without a value while the database does not answer.
 */
class NodeMeters {

    private final TaskNodes nodes;
    private volatile Map<NodeRole, Double> counts = Map.of();

    NodeMeters(TaskNodes nodes, MeterRegistry meters) {
        this.nodes = nodes;
        for (var role : NodeRole.values()) {
            Gauge.builder("stampede.nodes", this, watched -> watched.counts.getOrDefault(role, Double.NaN))
                    .description("Nodes of the cluster that were heard of lately")
                    .tag("role", nameOf(role))
                    .register(meters);
        }
    }

    @Scheduled(fixedDelayString = "${stampede.task.measure-every:5s}", scheduler = JobScheduler.ENGINE)
    void turn() {
        try {
            counts = count(nodes.list());
        } catch (DataAccessException away) {
            counts = Map.of();
        }
    }

    private static Map<NodeRole, Double> count(List<NodeStatus> nodes) {
        var counts = new EnumMap<NodeRole, Double>(NodeRole.class);
        for (var role : NodeRole.values()) {
            counts.put(role, (double) nodes.stream()
                    .filter(node -> !node.stopping() && node.roles().contains(nameOf(role)))
                    .count());
        }
        return counts;
    }

    private static String nameOf(NodeRole role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
