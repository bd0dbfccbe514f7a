package stampede.task.queue;

import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.Proxy;
import java.time.Clock;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.amqp.rabbit.connection.ConnectionFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.core.env.Environment;
import stampede.support.OutageRetry;
import stampede.support.StopPhase;
import stampede.task.Tasks;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.admin.TaskQueue;
import stampede.task.admin.TaskQueues;
import stampede.task.attempt.RunningTasks;
import stampede.task.engine.Errands;
import stampede.task.engine.Errands.Errand;
import stampede.task.engine.TaskEngineTest;
import stampede.task.node.Heartbeat;
import stampede.task.node.QueueShares;
import stampede.task.node.TaskNodeRepository;
import stampede.task.outbox.OutboxRepository;
import stampede.task.spi.QueueNames;
import stampede.task.spi.ThisNode;

/** What the cluster tells of its nodes and queues. */
@TaskEngineTest
class ClusterQueuesTests {

    @Autowired
    private Tasks tasks;

    @Autowired
    private Errands errands;

    @Autowired
    private TaskQueues queues;

    @Autowired
    private TaskNodes nodes;

    @Autowired
    private ConnectionFactory connections;

    @Autowired
    private KnownQueues known;

    @Autowired
    private QueueNames names;

    @Autowired
    private QueueOverrideRepository orders;

    @Autowired
    private TaskNodeRepository table;

    @Autowired
    private QueuePurge purge;

    @Autowired
    private OutboxRepository outbox;

    @Autowired
    private ThisNode self;

    private final String key = UUID.randomUUID().toString();

    @Test
    void tellsWhatEachNodeRunsAndHasInHand() {
        var goOn = new CountDownLatch(1);
        errands.when(key, (number, attempt) -> goOn.await());
        var ids = IntStream.range(0, 3)
                .mapToObj(number -> tasks.send(new Errand(key, number)))
                .toList();
        try {
            await().atMost(ofSeconds(10)).untilAsserted(() -> {
                assertThat(nodes.list()).anySatisfy(node -> {
                    assertThat(node.name()).isEqualTo(nodes.own()).isEqualTo(self.name());
                    assertThat(node.queues())
                            .contains("errands", "parcels")
                            .doesNotContain(QueueNames.DEAD, QueueNames.DUE);
                    assertThat(node.roles()).containsExactlyInAnyOrder("web", "worker", "beat");
                    assertThat(node.running())
                            .extracting(NodeStatus.Running::id)
                            .containsAll(ids);
                });
                assertThat(queues.find("errands")).hasValueSatisfying(queue -> {
                    assertThat(queue.kind()).isEqualTo(TaskQueue.Kind.WORK);
                    assertThat(queue.workers()).isEqualTo(1);
                    assertThat(queue.unacked())
                            .hasValueSatisfying(unacked -> assertThat(unacked).isGreaterThanOrEqualTo(3));
                });
            });
        } finally {
            goOn.countDown();
        }
    }

    /** Else nobody would miss a worker whose first task kills its process, and that death would not count. */
    @Test
    void tellsOfANodeBeforeItTakesItsFirstTask(
            @Autowired RunningTasks running,
            @Autowired QueueShares shares,
            @Autowired OutageRetry outageRetry,
            @Autowired Environment environment,
            @Autowired Clock clock) {
        var another = new ThisNode(names);
        var heartbeat = new Heartbeat(table, running, shares, outageRetry, another, environment, clock);
        try {
            heartbeat.start();
            assertThat(nodes.list()).extracting(NodeStatus::name).contains(another.name());
            assertThat(heartbeat.getPhase()).isLessThan(StopPhase.WORKERS.value());
        } finally {
            heartbeat.stop();
        }
        assertThat(nodes.list()).extracting(NodeStatus::name).doesNotContain(another.name());
    }

    @Test
    void looksAtTheBrokerOnceForAllWhoAsk() {
        var looks = new AtomicInteger();
        var counted = new ClusterQueues(counting(looks), known, names, orders, table, purge, outbox);

        var shown = IntStream.range(0, 100)
                .parallel()
                .mapToObj(page -> counted.list())
                .toList();

        assertThat(shown)
                .allSatisfy(list -> assertThat(list)
                        .allSatisfy(queue -> assertThat(queue.ready()).isPresent()));
        assertThat(looks).hasValueLessThan(10);
    }

    /** The real one, which counts how often it is used. */
    private ConnectionFactory counting(AtomicInteger looks) {
        return (ConnectionFactory) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {ConnectionFactory.class}, (proxy, method, arguments) -> {
                    looks.incrementAndGet();
                    return method.invoke(connections, arguments);
                });
    }

    @Test
    void listsWorkLanesAndTheDead() {
        assertThat(queues.list())
                .extracting(TaskQueue::name)
                .contains("errands", "parcels", "dead", "lane.delay.200ms", "lane.due")
                .isSorted();
        assertThat(queues.list()).allSatisfy(queue -> assertThat(queue.ready()).isPresent());
        assertThat(queues.find("lane.delay.200ms"))
                .hasValueSatisfying(lane -> assertThat(lane.kind()).isEqualTo(TaskQueue.Kind.LANE));
        assertThat(queues.find("nowhere")).isEmpty();
        assertThat(queues.pause("nowhere")).isFalse();
    }
}
