package stampede.room;

import com.google.common.collect.Lists;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.redis.AsyncRedis;
import stampede.redis.LuaScript;

/** Rooms in Redis: each change is one script. A room has a slot of its own, so that its crowd keeps away from the stock. */
class RoomRedis {

    private final AsyncRedis redis;
    private final Duration kept;

    private final Map<RoomScript, LuaScript> scripts;

    /** @param kept how long keys are kept that nobody writes */
    RoomRedis(AsyncRedis redis, Duration kept) {
        this(redis, kept, RoomScript::lua);
    }

    RoomRedis(AsyncRedis redis, Duration kept, Function<RoomScript, LuaScript> source) {
        this.redis = redis;
        this.kept = kept;
        this.scripts = Arrays.stream(RoomScript.values()).collect(Collectors.toMap(Function.identity(), source));
    }

    /** Brings a room to Redis as the database has it; one that is there in this epoch, or a later one, stays as it is. */
    CompletableFuture<Void> open(RoomRow row) {
        return run(
                        RoomScript.OPEN_ROOM,
                        row.offer(),
                        row.id(),
                        Stream.of(
                                row.epoch(),
                                row.early().isPresent() ? RoomMode.SERVING : RoomMode.GATHERING,
                                row.opensAt().toEpochMilli(),
                                row.epoch() <= 1 ? row.next() : row.nextAfterLoss(),
                                row.early().orElse(-1),
                                row.turn(),
                                kept.toMillis()))
                .thenAccept(opened -> {});
    }

    /**
     * Gives tickets.
     *
     * @param shown the accounts, and the numbers of the tickets that they show or -1
     * @return their numbers, in the order asked; empty if Redis does not know the room
     */
    CompletableFuture<List<Integer>> join(OfferId offer, RoomId room, List<Map.Entry<AccountId, Integer>> shown) {
        return run(
                        RoomScript.JOIN_ROOM,
                        offer,
                        room,
                        shown.stream().flatMap(one -> Stream.of(one.getKey(), one.getValue())))
                .thenApply(answers -> answers.contains("GONE")
                        ? List.of()
                        : Lists.partition(answers, 2).stream()
                                .map(answer -> Integer.valueOf(answer.get(0)))
                                .toList());
    }

    /** Draws if it is time and lets people in; empty if Redis does not know the room. */
    CompletableFuture<Optional<RoomState>> move(
            OfferId offer, RoomId room, RoomPace pace, int recordedEarly, Duration passLife) {
        return run(
                        RoomScript.MOVE_TURN,
                        offer,
                        room,
                        Stream.of(
                                pace.perSecond(),
                                pace.most(),
                                pace.come(),
                                recordedEarly,
                                passLife.toSeconds(),
                                pace.units().left(),
                                pace.units().unpaid()))
                .thenApply(RoomState::of);
    }

    /**
     * Hands out passes to accounts whose turn it is; whoever has one that is good gets the same.
     *
     * @param shown the accounts, and the numbers of the tickets that they show
     */
    CompletableFuture<List<RoomTake>> take(
            OfferId offer, RoomId room, Duration passLife, List<Map.Entry<AccountId, Integer>> shown) {
        return run(RoomScript.TAKE_PASS, offer, room, Stream.concat(Stream.of(passLife.toSeconds()), texts(shown)))
                .thenApply(answers -> Lists.partition(answers, 2).stream()
                        .map(answer -> RoomTake.of(answer.get(0), answer.get(1)))
                        .toList());
    }

    /**
     * Tells that passes were used.
     *
     * @param used how many, by the second they were taken in
     */
    CompletableFuture<Void> use(OfferId offer, RoomId room, Map<Long, Integer> used, int busy) {
        return run(
                        RoomScript.USE_PASS,
                        offer,
                        room,
                        Stream.concat(
                                Stream.of(busy),
                                used.entrySet().stream().flatMap(one -> Stream.of(one.getKey(), one.getValue()))))
                .thenAccept(done -> {});
    }

    /**
     * Tells that nothing could be bought with passes, as there was nothing: they do not count.
     *
     * @param passes of this room, by the second they were taken in
     */
    CompletableFuture<Void> giveBack(OfferId offer, RoomId room, Map<RoomPass, Long> passes) {
        return run(
                        RoomScript.GIVE_BACK_PASS,
                        offer,
                        room,
                        passes.entrySet().stream()
                                .flatMap(pass -> Stream.of(
                                        pass.getKey().shopper(), pass.getKey().number(), pass.getValue())))
                .thenAccept(done -> {});
    }

    /** As it is, without moving it; empty if Redis does not know the room. */
    CompletableFuture<Optional<RoomState>> look(OfferId offer, RoomId room) {
        var state = bytes(Stream.of(prefix(offer, room) + ":state"))[0];
        return redis.send(commands -> commands.hmget(
                        state, bytes(Stream.of("mode", "epoch", "next", "early", "turn", "left", "unpaid"))))
                .thenApply(values -> RoomState.seen(values.stream()
                        .map(value -> value.hasValue() ? new String(value.getValue(), StandardCharsets.UTF_8) : "")
                        .toList()));
    }

    private static Stream<Object> texts(List<Map.Entry<AccountId, Integer>> shown) {
        return shown.stream().flatMap(one -> Stream.of(one.getKey(), one.getValue()));
    }

    private CompletableFuture<List<String>> run(RoomScript script, OfferId offer, RoomId room, Stream<?> arguments) {
        var prefix = prefix(offer, room);
        return redis.run(
                        Objects.requireNonNull(scripts.get(script)),
                        bytes(Stream.of(prefix + ":state", prefix)),
                        bytes(arguments))
                .thenApply(answers -> answers.stream()
                        .map(answer -> new String((byte[]) answer, StandardCharsets.UTF_8))
                        .toList());
    }

    static String prefix(OfferId offer, RoomId room) {
        return "room:{room-" + offer + "}:" + room;
    }

    private static byte[][] bytes(Stream<?> values) {
        Function<Object, byte[]> bytes = value -> value.toString().getBytes(StandardCharsets.UTF_8);
        return values.map(bytes).toArray(byte[][]::new);
    }
}
