package stampede.task.broker;

import static java.time.Duration.ofMinutes;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.testing.BrokerManagement;
import stampede.testing.ServerMachines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Three nodes of RabbitMQ of a test's own, of which the first runs alone at first. */
public final class BrokerTrio implements AutoCloseable {

    /** What {@code scripts/servers} calls them. */
    public static final List<String> ALL = List.of("rabbitmq", "rabbitmq2", "rabbitmq3");

    private static final int BASE =
            URI.create(System.getenv("STAMPEDE_RABBIT_ADDRESSES")).getPort() - 672 + 1_000;
    private static final List<Integer> MANAGEMENT = List.of(BASE + 673, BASE + 683, BASE + 693);
    private static final JsonMapper JSON = new JsonMapper();

    private final ServerMachines machines;

    private BrokerTrio(ServerMachines machines) {
        this.machines = machines;
    }

    /** Starts the first. */
    public static BrokerTrio start(Path directory) {
        var machines = ServerMachines.at(directory.resolve("servers"), BASE);
        machines.startInCluster(ALL.get(0));
        return new BrokerTrio(machines);
    }

    /** The others come, and find the first by its name. */
    public void startTheOthers() {
        ALL.stream().skip(1).forEach(machines::startInCluster);
        awaitAll();
    }

    /** Waits until each has found the others. */
    public void awaitAll() {
        await("each node has found the others").atMost(ofMinutes(1)).until(() -> running(0) == ALL.size());
    }

    /** How many run, by what one of them says, counted from 0. */
    public long running(int asked) {
        return ask(asked, "/api/nodes")
                .valueStream()
                .filter(node -> node.path("running").asBoolean())
                .count();
    }

    /** To kill them, and to run what RabbitMQ brings for operators. */
    public ServerMachines machines() {
        return machines;
    }

    /** What the first has at a path. */
    public JsonNode ask(String path) {
        return ask(0, path);
    }

    private static JsonNode ask(int asked, String path) {
        var management = URI.create("http://127.0.0.1:" + MANAGEMENT.get(asked));
        return JSON.readTree(new BrokerManagement("stampede:stampede", management).read(path));
    }

    /** The addresses of all, in their order, with commas between them. */
    public static String addresses() {
        return Stream.of(672, 682, 692)
                .map(port -> "amqp://stampede:stampede@127.0.0.1:" + (BASE + port) + "/stampede")
                .collect(Collectors.joining(","));
    }

    /** The one that listens for clients there. */
    public static String at(int port) {
        return ALL.get((port - BASE - 672) / 10);
    }

    /** The setting that leads to the management of all. */
    public static String admin() {
        return MANAGEMENT.stream()
                .map(port -> "http://stampede:stampede@127.0.0.1:" + port)
                .collect(Collectors.joining(",", "STAMPEDE_RABBIT_ADMIN=", ""));
    }

    /** They end, and nothing stays. */
    @Override
    public void close() {
        machines.wipe();
    }
}
