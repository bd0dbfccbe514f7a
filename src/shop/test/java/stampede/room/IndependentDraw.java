package stampede.room;

import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.IntStream;

/** The draw written again from the words of {@link RoomDraw}, as whoever doubts it would. */
public final class IndependentDraw {

    private IndependentDraw() {}

    /** SHA-256 of the seed, in hexadecimal digits. */
    public static String commitment(byte[] seed) {
        return HexFormat.of().formatHex(sha256().digest(seed));
    }

    /**
     * Where each ticket stands.
     *
     * @param tickets how many took part, numbered from 0 on
     * @return the place of each, from 0 on
     */
    public static List<Integer> places(byte[] seed, int tickets) {
        var order = new ArrayList<>(IntStream.range(0, tickets).boxed().toList());
        var numbers = new ArrayList<BigInteger>();
        var used = 0;
        var counter = 0;
        for (int i = tickets - 1; i > 0; i--) {
            var bound = BigInteger.valueOf(i + 1L);
            var limit = BigInteger.TWO.pow(32).divide(bound).multiply(bound);
            while (true) {
                if (used == numbers.size()) {
                    var sha = sha256();
                    sha.update(seed);
                    sha.update(HexFormat.of().parseHex("%016x".formatted(counter++)));
                    var hash = HexFormat.of().formatHex(sha.digest());
                    IntStream.range(0, 8)
                            .mapToObj(part -> new BigInteger(hash.substring(8 * part, 8 * part + 8), 16))
                            .forEach(numbers::add);
                }
                var number = numbers.get(used++);
                if (number.compareTo(limit) < 0) {
                    Collections.swap(order, i, number.mod(bound).intValueExact());
                    break;
                }
            }
        }
        return order;
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException never) {
            throw new IllegalStateException(never);
        }
    }
}
