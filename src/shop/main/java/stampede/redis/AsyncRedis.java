package stampede.redis;

import com.google.common.collect.Maps;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.StatefulConnection;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.RedisClusterClient;
import io.lettuce.core.cluster.SlotHash;
import io.lettuce.core.cluster.api.StatefulRedisClusterConnection;
import io.lettuce.core.cluster.api.async.RedisAdvancedClusterAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.lettuce.core.cluster.models.partitions.Partitions;
import io.lettuce.core.cluster.models.partitions.RedisClusterNode;
import io.netty.util.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;

/**
 * Carries commands to Redis without waiting, so that many share a trip: commands given one after the other travel together, and only
 * {@link #await} waits. Uses Lettuce itself, because the template waits for each command, or opens a pipeline that belongs to one
 * thread and is not made for a cluster (spring-data-redis#2888). Behind it is one server, or a cluster of which some servers may be
 * silent while the others answer.
 */
public final class AsyncRedis {

    private static final Logger log = LoggerFactory.getLogger(AsyncRedis.class);

    private static final LettuceExceptionConverter EXCEPTIONS = new LettuceExceptionConverter();

    /** The name of the server where there is no cluster. */
    private static final String ALONE = "";

    /** Who has not said by then whether it takes writes does not keep those waiting who did. */
    private static final Duration SILENT_AFTER = Duration.ofMillis(500);

    private final RedisConnectionFactory connections;
    private final Duration timeout;
    private volatile @Nullable RedisClusterAsyncCommands<byte[], byte[]> shared;

    /** @param timeout how long an answer may take */
    public AsyncRedis(RedisConnectionFactory connections, Duration timeout) {
        this.connections = connections;
        this.timeout = timeout;
    }

    /**
     * Sends a command; fails if there is no answer in time, and takes the command back if it has not left yet. What it fails with is
     * for {@link #await} to translate.
     */
    public <T> CompletableFuture<T> send(
            Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
        try {
            // The timer first: a command that has left is not to be forgotten because there is none.
            var commands = commands();
            var timer = timerOf(commands);
            return inTime(command.apply(commands), timer, timeout);
        } catch (RuntimeException unreachable) {
            return CompletableFuture.failedFuture(unreachable);
        }
    }

    /** Runs a script; fails as {@link #send} does, and then it may have run or not. */
    public CompletableFuture<List<Object>> run(LuaScript script, byte[][] keys, byte[][] arguments) {
        return this.<List<Object>>send(
                        commands -> commands.evalsha(script.digest(), ScriptOutputType.MULTI, keys, arguments))
                .exceptionallyCompose(failure -> causeOf(failure) instanceof RedisNoScriptException
                        ? send(commands -> commands.eval(script.bytes(), ScriptOutputType.MULTI, keys, arguments))
                        : CompletableFuture.failedFuture(failure));
    }

    /**
     * By the wheel of Lettuce, which is looked at ten times a second: a timer of the JDK's wakes a thread for each command, which costs more
     * than the rest of sending it.
     */
    private static <T> CompletableFuture<T> inTime(CompletionStage<T> command, Timer timer, Duration wait) {
        var answer = command.toCompletableFuture();
        var inTime = answer.copy();
        if (!answer.isDone()) {
            var end = timer.newTimeout(
                    late -> {
                        if (inTime.completeExceptionally(new TimeoutException())) {
                            answer.cancel(false);
                        }
                    },
                    wait.toMillis(),
                    TimeUnit.MILLISECONDS);
            var unused = answer.whenComplete((value, failure) -> end.cancel());
        }
        return inTime;
    }

    /** Whether a command could leave now; of a cluster nobody knows before it is known where the command goes. */
    public boolean isConnected() {
        var commands = commands();
        return commands instanceof RedisAdvancedClusterAsyncCommands
                || connectionOf(commands).isOpen();
    }

    /**
     * A name for the present life of each server that takes writes and answers, by the name of the server. One that was not there before
     * means a restart or a failover, after which the last writes may be missing. All servers of a cluster are asked whether they take
     * writes, as the driver hears of a new master seconds later; it is told to look when there is one that it takes for a replica.
     *
     * @throws DataAccessException if none answers
     */
    public Map<String, String> lives() {
        return commands() instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster
                ? lives(cluster)
                : Map.of(ALONE, life(ask("server", "replication")));
    }

    /** A new master counts from when the driver knows that it is one, as nothing of it could be read before. */
    private Map<String, String> lives(RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster) {
        var soon = timeout.compareTo(SILENT_AFTER) < 0 ? timeout : SILENT_AFTER;
        var masters = Maps.filterValues(
                ask(cluster, node -> true, "server", "replication", soon), info -> info.contains("role:master"));
        if (masters.keySet().stream().anyMatch(node -> node.is(RedisClusterNode.NodeFlag.REPLICA))) {
            lookAgain();
        }
        var lives = new TreeMap<String, String>();
        masters.forEach((server, info) -> serversOf(cluster)
                .map(known -> known.getPartitionByNodeId(server.getNodeId()))
                .filter(AsyncRedis::isMaster)
                .ifPresent(master -> lives.put(master.getNodeId(), life(info))));
        return lives;
    }

