package stampede.room;

import com.google.common.hash.HashCode;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.data.redis.core.StringRedisTemplate;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.redis.LuaScript;

/**
 * A sale with a room, played on the room's own scripts and keeper by a clock that stands still between ticks. Redis forgets the room, the
 * database is away, the shop is busy, keepers die and others go on. What the room promises is checked while it is played and afterwards; what breaks it is
 * gathered in words.
 */
final class RoomSimulation {

    private static final Duration TICK = Duration.ofMillis(250);
    private static final Duration PASS = Duration.ofSeconds(30);
    private static final Instant BEGIN = Instant.parse("2026-11-11T11:59:50Z");
    private static final Instant OPENS = BEGIN.plusSeconds(5);

    /** Four minutes: the last units may wait for several passes of people who do not buy. */
    private static final int MOST_TICKS = 960;

    private static final double PER_SECOND = 40;
    private static final double MOST_CALLED = 1.3;

    /** So many are called within a tick at most. */
    private static final double ONE_STEP = PER_SECOND * TICK.toMillis() / 1_000 / 0.7;

    private static final double SHARE_THAT_COMES = 0.7;
    private static final double SHARE_THAT_BUYS = 0.8;

    /** Once an order was not paid for so long its units come back. */
    private static final int TICKS_TO_PAY = 40;

    /** Whoever pays does so within a few seconds. */
    private static final int TICKS_UNTIL_PAID = 8;

    private static final String NOW = "redis.call('TIME')";
    private static final String PLAYED_NOW = """
            (function()
              local ms = tonumber(redis.call('GET', KEYS[2] .. ':clock'))
              return {string.format('%.0f', math.floor(ms / 1000)), ms % 1000 * 1000}
            end)()""";

    private final Random random;
    private final StringRedisTemplate template;
    private final RoomRedis redis;
    private final Records records = new Records();
    private final SteppedClock clock = new SteppedClock();
    private final OfferId offer;
    private final RoomId room;
    private final HashCode seed;
    private final List<Shopper> shoppers = new ArrayList<>();
    private final int units;
    private final List<String> broken = new ArrayList<>();
    private final List<Integer> draws = new ArrayList<>();

    private int left;
    private int tick;
    private int turn;
    private int seenTurn;
    private int wipes;
    private int wipesSeen;
    private RoomKeeper keeper;
    private Optional<RoomState> state = Optional.empty();
    /** As the shop knows it, and as everybody can make it. */
    private RoomDraw draw;

    private List<Integer> fair = List.of();
    private final BiFunction<HashCode, Integer, RoomDraw> drawing;

    /** Who was on the way to the buy button when Redis was wiped. */
    private int forgotten;

    /** How many places the turn went back when Redis was wiped, as the database had heard of them no more. */
    private int wentBack;

    private final Map<Long, Integer> used = new TreeMap<>();
    private final Map<RoomPass, Long> givenBack = new HashMap<>();
    private int pacedAt = -1;
    private boolean over;
    private int busy;
    private int busyFrom;
    private int busyTo;

    /**
     * @param bend changes the text of each script, to see that what it breaks is found
     * @param drawing how the shop draws, by the seed and how many take part
     */
    RoomSimulation(
            long number,
            StringRedisTemplate template,
            long id,
            UnaryOperator<String> bend,
            BiFunction<HashCode, Integer, RoomDraw> drawing) {
        this.drawing = drawing;
        this.random = new Random(number);
        this.template = template;
        this.offer = new OfferId(id);
        this.room = new RoomId(id);
        this.seed = RoomDrawTests.seed(number);
        this.draw = drawing.apply(seed, 0);
        this.redis = new RoomRedis(
                new AsyncRedis(Objects.requireNonNull(template.getConnectionFactory()), Duration.ofSeconds(5)),
                Duration.ofMinutes(5),
                script -> LuaScript.of(bend.apply(script.lua().source()).replace(NOW, PLAYED_NOW)));
        this.units = 20 + random.nextInt(60);
        this.left = units;
        var crowd = units * (5 + random.nextInt(5));
        IntStream.range(0, crowd).forEach(index -> shoppers.add(new Shopper(index)));
        records.add();
        this.keeper = keeper();
    }

