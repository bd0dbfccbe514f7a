package stampede.counter;

import com.google.common.collect.Lists;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.ScriptOutputType;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.stream.Stream;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.jdbc.core.simple.JdbcClient;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.redis.LuaScript;
import stampede.simulation.Mutant;

/**
 * Runs every script twice, in Redis and in the {@link CounterModel}, and writes down where the two answer differently, and where
 * somebody asks for what the database has not said. Loses calls and answers when it is told to, and runs the mutant of a script.
 */
final class TwinRedis extends CounterRedis {

    private static final OfferId NOWHERE = new OfferId(1);

    final CounterModel model = new CounterModel();
    final List<String> disagreements = new ArrayList<>();
    private final JdbcClient sql;
    private final Mutant mutant;
    private final Deque<Call> late = new ArrayDeque<>();
    private CallFate fate = CallFate.ARRIVES;
    private int callsBefore;

    TwinRedis(
            RedisConnectionFactory connections,
            CounterProperties properties,
            MeterRegistry meters,
            JdbcClient sql,
            Mutant mutant) {
        super(connections, properties, meters, ForkJoinPool.commonPool());
        this.sql = sql;
        this.mutant = mutant;
    }

    /** What will become of a call from now on, after so many others. */
    synchronized void will(CallFate next, int after) {
        fate = next;
        callsBefore = after;
    }

    /** A call that was given up long ago arrives now. */
    synchronized void arriveLate() {
        var call = late.poll();
        if (call != null) {
            both(call);
        }
    }

    @Override
    public synchronized CompletableFuture<List<String>> run(
            CounterScript script, OfferId offer, List<String> arguments) {
        var call = new Call(script, offer, arguments);
        if (script == CounterScript.CHANGES_SINCE || script == CounterScript.PROBE) {
            return CompletableFuture.completedFuture(inRedis(call));
        }
        return switch (fateOfNext()) {
            case ARRIVES -> CompletableFuture.completedFuture(both(call));
            case ANSWER_LOST -> {
                both(call);
                yield noAnswer();
            }
            case ARRIVES_LATE -> {
                late.add(call);
                yield noAnswer();
            }
            case LOST -> noAnswer();
        };
    }

    private CallFate fateOfNext() {
        if (callsBefore-- > 0) {
            return CallFate.ARRIVES;
        }
        var next = fate;
        fate = CallFate.ARRIVES;
        return next;
    }

    private static CompletableFuture<List<String>> noAnswer() {
        return CompletableFuture.failedFuture(new QueryTimeoutException("No answer, on purpose"));
    }

    private List<String> both(Call call) {
        checkVerdicts(call);
        var answered = inRedis(call);
        var expected = model.run(call.script(), call.arguments(), answered);
        if (!comparable(call, answered).equals(comparable(call, expected))) {
            disagreements.add(call + " answered " + answered + ", not " + expected);
        }
        return answered;
    }

    private static Object comparable(Call call, List<String> answer) {
        if (call.script() != CounterScript.CLAIM) {
            return answer;
        }
        var byId = new TreeMap<String, String>();
        Lists.partition(answer, 2).forEach(pair -> byId.put(pair.get(0), pair.get(1)));
        return byId;
    }

    private List<String> inRedis(Call call) {
        var script = LuaScript.of(
                mutant.bend(call.script().label(), call.script().lua().source()));
        if (SHARED.contains(call.script())) {
            return inCompany(script, call);
        }
        return texts(eval(script, keys(call.offer()), call.arguments()));
    }

    /** Between one that is refused and one for an offer that Redis does not have. */
    private List<String> inCompany(LuaScript script, Call call) {
        var arguments = new ArrayList<>(List.of(
                "3",
                "1",
                Integer.toString(call.arguments().size()),
                Integer.toString(call.arguments().size())));
        arguments.add("nonsense");
        arguments.addAll(call.arguments());
        arguments.addAll(call.arguments());
        var keys = Stream.of(NOWHERE, call.offer(), NOWHERE).flatMap(TwinRedis::keys);
        var answer = eval(script.forSeveral(), keys, arguments);
        if (!text((byte[]) answer.get(0)).startsWith("BADARG")
                || !texts((List<?>) answer.get(5)).get(0).equals("COLD")) {
            disagreements.add("The company of " + call + " was answered " + answer);
        }
        var problem = text((byte[]) answer.get(2));
        if (!problem.isEmpty()) {
            throw AsyncRedis.translated(new RedisCommandExecutionException(problem));
        }
        return texts((List<?>) answer.get(3));
    }

    private List<Object> eval(LuaScript script, Stream<byte[]> keys, List<String> arguments) {
        var values = arguments.stream().map(CounterRedis::bytes).toArray(byte[][]::new);
        var all = keys.toArray(byte[][]::new);
        return AsyncRedis.await(this.<List<Object>>send(
                commands -> commands.eval(CounterRedis.bytes(script.source()), ScriptOutputType.MULTI, all, values)));
    }

    private static Stream<byte[]> keys(OfferId offer) {
        return Stream.of(CounterKeys.of(offer));
    }

    /** Units go back, and are taken over by orders, only after the database has said so. */
    private void checkVerdicts(Call call) {
        if (call.script() == CounterScript.RELEASE) {
            call.arguments().stream()
                    .filter(id -> !isTrue(id, "holds_units = 0"))
                    .forEach(id -> disagreements.add(call + " releases " + id + " without a verdict of the database"));
        } else if (call.script() == CounterScript.SETTLE) {
            Lists.partition(call.arguments(), 4).stream()
                    .map(order -> order.get(0))
                    .filter(id -> !isTrue(id, "status not in ('REJECTED', 'ABANDONED')"))
                    .forEach(id -> disagreements.add(call + " settles " + id + ", which is no order"));
        }
    }

    private boolean isTrue(String id, String condition) {
        return sql.sql("select count(*) from orders where id = :id and " + condition)
                        .param("id", id)
                        .query(Long.class)
                        .single()
                == 1;
    }

    private record Call(CounterScript script, OfferId offer, List<String> arguments) {

        @Override
        public String toString() {
            return script.label() + " " + arguments;
        }
    }
}
