package stampede.room;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.dao.TransientDataAccessResourceException;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.redis.CallBatcher;

/** Gives tickets: those who come to one room at the same time share a call to Redis. */
@Component
class RoomJoins {

    /** About a millisecond of Redis. */
    private static final int MOST_PER_CALL = 250;

    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration IDLE = Duration.ofMinutes(10);

    private final RoomRedis redis;
    private final Executor threads;
    private final Duration patience;
    private final LoadingCache<Room, CallBatcher<Map.Entry<AccountId, Integer>, Optional<Integer>>> calls =
            Caffeine.newBuilder().expireAfterAccess(IDLE).build(this::calls);

    @Autowired
    RoomJoins(RoomRedis redis, @Qualifier("applicationTaskExecutor") Executor threads) {
        this(redis, threads, PATIENCE);
    }

    /** @param patience how long somebody may wait for their call to leave */
    RoomJoins(RoomRedis redis, Executor threads, Duration patience) {
        this.redis = redis;
        this.threads = threads;
        this.patience = patience;
    }

    /**
     * The number of an account's ticket; empty if Redis does not know the room.
     *
     * @param shown the number of the ticket that it shows, or -1
     */
    CompletableFuture<Optional<Integer>> join(OfferId offer, RoomId room, AccountId shopper, int shown) {
        return calls.get(new Room(offer, room)).join(Map.entry(shopper, shown));
    }

    private CallBatcher<Map.Entry<AccountId, Integer>, Optional<Integer>> calls(Room room) {
        return new CallBatcher<>(
                MOST_PER_CALL,
                patience,
                System::nanoTime,
                shown -> join(room, shown),
                TransientDataAccessResourceException::new,
                threads);
    }

    private CompletionStage<List<Optional<Integer>>> join(Room room, List<Map.Entry<AccountId, Integer>> shown) {
        return redis.join(room.offer(), room.id(), shown)
                .thenApply(numbers -> numbers.isEmpty()
                        ? shown.stream()
                                .map(account -> Optional.<Integer>empty())
                                .toList()
                        : numbers.stream().map(Optional::of).toList());
    }

    private record Room(OfferId offer, RoomId id) {}
}
