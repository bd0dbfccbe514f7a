package stampede.task.node;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.namedparam.MapSqlParameterSource;
import org.springframework.jdbc.core.namedparam.NamedParameterJdbcTemplate;
import stampede.task.TaskId;
import stampede.task.admin.NodeStatus;
import stampede.task.spi.QueueNames;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.json.JsonMapper;

/** The table {@code task_node}: what each node last told of itself. */
public class TaskNodeRepository {

    /** Five times as long as nodes are silent between two words. */
    public static final Duration LATELY = Duration.ofSeconds(10);

    private static final Duration KEPT = Duration.ofHours(1);

    /** Every worker takes from these, whatever tasks it serves. */
    private static final Set<String> TAKEN_BY_ALL = Set.of(QueueNames.DEAD, QueueNames.DUE);

    private static final TypeReference<List<RunningRow>> RUNNING = new TypeReference<>() {};
    private static final TypeReference<Map<String, Share>> SHARES = new TypeReference<>() {};

    private final NamedParameterJdbcTemplate jdbc;
    private final JsonMapper json;
    private final QueueNames names;
    private final Clock clock;

    TaskNodeRepository(NamedParameterJdbcTemplate jdbc, JsonMapper json, QueueNames names, Clock clock) {
        this.jdbc = jdbc;
        this.json = json;
        this.names = names;
        this.clock = clock;
    }

    /** Writes what the node tells. */
    void tell(NodeStatus node, Map<String, Share> queues) {
        jdbc.update(
                """
                insert into task_node (prefix, name, roles, started_ms, seen_ms, stopping, running, queues)
                values (:prefix, :name, :roles, :started, :seen, :stopping, :running, :queues)
                on duplicate key update seen_ms = :seen, stopping = :stopping, running = :running, queues = :queues
                """,
                new MapSqlParameterSource()
                        .addValue("prefix", names.prefix())
                        .addValue("name", node.name())
                        .addValue("roles", String.join(",", new TreeSet<>(node.roles())))
                        .addValue("started", node.startedAt().toEpochMilli())
                        .addValue("seen", node.seenAt().toEpochMilli())
                        .addValue("stopping", node.stopping())
                        .addValue(
                                "running",
                                json.writeValueAsString(node.running().stream()
                                        .map(RunningRow::of)
                                        .toList()))
                        .addValue("queues", json.writeValueAsString(queues)));
    }

    /** The node has ended, as it should. */
    void forget(String name) {
        jdbc.update(
                "delete from task_node where prefix = :prefix and name = :name",
                Map.of("prefix", names.prefix(), "name", name));
    }

    /** Nodes that ended without a word. */
    void forgetOld() {
        jdbc.update(
                "delete from task_node where prefix = :prefix and seen_ms < :old",
                Map.of("prefix", names.prefix(), "old", clock.millis() - KEPT.toMillis()));
    }

    /** Workers but the one of this name that were heard of since the instant and have not said that they end. */
    public List<Seen> workersBut(String name, Instant since) {
        return jdbc.query(
                """
                select name, seen_ms, running from task_node
                 where prefix = :prefix and name <> :name and seen_ms >= :since and find_in_set('worker', roles) > 0
                """,
                Map.of("prefix", names.prefix(), "name", name, "since", since.toEpochMilli()),
                (row, number) -> new Seen(
                        row.getString("name"),
                        Instant.ofEpochMilli(row.getLong("seen_ms")),
                        running(row.getString("running"))));
    }

    private List<NodeStatus.Running> running(String told) {
        return json.readValue(told, RUNNING).stream().map(RunningRow::running).toList();
    }

    /** Nodes heard of lately, by name, each with its share of the queues. */
    public List<Told> lately() {
        return jdbc.query(
                """
                select name, roles, started_ms, seen_ms, stopping, running, queues from task_node
                 where prefix = :prefix and seen_ms >= :since order by name
                """, Map.of("prefix", names.prefix(), "since", clock.millis() - LATELY.toMillis()), this::told);
    }

    /** Nodes that were last heard of between these times ago, and had not said that they end. */
    List<Told> silent(Duration least, Duration most) {
        var now = clock.millis();
        return jdbc.query(
                """
                select name, roles, started_ms, seen_ms, stopping, running, queues from task_node
                 where prefix = :prefix and seen_ms >= :since and seen_ms < :until and not stopping order by name
                """,
                Map.of("prefix", names.prefix(), "since", now - most.toMillis(), "until", now - least.toMillis()),
                this::told);
    }

    private Told told(ResultSet row, int number) throws SQLException {
        var queues = queues(row.getString("queues"));
        var versions = new TreeMap<String, Integer>();
        var notServed = new TreeMap<String, NodeStatus.NotServed>();
        queues.forEach((queue, share) -> {
            Optional.ofNullable(share.tasks()).ifPresent(versions::putAll);
            Optional.ofNullable(share.trouble())
                    .ifPresent(trouble -> notServed.put(
                            queue, new NodeStatus.NotServed(trouble.why(), Instant.ofEpochMilli(trouble.sinceMs()))));
        });
        return new Told(
                new NodeStatus(
                        row.getString("name"),
                        Set.copyOf(Arrays.asList(row.getString("roles").split(","))),
                        Instant.ofEpochMilli(row.getLong("started_ms")),
                        Instant.ofEpochMilli(row.getLong("seen_ms")),
                        row.getBoolean("stopping"),
                        running(row.getString("running")),
                        queues.keySet().stream()
                                .filter(Predicate.not(TAKEN_BY_ALL::contains))
                                .collect(Collectors.toCollection(TreeSet::new)),
                        versions,
                        notServed),
                queues);
    }

    private Map<String, Share> queues(String told) {
        return json.readValue(told, SHARES);
    }

    /** A node and when it was last heard of. */
    public record Seen(String name, Instant seenAt, List<NodeStatus.Running> running) {}

    /**
     * What a node last told of itself.
     *
     * @param queues by name, without the prefix
     */
    public record Told(NodeStatus node, Map<String, Share> queues) {}

    /**
     * What a node has of a queue.
     *
     * @param inHand delivered and not acknowledged
     * @param perSecond how many ended each second since it last told
     * @param waitForRate how many hold up the rest until it is their turn within their rate; null: the node's release does not tell
     * @param tasks its tasks, each with the version of its payload; null: the node's release does not tell
     * @param trouble why it leaves the queue alone; null: it does not
     */
    public record Share(
            long inHand,
            double perSecond,
            @Nullable Long waitForRate,
            @Nullable Map<String, Integer> tasks,
            @Nullable Trouble trouble) {

        /** Whether what is in hand waits for a rate. */
        public boolean isHeldUp() {
            return waitForRate != null && waitForRate > 0;
        }
    }

    /** Why a queue is left alone, and since when, in epoch milliseconds. */
    public record Trouble(String why, long sinceMs) {}

    /** As it is written down; times as numbers, so that no setting of the JSON mapper changes them. */
    private record RunningRow(String id, String name, String queue, int attempt, long sinceMs) {

        static RunningRow of(NodeStatus.Running task) {
            return new RunningRow(
                    task.id().value(),
                    task.name(),
                    task.queue(),
                    task.attempt(),
                    task.since().toEpochMilli());
        }

        NodeStatus.Running running() {
            return new NodeStatus.Running(new TaskId(id), name, queue, attempt, Instant.ofEpochMilli(sinceMs));
        }
    }
}