    /** Plays it to its end and answers what was broken. */
    List<String> play() {
        tell();
        var wipeAt = random.nextBoolean() ? random.nextInt(120) : -1;
        var wipeAgainAt = random.nextInt(4) == 0 ? random.nextInt(60) : -1;
        var awayFrom = random.nextBoolean() ? random.nextInt(60) : MOST_TICKS;
        var awayTo = awayFrom + random.nextInt(120);
        busyFrom = random.nextInt(3) == 0 ? random.nextInt(120) : MOST_TICKS;
        busyTo = busyFrom + random.nextInt(80);
        while (tick < MOST_TICKS && !over) {
            clock.now = clock.now.plus(TICK);
            tell();
            records.away = tick >= awayFrom && tick < awayTo;
            if (tick == wipeAt || tick == wipeAgainAt) {
                wipe();
            }
            if (random.nextInt(40) == 0) {
                keeper = keeper();
                used.clear();
                givenBack.clear();
                busy = 0;
            }
            move();
            join();
            come();
            buy();
            tick++;
        }
        check();
        clear();
        return broken;
    }

    int wipes() {
        return wipes;
    }

    private void move() {
        if (state.isPresent() && !(used.isEmpty() && busy == 0)) {
            AsyncRedis.await(redis.use(offer, room, used, busy));
            used.clear();
            busy = 0;
        }
        if (state.isPresent() && !givenBack.isEmpty()) {
            AsyncRedis.await(redis.giveBack(offer, room, givenBack));
            givenBack.clear();
        }
        var units = units();
        pacedAt = state.isPresent() ? tick : -1;
        var pace =
                state.map(known -> RoomPace.of(PER_SECOND, units, 0.8, known)).orElse(RoomPace.none());
        state = keeper.turn(pace);
        state.ifPresent(this::checkEnd);
        state.filter(now -> now.mode() == RoomMode.SERVING).ifPresent(now -> {
            if (records.row.early().isEmpty()) {
                broken.add("served before the database had the draw");
            } else if (now.early() != records.row.early().getAsInt()) {
                broken.add("served by another draw than the database has");
            }
            if (draws.isEmpty()) {
                draws.add(now.early());
                draw = drawing.apply(seed, now.early());
                fair = IndependentDraw.places(
                        seed.asBytes(), records.row.early().orElse(0));
            } else if (draws.get(0) != now.early()) {
                broken.add("drawn again: " + draws.get(0) + " and " + now.early());
            }
            if (now.turn() < seenTurn && wipes == wipesSeen) {
                broken.add("turn went back from %d to %d".formatted(seenTurn, now.turn()));
            }
            wentBack += Math.max(0, seenTurn - now.turn());
            seenTurn = now.turn();
            wipesSeen = wipes;
            turn = Math.max(turn, now.turn());
            if (clock.now.isBefore(OPENS)) {
                broken.add("served before the opening");
            }
        });
    }

    /** As a worker sees them: the database says what may come back, unless it is away. */
    private RoomUnits.Seen units() {
        return new RoomUnits.Seen(left, left > 0 || records.away ? -1 : (int) unpaid());
    }

    private long unpaid() {
        return shoppers.stream().filter(Shopper::mayGiveBack).count();
    }

    /** Before its end nobody is told that it is over; then everybody is, as soon as somebody knows. */
    private void checkEnd(RoomState now) {
        var isTold = now.mode() == RoomMode.SERVING && now.units().isSoldOut();
        if (isTold && !isOver()) {
            broken.add("over while %d were left and %d were not paid".formatted(left, unpaid()));
        }
        if (isOver() && !isTold && !records.away && now.mode() == RoomMode.SERVING && pacedAt == tick) {
            broken.add("not over though all were sold and paid");
        }
        over |= isTold;
    }

    /** Who has no number yet asks for one; whoever Redis has forgotten shows theirs, as does who waits with one that it does not count. */
    private void join() {
        var next = state.map(RoomState::next).orElse(Integer.MAX_VALUE);
        var asking = shoppers.stream()
                .filter(shopper ->
                        tick >= shopper.comesAt && (shopper.number < 0 || shopper.hasToShow || shopper.number >= next))
                .toList();
        if (asking.isEmpty()) {
            return;
        }
        var numbers = AsyncRedis.await(redis.join(
                offer,
                room,
                asking.stream()
                        .map(shopper -> Map.entry(shopper.id(), shopper.number))
                        .toList()));
        for (int i = 0; i < numbers.size(); i++) {
            asking.get(i).hear(numbers.get(i));
        }
    }

