package stampede.room;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.common.collect.Lists;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.redis.AsyncRedis;
import stampede.testing.Apart;
import stampede.testing.Proof;

/** Redis is wiped while people wait, two workers keep the room going, and more people come all the time. */
@Apart
class RoomWipeTests {

    /** Nobody else uses it. */
    private static final int REDIS_DATABASE = 7;

    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration BACK_WITHIN = Duration.ofSeconds(10);
    private static final int LATE_EACH = 5;
    private static final int PER_CALL = 250;

    private final int crowd = Proof.size(2_000, 10_000);
    private final RoomPace pace = new RoomPace(crowd / 20.0, crowd, 1, RoomUnits.Seen.NOTHING);
    private final StockWorkbench bench = StockWorkbench.get();
    private final RoomRepository records = new RoomRepository(bench.sql);
    private final OfferId offer = new OfferId(StockWorkbench.nextId());
    private final RoomId room = new RoomId(StockWorkbench.nextId());
    private final ScheduledExecutorService workers = Executors.newScheduledThreadPool(3);

    /** The number of each account's ticket, and when it was given. */
    private final Map<AccountId, Given> tickets = new ConcurrentHashMap<>();

    private final AtomicLong lastLate = new AtomicLong(1_000_000);
    private final LettuceConnectionFactory connections = connections();
    private final StringRedisTemplate template = new StringRedisTemplate(connections);
    private final RoomRedis redis =
            new RoomRedis(new AsyncRedis(connections, Duration.ofSeconds(5)), Duration.ofMinutes(5));

    private static LettuceConnectionFactory connections() {
        var there = (LettuceConnectionFactory)
                Objects.requireNonNull(StockWorkbench.get().redis.getConnectionFactory());
        var apart = new RedisStandaloneConfiguration(there.getHostName(), there.getPort());
        apart.setDatabase(REDIS_DATABASE);
        var connections = new LettuceConnectionFactory(apart);
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }

    @BeforeEach
    void open() {
        wipe();
        var opens = Instant.now().plusSeconds(3).truncatedTo(ChronoUnit.MILLIS);
        records.add(
                RoomRow.opening(room, offer, RoomDrawTests.seed(7), opens, OptionalInt.empty()),
                opens.plusSeconds(3_600));
        for (int worker = 0; worker < 2; worker++) {
            var keeper = new RoomKeeper(redis, records, Clock.systemUTC(), Duration.ofMinutes(2), records.find(room));
            var unused = workers.scheduleWithFixedDelay(
                    () -> keeper.turn(records.find(room).early().isPresent() ? pace : RoomPace.none()),
                    worker * 125L,
                    250,
                    TimeUnit.MILLISECONDS);
        }
        await().atMost(PATIENCE).until(() -> epoch() == 1);
    }

    @AfterEach
    void close() throws InterruptedException {
        workers.shutdownNow();
        assertThat(workers.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        bench.sql
                .sql("delete from room where id = :id")
                .param("id", room.value())
                .update();
        wipe();
        connections.destroy();
    }

    @Test
    void placesAreBackWithinTenSecondsAndPeopleGoOnInOrder() {
        join(LongStream.rangeClosed(1, crowd).mapToObj(AccountId::new).toList());
        var unused = workers.scheduleWithFixedDelay(this::comeLate, 0, 100, TimeUnit.MILLISECONDS);
        await().atMost(PATIENCE).until(() -> state().turn() > crowd / 10);

        var before = Map.copyOf(tickets);
        var seen = state();
        assertThat(seen.next() - seen.turn()).as("people wait").isGreaterThan(crowd / 2);
        var draw = RoomDraw.of(RoomDrawTests.seed(7), seen.early());
        wipe();
        var wipedAt = Instant.now();
        await().atMost(BACK_WITHIN)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> epoch() == 2 && redis.look(offer, room).get().isPresent());
        var again = show(before);
        var took = Duration.between(wipedAt, Instant.now());

        Proof.print("%d places were back %d ms after Redis was wiped", before.size(), took.toMillis());
        assertThat(took).isLessThan(BACK_WITHIN);
        before.forEach((account, ticket) ->
                assertThat(again.get(account)).as("ticket of %s", account).isEqualTo(ticket.number()));
        assertThat(state().early()).as("the draw counts").isEqualTo(seen.early());
        var old = before.values().stream()
                .filter(ticket -> ticket.at().isBefore(wipedAt.minusSeconds(2)))
                .mapToInt(Given::number)
                .max()
                .orElseThrow();
        await().atMost(PATIENCE)
                .until(() ->
                        tickets.values().stream().anyMatch(ticket -> ticket.at().isAfter(wipedAt)));
        assertThat(tickets.entrySet().stream()
                        .filter(ticket -> !before.containsKey(ticket.getKey()))
                        .filter(ticket -> ticket.getValue().at().isAfter(wipedAt))
                        .map(ticket -> draw.placeOf(ticket.getValue().number())))
                .as("whoever comes afterwards is behind")
                .allMatch(place -> place > old);

        goOnInOrder(seen.turn());
    }

    /** Each look shows a turn that is not below the one before, and it comes to everybody. */
    private void goOnInOrder(int before) {
        var turns = new ArrayList<Integer>();
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(100)).until(() -> {
            turns.add(state().turn());
            return turns.get(turns.size() - 1) >= crowd;
        });
        assertThat(turns).isSorted();
        assertThat(turns.get(0))
                .as("at most what came in within some two seconds is asked in once more")
                .isGreaterThan(before - crowd / 10);
    }

    /** All of them show what they have. */
    private Map<AccountId, Integer> show(Map<AccountId, Given> known) {
        var numbers = new HashMap<AccountId, Integer>();
        for (var part : Lists.partition(List.copyOf(known.entrySet()), PER_CALL)) {
            var shown = part.stream()
                    .map(ticket -> Map.entry(ticket.getKey(), ticket.getValue().number()))
                    .toList();
            var answers = AsyncRedis.await(redis.join(offer, room, shown));
            for (int i = 0; i < answers.size(); i++) {
                numbers.put(part.get(i).getKey(), answers.get(i));
            }
        }
        return numbers;
    }

    private void comeLate() {
        try {
            join(LongStream.range(0, LATE_EACH)
                    .mapToObj(one -> new AccountId(lastLate.incrementAndGet()))
                    .toList());
        } catch (DataAccessException away) {
            // They come again with the next.
        }
    }

    private void join(List<AccountId> accounts) {
        for (var part : Lists.partition(accounts, PER_CALL)) {
            var numbers = AsyncRedis.await(redis.join(
                    offer,
                    room,
                    part.stream().map(account -> Map.entry(account, -1)).toList()));
            for (int i = 0; i < numbers.size(); i++) {
                tickets.put(part.get(i), new Given(numbers.get(i), Instant.now()));
            }
        }
    }

    private RoomState state() {
        return AsyncRedis.await(redis.look(offer, room)).orElseThrow();
    }

    private long epoch() {
        return records.find(room).epoch();
    }

    private void wipe() {
        try (var connection =
                Objects.requireNonNull(template.getConnectionFactory()).getConnection()) {
            connection.serverCommands().flushDb();
        }
    }

    private record Given(int number, Instant at) {}
}
