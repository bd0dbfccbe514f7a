package stampede.room;

import com.google.common.hash.HashCode;
import com.google.common.hash.Hashing;
import java.nio.ByteBuffer;

/**
 * The draw among those who took a ticket before the opening: a permutation of their numbers that anybody can make again from the seed.
 *
 * <p>It is Knuth's shuffle (<i>The Art of Computer Programming</i>, volume 2, algorithm 3.4.2 P) of 0, 1, … with the random numbers
 * SHA-256(seed, 0), SHA-256(seed, 1), …, where the counter is eight bytes, the highest first. Each hash is eight numbers of 32 bits, the
 * highest byte first. For a number below {@code bound} the next of them is taken that is below the largest multiple of {@code bound},
 * and what is left when it is divided by it.
 */
public final class RoomDraw {

    /** How many take part at most; a table of them takes 40 MB. */
    public static final int MOST = 10_000_000;

    private static final int SEED_BYTES = 32;

    private final int[] places;

    private RoomDraw(int[] places) {
        this.places = places;
    }

    /**
     * Draws.
     *
     * @param seed 32 bytes
     * @param tickets how many took part: those with the numbers 0 to that
     */
    public static RoomDraw of(HashCode seed, int tickets) {
        if (seed.bits() != SEED_BYTES * Byte.SIZE) {
            throw new IllegalArgumentException("A seed has 32 bytes");
        }
        if (tickets < 0 || tickets > MOST) {
            throw new IllegalArgumentException("From 0 to " + MOST + " take part, not " + tickets);
        }
        var places = new int[tickets];
        for (int i = 0; i < tickets; i++) {
            places[i] = i;
        }
        var numbers = new Numbers(seed);
        for (int i = tickets - 1; i > 0; i--) {
            var other = numbers.below(i + 1);
            var place = places[i];
            places[i] = places[other];
            places[other] = place;
        }
        return new RoomDraw(places);
    }

    /** What is published before the draw: whoever hears the seed afterwards can check that it was chosen before. */
    public static HashCode commitment(HashCode seed) {
        return Hashing.sha256().hashBytes(seed.asBytes());
    }

    /** How many took part. */
    public int size() {
        return places.length;
    }

    /**
     * The place of a ticket, from 0 on: drawn if its number took part, or else behind all of them in the order of arrival.
     *
     * @param number from 0 on
     */
    public int placeOf(int number) {
        return number < places.length ? places[number] : number;
    }

    private static final class Numbers {

        private final ByteBuffer input = ByteBuffer.allocate(SEED_BYTES + Long.BYTES);
        private ByteBuffer hash = ByteBuffer.allocate(0);
        private long counter;

        Numbers(HashCode seed) {
            input.put(seed.asBytes());
        }

        int below(int bound) {
            var range = 1L << Integer.SIZE;
            var limit = range - range % bound;
            var number = next();
            while (number >= limit) {
                number = next();
            }
            return (int) (number % bound);
        }

        private long next() {
            if (!hash.hasRemaining()) {
                input.putLong(SEED_BYTES, counter);
                hash = ByteBuffer.wrap(Hashing.sha256().hashBytes(input.array()).asBytes());
                counter++;
            }
            return Integer.toUnsignedLong(hash.getInt());
        }
    }
}
