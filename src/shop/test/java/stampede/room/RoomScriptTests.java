package stampede.room;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Lists;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.counter.StockWorkbench;
import stampede.ids.Ids;
import stampede.redis.AsyncRedis;
import stampede.testing.Proof;

class RoomScriptTests {

    private static final int BUCKETS = 16_381;

    private static final Duration PASS = Duration.ofMinutes(2);
    private static final RoomPace QUICK = pace(1_000, 1_000);

    private final StringRedisTemplate template = StockWorkbench.get().redis;
    private final AsyncRedis scripts =
            new AsyncRedis(Objects.requireNonNull(template.getConnectionFactory()), Duration.ofSeconds(5));
    private final RoomRedis redis = new RoomRedis(scripts, Duration.ofMinutes(5));
    private final OfferId offer = new OfferId(StockWorkbench.nextId());
    private final RoomId room = new RoomId(StockWorkbench.nextId());

    @BeforeEach
    void open() {
        AsyncRedis.await(redis.open(row(Instant.now().plusSeconds(3_600), 1, OptionalInt.empty(), 0, 0)));
    }

    @AfterEach
    void clear() {
        template.delete(Objects.requireNonNull(template.keys(RoomRedis.prefix(offer, room) + "*")));
    }

    @Test
    void givesEachAccountOneNumberHoweverOftenItAsks() {
        assertThat(join(11, 12, 11, 13)).containsExactly(0, 1, 0, 2);
        assertThat(join(13, 11, 14)).containsExactly(2, 0, 3);
    }

    @Test
    void whoComesAfterTheOpeningIsBehindTheDraw() {
        join(1, 2, 3);
        template.opsForHash().put(RoomRedis.prefix(offer, room) + ":state", "opens", "1");

        assertThat(join(4)).containsExactly(3);

        var state = move(QUICK, -1);
        assertThat(state.mode()).isEqualTo(RoomMode.DRAWN);
        assertThat(state.early()).isEqualTo(3);
        assertThat(state.next()).isEqualTo(4);
    }

    @Test
    void nobodyComesInBeforeTheDatabaseHasTheDraw() {
        opened(1, 2, 3);

        assertThat(move(QUICK, -1).turn()).isZero();
        assertThat(move(QUICK, -1).mode()).isEqualTo(RoomMode.DRAWN);
        assertThat(move(QUICK, 3).mode()).isEqualTo(RoomMode.SERVING);
        assertThat(letIn(QUICK)).isEqualTo(3);
    }

    @Test
    void everyNodeSeesWhatIsLeftAndWhatMayComeBack() {
        assertThat(seen()).as("before anybody told").isEqualTo(RoomUnits.Seen.NOTHING);
        opened(1, 2, 3);
        move(QUICK, 3);
        assertThat(seen()).as("nothing new is known").isEqualTo(RoomUnits.Seen.NOTHING);

        assertThat(move(telling(5, -1), 3).units()).isEqualTo(new RoomUnits.Seen(5, -1));
        assertThat(seen()).isEqualTo(new RoomUnits.Seen(5, -1));
        move(telling(0, -1), 3);
        assertThat(seen()).as("what may come back is not known").isEqualTo(new RoomUnits.Seen(0, -1));
        move(telling(0, 2), 3);
        move(RoomPace.none(), 3);
        move(telling(0, -1), 3);
        assertThat(seen()).isEqualTo(new RoomUnits.Seen(0, 2));
        assertThat(seen().isSoldOut()).isFalse();
        move(telling(0, 0), 3);
        assertThat(seen().isSoldOut()).isTrue();
        move(telling(1, -1), 3);
        assertThat(seen()).as("one came back").isEqualTo(new RoomUnits.Seen(1, -1));
        move(telling(0, -1), 3);
        assertThat(seen().isSoldOut()).as("nobody knows what became of it").isFalse();
    }

    /** Another keeper drew before Redis forgot it. */
    @Test
    void theDrawThatTheDatabaseHasCounts() {
        opened(1, 2, 3);
        move(QUICK, -1);

        var state = move(QUICK, 2);

        assertThat(state.mode()).isEqualTo(RoomMode.SERVING);
        assertThat(state.early()).isEqualTo(2);
    }