    private void come() {
        var waiting = shoppers.stream()
                .filter(shopper -> shopper.number >= 0 && shopper.turnAt < 0 && isServing() && shopper.place() < turn)
                .toList();
        waiting.forEach(shopper -> shopper.turnAt = tick);
        shoppers.stream()
                .filter(shopper -> shopper.buys && shopper.boughtAt < 0 && isOver(shopper.passSecond))
                .forEach(shopper -> shopper.passSecond = -1);
        var coming = shoppers.stream()
                .filter(shopper -> shopper.turnAt >= 0
                        && !shopper.hasToShow
                        && shopper.comes
                        && shopper.passSecond < 0
                        && tick >= shopper.turnAt + shopper.delay)
                .toList();
        if (coming.isEmpty()) {
            return;
        }
        var answers = AsyncRedis.await(redis.take(
                offer,
                room,
                PASS,
                coming.stream()
                        .map(shopper -> Map.entry(shopper.id(), shopper.number))
                        .toList()));
        for (int i = 0; i < answers.size(); i++) {
            var answer = answers.get(i);
            if (answer instanceof RoomTake.Given given) {
                coming.get(i).passSecond = given.second();
                coming.get(i).hadItsTurn = coming.get(i).fairPlace() < turn;
            } else if (answer instanceof RoomTake.Gone) {
                coming.get(i).hasToShow = true;
            } else {
                broken.add("had to wait again, by no fault of theirs");
            }
        }
    }

    private boolean isOver(long passSecond) {
        return passSecond >= 0
                && !clock.now.isBefore(Instant.ofEpochSecond(passSecond).plus(PASS));
    }

    private boolean isServing() {
        return state.filter(now -> now.mode() == RoomMode.SERVING).isPresent();
    }

    private void buy() {
        for (var shopper : shoppers) {
            if (shopper.passSecond >= 0 && shopper.buys && shopper.boughtAt < 0 && random.nextInt(10) == 0) {
                press(shopper);
            }
            if (shopper.boughtAt >= 0 && !shopper.pays && tick == shopper.boughtAt + TICKS_TO_PAY) {
                left++;
                shopper.cameBack = true;
            }
        }
    }

    private void press(Shopper shopper) {
        var isBusy = tick >= busyFrom && tick < busyTo && random.nextBoolean();
        if (isBusy) {
            busy++;
        }
        if (left > 0 && !isBusy) {
            left--;
            shopper.boughtAt = tick;
            used.merge(shopper.passSecond, 1, Integer::sum);
        } else {
            givenBack.put(
                    new RoomPass(
                            room,
                            offer,
                            shopper.id(),
                            shopper.number,
                            Instant.ofEpochSecond(shopper.passSecond).plus(PASS)),
                    shopper.passSecond);
        }
    }

    private boolean isOver() {
        return left == 0 && unpaid() == 0;
    }

    private void check() {
        var served = shoppers.stream()
                .filter(shopper -> shopper.turnAt >= 0)
                .sorted(Comparator.comparingInt(Shopper::fairPlace))
                .toList();
        for (int i = 1; i < served.size(); i++) {
            var before = served.get(i - 1);
            var after = served.get(i);
            if (before.turnAt > after.turnAt && before.hadNumberAt <= after.turnAt) {
                broken.add("place %d had its turn at %d, after place %d at %d"
                        .formatted(before.fairPlace(), before.turnAt, after.fairPlace(), after.turnAt));
            }
        }
        var willing = shoppers.stream()
                .filter(shopper -> shopper.comes && shopper.buys)
                .count();
        var unpaid = shoppers.stream().filter(shopper -> shopper.cameBack).count();
        if (left > 0 && willing >= units + unpaid + 5) {
            broken.add("%d of %d units left though %d wanted one".formatted(left, units, willing));
        }
        shoppers.stream()
                .filter(shopper -> shopper.boughtAt >= 0 && !shopper.hadItsTurn)
                .forEach(shopper -> broken.add("place %d bought before its turn".formatted(shopper.fairPlace())));
        checkTurn();
    }

    /**
     * It never called more people than it had to by more than 30 in a hundred. It had to call so many that as many as bought were willing to;
     * or, where more were willing than usually are, which it cannot know before they come, as many as usually are enough.
     * And who comes in within one step. Passes that were out when Redis was wiped are forgotten with it, so others are called in the place of
     * those who would have come; if the database did not hear of the last moves either, some are called again; and if it did not hear of
     * the last tickets, two people have the same number and are called together.
     */
    private void checkTurn() {
        var bought = shoppers.stream().filter(shopper -> shopper.boughtAt >= 0).count();
        var last = shoppers.stream()
                .filter(shopper -> shopper.number >= 0 && shopper.comes && shopper.buys)
                .mapToInt(Shopper::fairPlace)
                .sorted()
                .limit(bought)
                .max()
                .orElse(-1);
        var needed = Math.max(bought / (SHARE_THAT_COMES * SHARE_THAT_BUYS), (double) shoppers.stream()
                .filter(shopper -> shopper.number >= 0 && shopper.fairPlace() <= last)
                .count());
        var called = shoppers.stream().filter(shopper -> shopper.turnAt >= 0).toList();
        var together = called.size()
                - called.stream().map(shopper -> shopper.number).distinct().count();
        var most = needed * MOST_CALLED + ONE_STEP + forgotten / SHARE_THAT_COMES + wentBack + together;
        if (called.size() > most) {
            broken.add(
                    "turn went to %d people, and %.0f were enough for %d units; %d were forgotten, %d came again, %d with others"
                            .formatted(called.size(), needed, bought, forgotten, wentBack, together));
        }
    }

