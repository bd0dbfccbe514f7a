package stampede.task.node;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import stampede.support.BackgroundThread;
import stampede.support.NodeRole;
import stampede.support.OutageRetry;
import stampede.support.StopPhase;
import stampede.task.admin.NodeStatus;
import stampede.task.admin.TaskNodes;
import stampede.task.attempt.RunningTasks;
import stampede.task.spi.ThisNode;

/**
 * Tells every other second that this node is there, what it runs, and what it has of each queue; knows the others by the same. On a thread
 * of its own: a node that is silent is taken for dead, so nothing may hold this up, and it goes on until the last task has ended.
 */
public class Heartbeat implements TaskNodes, BackgroundThread.Owner {

    private static final Logger log = LoggerFactory.getLogger(Heartbeat.class);
    private static final Duration EVERY = Duration.ofSeconds(2);

    /** A batch node runs hundreds; a page shows fewer. */
    private static final int MOST_TOLD = 100;

    private static final int TURNS_BETWEEN_CLEANINGS = 300;

    /** A deadlock is no reason to begin unheard. While the database is away nothing is taken. */
    private static final int MOST_FIRST_WORDS = 5;

    private final TaskNodeRepository table;
    private final RunningTasks running;
    private final QueueShares shares;
    private final OutageRetry outageRetry;
    private final Clock clock;
    private final String name;
    private final Set<String> roles;
    private final Instant startedAt;

    private int turns;
    private volatile boolean silent;
    private final BackgroundThread thread = new BackgroundThread("task-heartbeat", EVERY, this::turn);

    public Heartbeat(
            TaskNodeRepository table,
            RunningTasks running,
            QueueShares shares,
            OutageRetry outageRetry,
            ThisNode self,
            Environment environment,
            Clock clock) {
        this.table = table;
        this.running = running;
        this.shares = shares;
        this.outageRetry = outageRetry;
        this.clock = clock;
        this.name = self.name();
        this.roles = roles(environment);
        this.startedAt = clock.instant();
    }

    @Override
    public List<NodeStatus> list() {
        return table.lately().stream().map(TaskNodeRepository.Told::node).toList();
    }

    @Override
    public List<NodeStatus> silent(Duration least, Duration most) {
        return table.silent(least, most).stream()
                .map(TaskNodeRepository.Told::node)
                .toList();
    }

    @Override
    public String own() {
        return name;
    }

    /** The first word is written before the workers take anything, so that a node which dies of its first task is missed. */
    @Override
    public void start() {
        turn();
        for (int again = 0; silent && again < MOST_FIRST_WORDS; again++) {
            outageRetry.pause();
            turn();
        }
        thread.start();
    }

    /** Ends after the workers, so that a node which finishes its tasks is seen to do so. */
    @Override
    public int getPhase() {
        return StopPhase.WATCHES.value();
    }

    @Override
    public void stop() {
        thread.stop();
        try {
            table.forget(name);
        } catch (DataAccessException away) {
            log.debug("The others will miss this node by its silence", away);
        }
    }

    @Override
    public BackgroundThread thread() {
        return thread;
    }

    private void turn() {
        try {
            table.tell(status(), shares.next());
            if (turns++ % TURNS_BETWEEN_CLEANINGS == 0) {
                table.forgetOld();
            }
            silent = false;
        } catch (DataAccessException away) {
            if (!silent) {
                log.warn("This node cannot tell that it is there, trying on: {}", away.toString());
            }
            silent = true;
        }
    }

    private NodeStatus status() {
        var tasks = running.list().stream().limit(MOST_TOLD).toList();
        return new NodeStatus(
                name, roles, startedAt, clock.instant(), outageRetry.isStopping(), tasks, Set.of(), Map.of(), Map.of());
    }

    private static Set<String> roles(Environment environment) {
        return Binder.get(environment)
                .bind("stampede.roles", Bindable.setOf(NodeRole.class))
                .orElseGet(() -> Set.copyOf(Arrays.asList(NodeRole.values())))
                .stream()
                .map(role -> role.name().toLowerCase(Locale.ROOT))
                .collect(Collectors.toUnmodifiableSet());
    }
}
