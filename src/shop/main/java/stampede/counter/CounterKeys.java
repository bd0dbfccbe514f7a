package stampede.counter;

import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import stampede.catalog.OfferId;

/** The keys of an offer in Redis. The braces keep all of them on one node of a cluster. They have no time to live. */
final class CounterKeys {

    private CounterKeys() {}

    /** In the order in which every script expects them. */
    static byte[][] of(OfferId offer) {
        return Stream.of("state", "shoppers", "reservations", "pending", "keys", "released", "moves")
                .map(part -> key(offer, part))
                .toArray(byte[][]::new);
    }

    static byte[] state(OfferId offer) {
        return key(offer, "state");
    }

    static byte[] reservations(OfferId offer) {
        return key(offer, "reservations");
    }

    static byte[] shoppers(OfferId offer) {
        return key(offer, "shoppers");
    }

    static byte[] released(OfferId offer) {
        return key(offer, "released");
    }

    static byte[] pending(OfferId offer) {
        return key(offer, "pending");
    }

    static byte[] keys(OfferId offer) {
        return key(offer, "keys");
    }

    private static byte[] key(OfferId offer, String part) {
        return ("stock:{" + offer + "}:" + part).getBytes(StandardCharsets.UTF_8);
    }
}
