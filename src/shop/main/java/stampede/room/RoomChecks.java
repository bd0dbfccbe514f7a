package stampede.room;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.hash.HashCode;
import com.google.common.primitives.ImmutableIntArray;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Semaphore;
import org.springframework.stereotype.Component;
import stampede.account.AccountId;
import stampede.catalog.OfferId;

/**
 * Checks the draw of a waiting room, for those who do not check it themselves. A draw is made again once and kept for a while, so that a
 * number costs no more than a look; one at a time is made, as one of a million tickets takes a third of a second.
 */
@Component
public class RoomChecks {

    private static final Duration KEPT = Duration.ofMinutes(10);

    private final RoomSigner signer;
    private final Semaphore drawing = new Semaphore(1);
    private final Cache<String, RoomDraw> draws = Caffeine.newBuilder()
            .maximumWeight(RoomDraw.MOST)
            .weigher((String room, RoomDraw draw) -> draw.size())
            .expireAfterAccess(KEPT)
            .build();

    RoomChecks(RoomSigner signer) {
        this.signer = signer;
    }

    /** SHA-256 of the seed of a room's draw, in hexadecimal digits: computed now, to be compared with its commitment; empty before the draw. */
    public Optional<String> hashOfSeed(RoomReport room) {
        return Optional.ofNullable(room.seed())
                .map(seed -> RoomDraw.commitment(HashCode.fromString(seed)).toString());
    }

    /**
     * What became of a ticket.
     *
     * @param number of it, from 0 on
     */
    public Outcome find(RoomReport room, int number) {
        if (room.seed() == null || number < 0 || number >= room.tickets()) {
            return new Outcome(Result.NO_SUCH_TICKET, number, 0);
        }
        if (number >= room.early()) {
            return new Outcome(Result.BEHIND_THE_DRAW, number, number + 1);
        }
        return draw(room, room.seed())
                .map(draw -> new Outcome(Result.DRAWN, number, draw.placeOf(number) + 1))
                .orElseGet(() -> new Outcome(Result.IN_A_MOMENT, number, 0));
    }

    /**
     * The last place of these tickets, from 1 on; empty if there are none, or while another draw is made again just now.
     *
     * @param numbers of tickets of this room
     */
    public OptionalInt lastPlace(RoomReport room, ImmutableIntArray numbers) {
        if (numbers.isEmpty()) {
            return OptionalInt.empty();
        }
        var seed = room.seed();
        var late = numbers.stream()
                .filter(number -> seed == null || number >= room.early())
                .map(number -> number + 1)
                .max();
        if (seed == null || late.isPresent()) {
            return late;
        }
        return draw(room, seed)
                .map(draw ->
                        numbers.stream().map(number -> draw.placeOf(number) + 1).max())
                .orElseGet(OptionalInt::empty);
    }

    /** The number of somebody's ticket of a room; empty if it is none of theirs. */
    public OptionalInt numberOf(AccountId shopper, OfferId offer, RoomReport room, String ticket) {
        try {
            return OptionalInt.of(signer.ticket(ticket, new RoomId(Long.parseLong(room.room())), offer, shopper)
                    .number());
        } catch (RoomRefused none) {
            return OptionalInt.empty();
        }
    }

    /** Empty while another one is made. */
    private Optional<RoomDraw> draw(RoomReport room, String seed) {
        var known = draws.getIfPresent(room.room());
        if (known != null) {
            return Optional.of(known);
        }
        if (!drawing.tryAcquire()) {
            return Optional.empty();
        }
        try {
            return Optional.of(draws.get(room.room(), asked -> RoomDraw.of(HashCode.fromString(seed), room.early())));
        } finally {
            drawing.release();
        }
    }

    /** What can be said of a number. */
    public enum Result {
        /** It took part in the draw. */
        DRAWN,
        /** It was given after the draw, and stands where it came. */
        BEHIND_THE_DRAW,
        /** No ticket has it, or there is no draw yet. */
        NO_SUCH_TICKET,
        /** Another draw is made again just now. */
        IN_A_MOMENT
    }

    /**
     * What became of a ticket.
     *
     * @param number of it, from 0 on
     * @param place from 1 on; 0 where it has none
     */
    public record Outcome(Result result, int number, int place) {}
}
