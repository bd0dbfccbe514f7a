package stampede.counter;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisNoScriptException;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.cluster.api.async.RedisClusterAsyncCommands;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceExceptionConverter;
import org.springframework.stereotype.Component;
import stampede.catalog.OfferId;

/**
 * Carries commands to Redis without waiting, so that many share a trip: commands given one after the other travel
 * together, and only {@link #await} waits. Uses Lettuce itself, because the template waits for each command or opens a
 * pipeline that belongs to one thread.
 */
@Component
public class CounterRedis {

    private static final LettuceExceptionConverter EXCEPTIONS = new LettuceExceptionConverter();

    private static final List<String> REFUSALS =
            List.of("OOM ", "LOADING ", "READONLY ", "NOREPLICAS ", "MISCONF ", "MASTERDOWN ", "CLUSTERDOWN ", "BUSY ");

    private final RedisConnectionFactory connections;
    private final CounterProperties properties;
    private final Map<CounterScript, Counter> calls = new EnumMap<>(CounterScript.class);

    CounterRedis(RedisConnectionFactory connections, CounterProperties properties, MeterRegistry meters) {
        this.connections = connections;
        this.properties = properties;
        for (var script : CounterScript.values()) {
            calls.put(
                    script,
                    Counter.builder("stampede.stock.calls")
                            .description("Script calls to Redis")
                            .tag("script", script.label())
                            .register(meters));
        }
    }

    /** Runs a script on the keys of an offer; fails if there is no answer in time, and then it may have run or not. */
    public CompletableFuture<List<String>> run(CounterScript script, OfferId offer, List<String> arguments) {
        calls(script).increment();
        var keys = CounterKeys.of(offer);
        var values = arguments.stream().map(CounterRedis::bytes).toArray(byte[][]::new);
        return this.<List<Object>>send(
                        commands -> commands.evalsha(script.digest(), ScriptOutputType.MULTI, keys, values))
                .exceptionallyCompose(failure -> causeOf(failure) instanceof RedisNoScriptException
                        ? send(commands -> commands.eval(script.source(), ScriptOutputType.MULTI, keys, values))
                        : CompletableFuture.failedFuture(failure))
                .thenApply(CounterRedis::texts);
    }

    /**
     * The same, but what cannot leave at once never leaves. Fails with {@link CounterUnchanged} if it is certain that the script
     * did not run.
     */
    CompletableFuture<List<String>> runNowOrNever(CounterScript script, OfferId offer, List<String> arguments) {
        try {
            if (!isConnected()) {
                return CompletableFuture.failedFuture(new CounterUnchanged("Redis is not connected"));
            }
        } catch (DataAccessException unreachable) {
            return CompletableFuture.failedFuture(new CounterUnchanged("Redis cannot be reached", unreachable));
        }
        return run(script, offer, arguments)
                .exceptionallyCompose(failure -> CompletableFuture.failedFuture(
                        isRefusedOutright(causeOf(failure))
                                ? new CounterUnchanged("Redis refuses", failure)
                                : failure));
    }

    /** Spring's shared connection leads to Lettuce's only this way. */
    @SuppressWarnings("deprecation")
    private boolean isConnected() {
        return !(commands() instanceof RedisAsyncCommands<byte[], byte[]> single)
                || single.getStatefulConnection().isOpen();
    }

    /** These answers come before the first change a script makes, or not at all. */
    private static boolean isRefusedOutright(Throwable failure) {
        return failure instanceof RedisCommandExecutionException
                && failure.getMessage() != null
                && REFUSALS.stream().anyMatch(failure.getMessage()::startsWith);
    }

    /** Sends a command; fails if there is no answer in time, and takes the command back if it has not left yet. */
    <T> CompletableFuture<T> send(Function<RedisClusterAsyncCommands<byte[], byte[]>, CompletionStage<T>> command) {
        try {
            var answer = command.apply(commands()).toCompletableFuture();
            return answer.copy()
                    .orTimeout(properties.timeout().toMillis(), TimeUnit.MILLISECONDS)
                    .whenComplete((value, failure) -> {
                        if (failure != null) {
                            answer.cancel(false);
                        }
                    });
        } catch (DataAccessException unreachable) {
            return CompletableFuture.failedFuture(unreachable);
        }
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

    /** Waits for all answers, which share a trip. */
    static <T> List<T> await(Collection<CompletableFuture<T>> answers) {
        var values = new ArrayList<T>(answers.size());
        for (var answer : answers) {
            values.add(await(answer));
        }
        return values;
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    static String text(byte @Nullable [] bytes) {
        return bytes == null ? "" : new String(bytes, StandardCharsets.UTF_8);
    }

    static DataAccessException translated(Throwable failure) {
        if (failure instanceof DataAccessException known) {
            return known;
        }
        if (failure instanceof TimeoutException) {
            return new QueryTimeoutException("Redis did not answer in time", failure);
        }
        var known = failure instanceof Exception exception ? EXCEPTIONS.convert(exception) : null;
        return known == null ? new RedisSystemException("Redis failed", failure) : known;
    }

    /** The connection that all of the application shares; it is not ours to close, and comes back by itself. */
    @SuppressWarnings("unchecked")
    private RedisClusterAsyncCommands<byte[], byte[]> commands() {
        try (var connection = connections.getConnection()) {
            return (RedisClusterAsyncCommands<byte[], byte[]>) connection.getNativeConnection();
        }
    }

    private Counter calls(CounterScript script) {
        return Objects.requireNonNull(calls.get(script));
    }

    private static Throwable causeOf(Throwable failure) {
        var cause = failure.getCause();
        return (failure instanceof CompletionException || failure instanceof ExecutionException) && cause != null
                ? causeOf(cause)
                : failure;
    }

    private static List<String> texts(List<Object> answer) {
        return Arrays.stream(answer.toArray()).map(text -> text((byte[]) text)).toList();
    }
}