    @Test
    void letsInNoMorePassesThanThereAreUnitsInSight() {
        opened(LongStream.range(1, 100).toArray());
        move(QUICK, 99);
        assertThat(letIn(pace(1_000, 10))).isEqualTo(10);
        assertThat(letIn(pace(1_000, 10))).as("they are about to come").isEqualTo(10);

        IntStream.range(0, 10).forEach(number -> take(number + 1, number));
        IntStream.range(0, 10).forEach(number -> take(number + 1, number));

        assertThat(letIn(pace(1_000, 10))).as("ten are out").isEqualTo(10);
        AsyncRedis.await(redis.use(offer, room, Map.of(second(), 4), 0));
        assertThat(letIn(pace(1_000, 10))).as("four were used").isEqualTo(14);
    }

    /** Given before Redis forgot everything, used afterwards. */
    @Test
    void aPassThatIsForgottenMakesNoRoomForAnother() {
        opened(LongStream.range(1, 101).toArray());
        AsyncRedis.await(redis.use(offer, room, Map.of(second(), 30), 0));

        assertThat(move(QUICK, 100).out()).isZero();
        assertThat(letIn(pace(1_000, 10))).isEqualTo(10);
    }

    /** Nobody may have those numbers. */
    @Test
    void goesOnSlowlyThoughNobodyComes() {
        opened(LongStream.range(1, 1_000).toArray());
        move(QUICK, 999);
        assertThat(letIn(pace(1_000, 160))).isEqualTo(160);

        assertThat(letIn(pace(1_000, 160))).isEqualTo(170);
        assertThat(letIn(pace(1_000, 160))).isEqualTo(180);
    }

    @Test
    void aShopThatIsBusyGetsHalfAsManyForTwoSecondsAndThenSlowlyMoreAgain() {
        var pace = pace(100, 100_000);
        opened(LongStream.range(1, 900).toArray());
        move(QUICK, 899);
        assertThat(letIn(pace)).isEqualTo(100);

        tellBusy(1_000, 10);
        assertThat(letIn(pace)).as("one in a hundred is bearable").isEqualTo(200);
        tellBusy(989, 11);
        assertThat(letIn(pace)).isEqualTo(250);
        tellBusy(989, 11);
        assertThat(letIn(pace)).as("those of before the shop was spared").isEqualTo(300);
        twoSecondsLater();
        tellBusy(0, 1);
        assertThat(letIn(pace)).as("it was not enough").isEqualTo(325);

        template.delete(RoomRedis.prefix(offer, room) + ":flow");
        assertThat(letIn(pace)).isEqualTo(350);
        twoSecondsLater();
        assertThat(letIn(pace)).isEqualTo(376);
        assertThat(letIn(pace)).as("a twentieth more each second").isEqualTo(403);
    }

    @Test
    void aTurnIsGoodForThreePassesAndThenOneHasToWaitAgain() {
        opened(7, 8);

        for (int pass = 0; pass < 3; pass++) {
            var given = take(7, 0);
            assertThat(given).isInstanceOf(RoomTake.Given.class);
            assertThat(take(7, 0)).as("the same while it is good").isEqualTo(given);
            endPass(7, 0);
        }

        assertThat(take(7, 0)).isEqualTo(new RoomTake.Again(2));
        assertThat(take(7, 0)).as("the old ticket once more").isEqualTo(new RoomTake.Again(2));
        assertThat(join(7, 9)).containsExactly(2, 3);
        assertThat(take(7, 2)).as("its turn has come once more").isInstanceOf(RoomTake.Given.class);
    }

    @Test
    void aPassThatWasGoodForNothingIsNoneOfTheThree() {
        opened(7, 8);

        for (int pass = 0; pass < 10; pass++) {
            var second = ((RoomTake.Given) take(7, 0)).second();
            giveBack(7, 0, second);
            giveBack(7, 0, second);
            giveBack(7, 1, second);
            giveBack(8, 0, second);
            giveBack(9, 0, second);
            assertThat(take(7, 0)).as("it is good until it ends").isEqualTo(new RoomTake.Given(second));
            endPass(7, 0);
        }
        assertThat(move(QUICK, 2).out()).as("each ended").isEqualTo(10);

        for (int pass = 0; pass < 2; pass++) {
            take(7, 0);
            endPass(7, 0);
        }
        assertThat(take(7, 0)).as("given back twice, it is one all the same").isInstanceOf(RoomTake.Given.class);
        endPass(7, 0);
        assertThat(take(7, 0)).isEqualTo(new RoomTake.Again(2));
    }

