package stampede.counter;

import com.google.common.collect.Sets;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.redis.ScriptBatcher;

/** The Redis of the counter: runs its scripts, and carries commands, without waiting. */
public class CounterRedis {

    private static final List<String> REFUSALS =
            List.of("OOM ", "LOADING ", "READONLY ", "NOREPLICAS ", "MISCONF ", "MASTERDOWN ", "CLUSTERDOWN ", "BUSY ");

    /** What a purchase needs. Others are called seldom, or for one offer. */
    static final Set<CounterScript> SHARED = Sets.immutableEnumSet(CounterScript.RESERVE, CounterScript.SETTLE);

    /** How many offers share a call: as each may have many requests in it, a long call keeps others waiting. */
    private static final int MOST_OFFERS_PER_CALL = 32;

    private final AsyncRedis redis;
    private final Map<CounterScript, Counter> calls = new EnumMap<>(CounterScript.class);

    /** Empty for a cluster. */
    private final Map<CounterScript, ScriptBatcher> batchers = new EnumMap<>(CounterScript.class);

    CounterRedis(
            RedisConnectionFactory connections, CounterProperties properties, MeterRegistry meters, Executor threads) {
        this.redis = new AsyncRedis(connections, properties.timeout());
        if (!(connections instanceof LettuceConnectionFactory lettuce && lettuce.isClusterAware())) {
            for (var script : SHARED) {
                batchers.put(
                        script,
                        new ScriptBatcher(
                                redis,
                                script.lua(),
                                MOST_OFFERS_PER_CALL,
                                properties.timeout(),
                                CounterUnchanged::new,
                                threads));
            }
        }
        for (var script : CounterScript.values()) {
            calls.put(
                    script,
                    Counter.builder("stampede.stock.calls")
                            .description("Calls of scripts on an offer's keys; several may share a trip to Redis")
                            .tag("script", script.label())
                            .register(meters));
        }
    }

    /**
     * Runs a script on the keys of an offer; fails if there is no answer in time, and then it may have run or not. Calls for several offers
     * may share a trip.
     */
    public CompletableFuture<List<String>> run(CounterScript script, OfferId offer, List<String> arguments) {
        calls(script).increment();
        var keys = CounterKeys.of(offer);
        var values = arguments.stream().map(CounterRedis::bytes).toArray(byte[][]::new);
        var batcher = batchers.get(script);
        var answer = batcher == null ? redis.run(script.lua(), keys, values) : batcher.run(keys, values);
        return answer.thenApply(CounterRedis::texts);
    }

    /**
     * The same, but what cannot leave at once never leaves. Fails with {@link CounterUnchanged} if it is certain that the script
     * did not run.
     */
    CompletableFuture<List<String>> runNowOrNever(CounterScript script, OfferId offer, List<String> arguments) {
        try {
            if (!redis.isConnected()) {
                return CompletableFuture.failedFuture(new CounterUnchanged("Redis is not connected"));
            }
        } catch (DataAccessException unreachable) {
            return CompletableFuture.failedFuture(new CounterUnchanged("Redis cannot be reached", unreachable));
        }
        return run(script, offer, arguments)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        isRefusedOutright(AsyncRedis.causeOf(failure))
                                ? new CounterUnchanged("Redis refuses", failure)
                                : failure));
    }

    /** These answers come before the first change a script makes, or not at all. */
    private static boolean isRefusedOutright(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && failure.getMessage() != null
                && REFUSALS.stream().anyMatch(failure.getMessage()::startsWith);
    }

    /** As {@link AsyncRedis#send}. */
    <T> CompletableFuture<T> send(Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
        return redis.send(command);
    }

    /** As {@link AsyncRedis#lives}. */
    Map<String, String> lives() {
        return redis.lives();
    }

    /** The name of the server that has the keys of an offer. */
    String server(OfferId offer) {
        return redis.server(CounterKeys.state(offer));
    }

    /** As {@link AsyncRedis#info}. */
    List<String> info(String section, String other) {
        return redis.info(section, other);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    private Counter calls(CounterScript script) {
        return Objects.requireNonNull(calls.get(script));
    }

    static List<String> texts(List<?> answer) {
        return Arrays.stream(answer.toArray()).map(text -> text((byte[]) text)).toList();
    }
}
