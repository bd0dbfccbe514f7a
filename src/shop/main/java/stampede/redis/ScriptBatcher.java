package stampede.redis;

import io.lettuce.core.RedisCommandExecutionException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lets concurrent calls of a script on different keys share trips to a server, as {@link CallBatcher} does: while one trip is under way
 * the next calls gather, and run one after the other in one script. A call that comes alone is sent as it is. An error that the server
 * has for one of them is that one's alone. Not for a cluster, where keys of several callers lie on several servers.
 */
public final class ScriptBatcher {

    /** More leave in several scripts one after the other, so that none keeps Redis busy for long. */
    private static final int MOST_ARGUMENTS = 1_000;

    private final AsyncRedis redis;
    private final LuaScript script;
    private final LuaScript forSeveral;
    private final CallBatcher<Call, Answer> trips;

    /**
     * @param most how many calls share a trip
     * @param patience how long a call may wait before it leaves
     * @param neverLeft makes what a call fails with that was not sent, of a reason in words
     * @param threads as {@link CallBatcher} has them
     */
    public ScriptBatcher(
            AsyncRedis redis,
            LuaScript script,
            int most,
            Duration patience,
            Function<String, ? extends RuntimeException> neverLeft,
            Executor threads) {
        this.redis = redis;
        this.script = script;
        this.forSeveral = script.forSeveral();
        this.trips = new CallBatcher<>(most, patience, System::nanoTime, this::travel, neverLeft, threads);
    }

    /**
     * Runs the script as {@link AsyncRedis#run} does.
     *
     * @param keys as many as each other call has
     */
    public CompletableFuture<List<Object>> run(byte[][] keys, byte[][] arguments) {
        return trips.join(new Call(keys, arguments)).thenCompose(Answer::asFuture);
    }

    private CompletableFuture<List<Answer>> travel(List<Call> calls) {
        var groups = groups(calls).stream().map(this::together).toList();
        return CompletableFuture.allOf(groups.toArray(CompletableFuture[]::new))
                .thenApply(all ->
                        groups.stream().flatMap(group -> group.join().stream()).toList());
    }

    private static List<List<Call>> groups(List<Call> calls) {
        var groups = new ArrayList<List<Call>>();
        var arguments = MOST_ARGUMENTS;
        for (var call : calls) {
            arguments += call.arguments().length;
            if (arguments > MOST_ARGUMENTS) {
                groups.add(new ArrayList<>());
                arguments = call.arguments().length;
            }
            groups.get(groups.size() - 1).add(call);
        }
        return groups;
    }

    /** Never fails: each is told what happened to it. */
    private CompletableFuture<List<Answer>> together(List<Call> calls) {
        return sent(calls)
                .exceptionally(failure -> Collections.nCopies(
                        calls.size(), new Answer(List.of(), Optional.of(AsyncRedis.causeOf(failure)))));
    }

    private CompletableFuture<List<Answer>> sent(List<Call> calls) {
        if (calls.size() == 1) {
            var alone = calls.get(0);
            return redis.run(script, alone.keys(), alone.arguments())
                    .thenApply(texts -> List.of(new Answer(texts, Optional.empty())));
        }
        var keys = calls.stream().flatMap(call -> Arrays.stream(call.keys())).toArray(byte[][]::new);
        return redis.run(forSeveral, keys, arguments(calls)).thenApply(ScriptBatcher::answers);
    }

    private static byte[][] arguments(List<Call> calls) {
        var counts = Stream.concat(Stream.of(calls.size()), calls.stream().map(call -> call.arguments().length));
        return Stream.concat(
                        counts.map(count -> Integer.toString(count).getBytes(StandardCharsets.US_ASCII)),
                        calls.stream().flatMap(call -> Arrays.stream(call.arguments())))
                .toArray(byte[][]::new);
    }

    @SuppressWarnings("unchecked")
    private static List<Answer> answers(List<Object> told) {
        var answers = new ArrayList<Answer>(told.size() / 2);
        for (int i = 0; i < told.size(); i += 2) {
            var problem = new String((byte[]) told.get(i), StandardCharsets.UTF_8);
            answers.add(new Answer(
                    (List<Object>) told.get(i + 1),
                    problem.isEmpty() ? Optional.empty() : Optional.of(new RedisCommandExecutionException(problem))));
        }
        return answers;
    }

    private static final class Call {

        private final byte[][] keys;
        private final byte[][] arguments;

        Call(byte[][] keys, byte[][] arguments) {
            this.keys = keys;
            this.arguments = arguments;
        }

        byte[][] keys() {
            return keys;
        }

        byte[][] arguments() {
            return arguments;
        }
    }

    private record Answer(List<Object> texts, Optional<Throwable> problem) {

        CompletableFuture<List<Object>> asFuture() {
            return problem.<CompletableFuture<List<Object>>>map(CompletableFuture::failedFuture)
                    .orElseGet(() -> CompletableFuture.completedFuture(texts));
        }
    }
}