    /** Has the driver ask where each key is now; it goes on with what it knew if it does not hear it in time. */
    private void lookAgain() {
        if (connections instanceof LettuceConnectionFactory lettuce
                && lettuce.getNativeClient() instanceof RedisClusterClient client) {
            try {
                await(inTime(
                        client.refreshPartitionsAsync(), client.getResources().timer(), timeout));
            } catch (DataAccessException silent) {
                log.warn("The cluster did not say in time where its keys are: {}", silent.toString());
            }
        }
    }

    /** The name of the server that has a key; there is one alone where there is no cluster. */
    public String server(byte[] key) {
        return serversOf(commands())
                .map(known -> known.getPartitionBySlot(SlotHash.getSlot(key)))
                .map(RedisClusterNode::getNodeId)
                .orElse(ALONE);
    }

    /** The servers of a cluster, as the driver knows them now. */
    private static Optional<Partitions> serversOf(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        return connectionOf(commands) instanceof StatefulRedisClusterConnection<byte[], byte[]> cluster
                ? Optional.of(cluster.getPartitions())
                : Optional.empty();
    }

    private static String life(String info) {
        return info.lines()
                .filter(line -> line.startsWith("run_id:") || line.startsWith("master_replid:"))
                .collect(Collectors.joining(" "));
    }

    /**
     * Two sections of what each server says of itself that takes writes and answers. A master that died and has been replaced keeps its
     * place among the nodes of a cluster, but no slots.
     *
     * @throws DataAccessException if none answers
     */
    public List<String> info(String section, String other) {
        return commands() instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster
                ? List.copyOf(ask(cluster, AsyncRedis::isMaster, section, other, timeout)
                        .values())
                : List.of(ask(section, other));
    }

    private static boolean isMaster(RedisClusterNode node) {
        return node.is(RedisClusterNode.NodeFlag.UPSTREAM) && !node.getSlots().isEmpty();
    }

    private String ask(String section, String other) {
        return await(send(commands -> commands.info(section).thenCombine(commands.info(other), String::concat)));
    }

    /** What those of these servers answer that do so in time. */
    private static Map<RedisClusterNode, String> ask(
            RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster,
            Predicate<RedisClusterNode> which,
            String section,
            String other,
            Duration wait) {
        var servers = cluster.nodes(which).commands();
        var answers = servers.info(section).asMap();
        var others = servers.info(other).asMap();
        var asked = new LinkedHashMap<RedisClusterNode, CompletableFuture<String>>();
        answers.forEach((server, answer) -> Optional.ofNullable(others.get(server))
                .ifPresent(rest ->
                        asked.put(server, inTime(answer.thenCombine(rest, String::concat), timerOf(cluster), wait))));
        return answers(asked);
    }

    private static <K> Map<K, String> answers(Map<K, CompletableFuture<String>> asked) {
        var answers = new LinkedHashMap<K, String>();
        var failures = new ArrayList<DataAccessException>();
        asked.forEach((server, answer) -> {
            try {
                answers.put(server, await(answer));
            } catch (DataAccessException silent) {
                failures.add(silent);
            }
        });
        if (answers.isEmpty()) {
            throw failures.isEmpty() ? new RedisSystemException("The cluster has no masters", null) : failures.get(0);
        }
        return answers;
    }

    /**
     * Waits for an answer.
     *
     * @throws DataAccessException if there is none, or it is an error
     */
    public static <T> T await(CompletableFuture<T> answer) {
        try {
            return answer.get();
        } catch (ExecutionException failure) {
            throw translated(causeOf(failure));
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new QueryTimeoutException("Interrupted while waiting for Redis", interruption);
        }
    }

    /** Waits for all of these, which share a trip, in their order. */
    public static <T> List<T> awaitAll(Collection<CompletableFuture<T>> answers) {
        var values = new ArrayList<T>(answers.size());
        for (var answer : answers) {
            values.add(await(answer));
        }
        return values;
    }

    /** As Spring would name it. */
    public static DataAccessException translated(Throwable failure) {
        if (failure instanceof DataAccessException known) {
            return known;
        }
        if (failure instanceof TimeoutException) {
            return new QueryTimeoutException("Redis did not answer in time", failure);
        }
        var known = failure instanceof Exception exception ? EXCEPTIONS.convert(exception) : null;
        return known == null ? new RedisSystemException("Redis failed", failure) : known;
    }

    /** What is behind the exceptions that futures wrap around it. */
    public static Throwable causeOf(Throwable failure) {
        var cause = failure.getCause();
        return (failure instanceof CompletionException || failure instanceof ExecutionException) && cause != null
                ? causeOf(cause)
                : failure;
    }

    /**
     * The connection that all of the application shares; it is not ours to close, and comes back by itself. Spring is asked for it again
     * only while it is not open, because each time it makes a connection of its own around it.
     */
    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        var known = shared;
        if (known != null && connectionOf(known).isOpen()) {
            return known;
        }
        var asked = askForShared();
        shared = asked;
        return asked;
    }

    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<byte[], byte[]> askForShared() {
        try (var connection = connections.getConnection()) {
            return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
        }
    }

    private static Timer timerOf(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        return connectionOf(commands).getResources().timer();
    }

    @SuppressWarnings("deprecation") // Spring's shared connection leads to Lettuce's only this way.
    private static StatefulConnection<byte[], byte[]> connectionOf(RedisClusterAsyncCommands<byte[], byte[]> commands) {
        return commands instanceof RedisAdvancedClusterAsyncCommands<byte[], byte[]> cluster
                ? cluster.getStatefulConnection()
                : ((RedisAsyncCommands<byte[], byte[]>) commands).getStatefulConnection();
    }
}