    private void wipe() {
        forgotten += (int) shoppers.stream().filter(Shopper::isOnTheWay).count();
        clear();
        tell();
        wipes++;
        used.clear();
    }

    private void clear() {
        template.delete(keys().toList());
    }

    /** All that a room may have; to look for them would look at the keys of everybody. */
    private Stream<String> keys() {
        var prefix = RoomRedis.prefix(offer, room);
        return Stream.concat(
                Stream.of(prefix + ":state", prefix + ":flow", prefix + ":clock"),
                shoppers.stream().map(shopper -> prefix + ":t:" + shopper.id().value()));
    }

    private void tell() {
        template.opsForValue()
                .set(RoomRedis.prefix(offer, room) + ":clock", Long.toString(clock.millis()), Duration.ofMinutes(5));
    }

    private RoomKeeper keeper() {
        return new RoomKeeper(redis, records, clock, PASS, records.row);
    }

    private final class Shopper {

        private final int index;
        private final int comesAt;
        private final boolean comes = random.nextDouble() < SHARE_THAT_COMES;
        private final boolean buys = random.nextDouble() < SHARE_THAT_BUYS;
        private final boolean pays = random.nextInt(100) >= 10;
        private final int delay = random.nextInt(12);
        private int number = -1;
        private int hadNumberAt = -1;
        private boolean hasToShow;
        private int turnAt = -1;
        private long passSecond = -1;
        private int boughtAt = -1;
        private boolean cameBack;

        /** Whether its turn had come when it got its pass, by the draw that everybody can make. */
        private boolean hadItsTurn;

        Shopper(int index) {
            this.index = index;
            // Three in four are there before the opening, which is at the twentieth tick.
            this.comesAt = random.nextInt(4) < 3 ? random.nextInt(18) : 20 + random.nextInt(100);
        }

        AccountId id() {
            return new AccountId(index + 1L);
        }

        int place() {
            return draw.placeOf(number);
        }

        /** Whether it was called and has not bought: it has a pass, or will have one in a moment. */
        boolean isOnTheWay() {
            return turnAt >= 0 && comes && boughtAt < 0 && (passSecond >= 0 || turnAt + delay >= tick);
        }

        /** By the draw as whoever doubts it makes it. */
        int fairPlace() {
            return number < fair.size() ? fair.get(number) : number;
        }

        /** Whether there is an order of theirs that is not paid, be it that they will. */
        boolean mayGiveBack() {
            return boughtAt >= 0 && !cameBack && (!pays || tick < boughtAt + TICKS_UNTIL_PAID);
        }

        void hear(int given) {
            if (number >= 0 && given != number) {
                broken.add("number %d became %d".formatted(number, given));
            }
            if (number < 0) {
                hadNumberAt = tick;
            }
            number = given;
            hasToShow = false;
        }
    }

    private final class Records implements RoomRecords {

        private RoomRow row =
                RoomRow.opening(new RoomId(1), new OfferId(1), RoomDrawTests.seed(0), OPENS, OptionalInt.empty());
        private boolean away;

        void add() {
            row = RoomRow.opening(room, offer, seed, OPENS, OptionalInt.empty());
        }

        @Override
        public RoomRow find(RoomId id) {
            answer();
            return row;
        }

        @Override
        public int recordDraw(RoomId id, int early) {
            answer();
            if (row.early().isEmpty()) {
                row = row(row.epoch(), OptionalInt.of(early), row.next(), row.growth(), row.turn());
            }
            return row.early().orElseThrow();
        }

        @Override
        public void checkpoint(RoomId id, long epoch, int next, int now) {
            answer();
            if (epoch == row.epoch()) {
                row = row(epoch, row.early(), next, Math.max(0, next - row.next()), now);
            }
        }

        @Override
        public boolean beginEpoch(RoomId id, long after) {
            answer();
            if (row.epoch() != after) {
                return false;
            }
            row = row(after + 1, row.early(), row.next(), row.growth(), row.turn());
            return true;
        }

        private RoomRow row(long epoch, OptionalInt early, int next, int growth, int turn) {
            return new RoomRow(room, offer, seed, row.commitment(), OPENS, epoch, early, next, growth, turn, false);
        }

        private void answer() {
            if (away) {
                throw new DataAccessResourceFailureException("The database is away");
            }
        }
    }

    private static final class SteppedClock extends Clock {

        private Instant now = BEGIN;

        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }
    }
}
