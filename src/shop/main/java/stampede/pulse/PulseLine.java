package stampede.pulse;

import java.util.Optional;
import stampede.catalog.OfferId;

/**
 * What one node counted of one offer between two of its turns. Its field is its own, so writing it twice counts it once.
 *
 * @param offer 0 for what happened to no offer that is known
 * @param second in which it happened, in epoch seconds
 * @param field where it stands in the hash of that minute: the second, the node, the node's turn; or {@link #GAP}
 * @param text as {@link PulseCounts#text}
 */
record PulseLine(long offer, long second, String field, String text) {

    /** The field that says that something of the minute was lost. */
    static final String GAP = "gap";

    static final int MINUTE_S = 60;

    static PulseLine of(Optional<OfferId> offer, long second, String node, long turn, PulseCounts counts) {
        return new PulseLine(
                offer.map(OfferId::value).orElse(0L),
                second,
                second % MINUTE_S + "." + node + "." + turn,
                counts.text());
    }

    static PulseLine gap(long offer, long second) {
        return new PulseLine(offer, minute(second), GAP, "1");
    }

    OfferMinute minute() {
        return new OfferMinute(offer, minute(second));
    }

    static long minute(long second) {
        return second - Math.floorMod(second, MINUTE_S);
    }

    /** @param minuteS when it began, in epoch seconds */
    record OfferMinute(long offer, long minuteS) {

        /** All that Redis has of an offer is in one slot of a cluster. */
        String key() {
            return "pulse:{" + offer + "}:" + minuteS;
        }

        String member() {
            return offer + "/" + minuteS;
        }

        static OfferMinute of(String member) {
            var slash = member.indexOf('/');
            return new OfferMinute(
                    Long.parseLong(member.substring(0, slash)), Long.parseLong(member.substring(slash + 1)));
        }
    }
}
