package stampede.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.event.command.CommandListener;
import io.lettuce.core.event.command.CommandStartedEvent;
import io.lettuce.core.protocol.CommandType;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import stampede.counter.StockWorkbench;

/** Calls that gather while another is under way, in a real Redis. */
class ScriptBatcherTests {

    private static final LuaScript SCRIPT = LuaScript.of("""
            -- KEYS 1 a text, 2 a number  ARGV 1 how often to turn around, 2 what to do, then anything
            for _ = 1, tonumber(ARGV[1]) do end
            local text, number = unpack(KEYS)
            if ARGV[2] == 'refuse' then
              return redis.error_reply('BADARG will not')
            end
            redis.call('SET', text, ARGV[3] or 'nothing')
            if ARGV[2] == 'wrong type' then
              redis.call('LPUSH', text, 'x')
            elseif ARGV[2] == 'no number' then
              redis.call('SET', number, 'x')
              redis.call('INCR', number)
            elseif ARGV[2] == 'stumble' then
              return {nothing + 1}
            end
            redis.call('SET', number, #ARGV)
            return {redis.call('GET', text), redis.call('GET', number)}
            """);

    private static final String LONG = "20000000";

    private final StockWorkbench bench = StockWorkbench.get();
    private final String prefix = "batcher:" + StockWorkbench.nextId() + ":";
    private final AtomicInteger trips = new AtomicInteger();
    private final LettuceConnectionFactory connections = counted();
    private final AsyncRedis redis = new AsyncRedis(connections, Duration.ofSeconds(20));
    private final ScriptBatcher batcher = batcher(10);

    @AfterEach
    void clean() {
        var keys = bench.redis.keys(prefix + "*");
        bench.redis.delete(keys == null ? List.of() : keys);
        connections.destroy();
    }

    @Test
    void eachHasItsOwnKeysAndArgumentsAndAnswer() {
        var first = run(batcher, 0, LONG, "write", "first");
        var others = IntStream.rangeClosed(1, 9)
                .mapToObj(i -> run(
                        batcher,
                        i,
                        Stream.concat(
                                        Stream.of("0", "write"),
                                        IntStream.range(0, i).mapToObj(j -> "of " + i))
                                .toArray(String[]::new)))
                .toList();

        assertThat(texts(first)).containsExactly("first", "3");
        for (int i = 1; i <= 9; i++) {
            var texts = texts(others.get(i - 1));
            assertThat(texts).containsExactly("of " + i, Integer.toString(i + 2));
            assertThat(bench.redis.opsForValue().get(prefix + i + ":text")).isEqualTo("of " + i);
        }
        assertThat(trips).hasValue(2);
    }

    @Test
    void noMoreShareATripThanMay() {
        var three = batcher(3);
        var all = IntStream.range(0, 8)
                .mapToObj(i -> run(three, i, i == 0 ? LONG : "0", "write", "x"))
                .toList();

        assertThat(all).allSatisfy(answer -> assertThat(texts(answer)).containsExactly("x", "3"));
        assertThat(trips).as("one, three, three and one").hasValue(4);
    }

    @Test
    void longCallsLeaveOneAfterTheOther() {
        var first = run(batcher, 0, LONG, "write", "first");
        var others = IntStream.rangeClosed(1, 5)
                .mapToObj(i -> run(
                        batcher,
                        i,
                        Stream.concat(
                                        Stream.of("0", "write"),
                                        IntStream.range(0, 398).mapToObj(j -> "of " + i))
                                .toArray(String[]::new)))
                .toList();

        assertThat(texts(first)).contains("first");
        for (int i = 1; i <= 5; i++) {
            assertThat(texts(others.get(i - 1))).containsExactly("of " + i, "400");
        }
        assertThat(trips).as("one, two, two and one").hasValue(4);
    }

    @Test
    void whatGoesWrongForOneIsToldToThatOne() {
        var first = run(batcher, 0, LONG, "write", "first");
        var good = run(batcher, 1, "0", "write", "good");
        var refused = run(batcher, 2, "0", "refuse");
        var wrongType = run(batcher, 3, "0", "wrong type", "written before");
        var noNumber = run(batcher, 4, "0", "no number");
        var stumbled = run(batcher, 5, "0", "stumble");
        var last = run(batcher, 6, "0", "write", "last");

        assertThat(texts(first)).contains("first");
        assertThat(texts(good)).contains("good");
        assertThat(problem(refused)).isEqualTo("BADARG will not");
        assertThat(problem(wrongType)).startsWith("WRONGTYPE Operation against a key");
        assertThat(problem(noNumber))
                .startsWith("ERR value is not an integer or out of range")
                .contains("user_script");
        assertThat(problem(stumbled)).startsWith("ERR ").contains("user_script:");
        assertThat(texts(last)).contains("last");
        assertThat(trips).hasValue(2);
        assertThat(bench.redis.opsForValue().get(prefix + "3:text"))
                .as("as if it had called alone, where nothing is taken back")
                .isEqualTo("written before");
    }

    @Test
    void aServerThatForgotTheScriptsIsGivenThem() {
        assertThat(texts(run(batcher, 0, "0", "write", "x"))).contains("x");
        bench.connections.getConnection().scriptingCommands().scriptFlush();

        var first = run(batcher, 0, LONG, "write", "first");
        var others = List.of(run(batcher, 1, "0", "write", "y"), run(batcher, 2, "0", "write", "z"));

        assertThat(texts(first)).contains("first");
        assertThat(texts(others.get(0))).contains("y");
        assertThat(texts(others.get(1))).contains("z");
    }

    /** The test's own connection, whose commands it counts before there is one. */
    private LettuceConnectionFactory counted() {
        var factory = new LettuceConnectionFactory(
                ((LettuceConnectionFactory) bench.connections).getStandaloneConfiguration());
        factory.afterPropertiesSet();
        factory.start();
        ((RedisClient) factory.getRequiredNativeClient()).addListener(new CommandListener() {
            @Override
            public void commandStarted(CommandStartedEvent event) {
                if (event.getCommand().getType() == CommandType.EVALSHA) {
                    trips.incrementAndGet();
                }
            }
        });
        return factory;
    }

    private ScriptBatcher batcher(int most) {
        return new ScriptBatcher(
                redis,
                SCRIPT,
                most,
                Duration.ofSeconds(20),
                RejectedExecutionException::new,
                ForkJoinPool.commonPool());
    }

    private CompletableFuture<List<Object>> run(ScriptBatcher through, int caller, String... arguments) {
        return through.run(
                new byte[][] {(prefix + caller + ":text").getBytes(UTF_8), (prefix + caller + ":number").getBytes(UTF_8)
                },
                Arrays.stream(arguments).map(text -> text.getBytes(UTF_8)).toArray(byte[][]::new));
    }

    private static List<String> texts(CompletableFuture<List<Object>> answer) {
        return answer.orTimeout(30, SECONDS).join().stream()
                .map(text -> new String((byte[]) text, UTF_8))
                .toList();
    }

    private static String problem(CompletableFuture<List<Object>> answer) {
        assertThatThrownBy(() -> AsyncRedis.await(answer))
                .isInstanceOf(DataAccessException.class)
                .hasRootCauseInstanceOf(RedisCommandExecutionException.class);
        return String.valueOf(
                answer.handle((value, failure) -> AsyncRedis.causeOf(failure).getMessage())
                        .join());
    }
}