    @Test
    void aWipedRoomComesBackAndTicketsKeepTheirNumbers() {
        join(1, 2, 3);
        clear();
        assertThat(join(1)).as("nobody is told anything").isEmpty();
        assertThat(take(1, 0)).isEqualTo(new RoomTake.Gone());
        assertThat(AsyncRedis.await(redis.move(offer, room, QUICK, -1, PASS))).isEmpty();

        AsyncRedis.await(redis.open(row(Instant.now().plusSeconds(3_600), 2, OptionalInt.empty(), 2, 0)));

        assertThat(AsyncRedis.await(redis.join(
                        offer,
                        room,
                        List.of(
                                Map.entry(new AccountId(4), -1),
                                Map.entry(new AccountId(2), 1),
                                Map.entry(new AccountId(5), 400),
                                Map.entry(new AccountId(6), -1)))))
                .containsExactly(18, 1, 400, 401);
    }

    @Test
    void anOlderEpochChangesNothing() {
        join(1, 2, 3);

        AsyncRedis.await(redis.open(row(Instant.EPOCH, 1, OptionalInt.empty(), 0, 0)));

        assertThat(join(4)).containsExactly(3);
    }

    @Test
    void keepsTheCrowdInLittleMemory() {
        var crowd = Proof.size(20_000, 1_000_000);
        var numbers = new ArrayList<Integer>();
        var late = Proof.size(200, 10_000);
        var shoppers = accounts(crowd + late);
        var began = cpu();
        for (var part : Lists.partition(shoppers.subList(0, crowd), 250)) {
            numbers.addAll(join(part.stream().mapToLong(Long::longValue).toArray()));
        }
        var micros = (cpu() - began) * 1e6 / crowd;
        for (var part : Lists.partition(shoppers.subList(crowd, crowd + late), 250)) {
            numbers.addAll(join(part.stream().mapToLong(Long::longValue).toArray()));
        }
        var sizes = IntStream.range(0, BUCKETS)
                .mapToLong(bucket -> template.opsForHash().size(RoomRedis.prefix(offer, room) + ":t:" + bucket))
                .toArray();
        assertThat(LongStream.of(sizes).sum()).as("all are there").isEqualTo(crowd + late);
        assertThat(LongStream.of(sizes).max().orElseThrow())
                .as("small enough to be packed")
                .isLessThan(128);
        assertThat(LongStream.of(sizes).filter(size -> size > 0).count())
                .as("spread as chance does")
                .isGreaterThan((long) (0.95 * BUCKETS * (1 - Math.exp(-(double) (crowd + late) / BUCKETS))));
        var bytes = IntStream.range(0, BUCKETS)
                .mapToLong(bucket -> memory(RoomRedis.prefix(offer, room) + ":t:" + bucket))
                .sum();

        Proof.print(
                "%d tickets take %d bytes each, a join %.1f µs of Redis",
                numbers.size(), bytes / numbers.size(), micros);
        assertThat(new HashSet<>(numbers)).hasSize(crowd + late);
        assertThat(numbers).first().isEqualTo(0);
        assertThat(numbers).last().isEqualTo(crowd + late - 1);
        assertThat(numbers).allMatch(number -> number >= 0 && number < crowd + late);
        if (Proof.isFull()) {
            assertThat(bytes).isLessThan(25L << 20);
            assertThat(micros).as("µs of Redis for each").isLessThan(8);
        }
    }

    @Test
    void thoseWhoComeAtTheSameTimeShareCalls() {
        var calls = new AtomicInteger();
        var joins = new RoomJoins(
                new RoomRedis(scripts, Duration.ofMinutes(5)) {
                    @Override
                    CompletableFuture<List<Integer>> join(
                            OfferId asked, RoomId of, List<Map.Entry<AccountId, Integer>> shown) {
                        calls.incrementAndGet();
                        return super.join(asked, of, shown);
                    }
                },
                ForkJoinPool.commonPool(),
                Duration.ofMinutes(1));

        var asked = LongStream.rangeClosed(1, 2_000)
                .mapToObj(shopper -> joins.join(offer, room, new AccountId(shopper), -1))
                .toList();

        assertThat(AsyncRedis.awaitAll(asked))
                .containsExactlyElementsOf(
                        IntStream.range(0, 2_000).mapToObj(Optional::of).toList());
        assertThat(calls).hasValueLessThan(1_000);
        assertThat(AsyncRedis.await(joins.join(offer, room, new AccountId(1_000), -1)))
                .contains(999);
    }

