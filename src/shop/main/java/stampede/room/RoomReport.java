package stampede.room;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What became of a waiting room, and what its draw can be checked with.
 *
 * @param room what tickets name
 * @param underPressure whether it opened by itself: nobody drew, and places are in the order of arrival
 * @param opensAt when the draw was, or when it opened by itself
 * @param closesAt when it closed or closes
 * @param tickets how many people took a ticket
 * @param early how many of them took part in the draw; 0 before it
 * @param served places 1 to that came in, in their order
 * @param commitment SHA-256 of the seed, in hexadecimal digits, which was public before the draw; none where nobody drew
 * @param seed of the draw, in hexadecimal digits; none before it, and where nobody drew
 */
public record RoomReport(
        String room,
        boolean underPressure,
        Instant opensAt,
        Instant closesAt,
        int tickets,
        int early,
        int served,
        @Nullable String commitment,
        @Nullable String seed) {}