    @Test
    void nobodyIsToldAnythingOfARoomThatRedisDoesNotKnow() {
        clear();
        var joins = new RoomJoins(redis, ForkJoinPool.commonPool());

        assertThat(AsyncRedis.awaitAll(List.of(
                        joins.join(offer, room, new AccountId(1), -1), joins.join(offer, room, new AccountId(2), 7))))
                .containsOnly(Optional.empty());
    }

    /** Numbers of accounts that registered within some weeks, as the shop gives them. */
    private static List<Long> accounts(int count) {
        var random = new Random(20_261_128);
        var since = Instant.parse("2026-10-01T00:00:00Z").toEpochMilli();
        return IntStream.range(0, count)
                .mapToObj(index -> Ids.firstOf(since + index * 3_000L + random.nextInt(3_000)))
                .toList();
    }

    private void opened(long... shoppers) {
        join(shoppers);
        template.opsForHash().put(RoomRedis.prefix(offer, room) + ":state", "opens", "1");
        move(QUICK, -1);
    }

    private List<Integer> join(long... shoppers) {
        return AsyncRedis.await(redis.join(
                offer,
                room,
                LongStream.of(shoppers)
                        .mapToObj(shopper -> Map.entry(new AccountId(shopper), -1))
                        .toList()));
    }

    private static RoomPace pace(double perSecond, long most) {
        return new RoomPace(perSecond, most, 1, RoomUnits.Seen.NOTHING);
    }

    private static RoomPace telling(int left, int unpaid) {
        return new RoomPace(0, 0, 1, new RoomUnits.Seen(left, unpaid));
    }

    private RoomUnits.Seen seen() {
        return AsyncRedis.await(redis.look(offer, room)).orElseThrow().units();
    }

    private RoomState move(RoomPace pace, int recorded) {
        return AsyncRedis.await(redis.move(offer, room, pace, recorded, PASS)).orElseThrow();
    }

    /** As if a second had passed since people were let in. */
    private int letIn(RoomPace pace) {
        template.opsForHash().put(RoomRedis.prefix(offer, room) + ":state", "moved", "0");
        return move(pace, 0).turn();
    }

    private void tellBusy(int bought, int busy) {
        AsyncRedis.await(redis.use(offer, room, Map.of(second(), bought), busy));
    }

    /** As if the shop had been spared for so long. */
    private void twoSecondsLater() {
        template.opsForHash().put(RoomRedis.prefix(offer, room) + ":state", "slowed", "0");
    }

    private RoomTake take(long shopper, int number) {
        return AsyncRedis.await(redis.take(offer, room, PASS, List.of(Map.entry(new AccountId(shopper), number))))
                .get(0);
    }

    private void giveBack(long shopper, int number, long second) {
        var pass = new RoomPass(
                room,
                offer,
                new AccountId(shopper),
                number,
                Instant.ofEpochSecond(second).plus(PASS));
        AsyncRedis.await(redis.giveBack(offer, room, Map.of(pass, second)));
    }

    /** As if its two minutes were over; it stays in the flow. */
    private void endPass(long shopper, int number) {
        var bucket = RoomRedis.prefix(offer, room) + ":t:" + shopper;
        var known = Objects.requireNonNull(template.opsForHash().get(bucket, Long.toString(shopper)))
                .toString();
        template.opsForHash()
                .put(bucket, Long.toString(shopper), known.replaceFirst("^(%d:\\d):\\d+".formatted(number), "$1:1"));
    }

    private long second() {
        try (var connection = connection()) {
            return Objects.requireNonNull(connection.serverCommands().time()) / 1_000;
        }
    }

    private long memory(String key) {
        return Optional.ofNullable(
                        AsyncRedis.await(scripts.send(commands -> commands.memoryUsage(key.getBytes(UTF_8)))))
                .orElse(0L);
    }

    /** Seconds of processor time that Redis has taken. */
    private double cpu() {
        try (var connection = connection()) {
            var info = Objects.requireNonNull(connection.serverCommands().info("cpu"));
            return Stream.of("used_cpu_user", "used_cpu_sys")
                    .mapToDouble(name -> Double.parseDouble(info.getProperty(name)))
                    .sum();
        }
    }

    private RedisConnection connection() {
        return Objects.requireNonNull(template.getConnectionFactory()).getConnection();
    }

    private RoomRow row(Instant opens, long epoch, OptionalInt early, int next, int turn) {
        return new RoomRow(
                room,
                offer,
                RoomDrawTests.seed(1),
                RoomDraw.commitment(RoomDrawTests.seed(1)),
                opens,
                epoch,
                early,
                next,
                0,
                turn,
                false);
    }
}
