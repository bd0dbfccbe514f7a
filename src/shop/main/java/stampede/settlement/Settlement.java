package stampede.settlement;

import java.time.Instant;
import java.util.HexFormat;
import stampede.catalog.OfferId;

/**
 * A sale that is over, as its books stood when they were proved.
 *
 * @param offer the offer
 * @param at when
 * @param total units there were in all
 * @param available units that nobody had bought
 * @param lines how many movements had led there
 * @param head the last link of the chain over them, as 64 hexadecimal digits: whoever has written it down can tell later
 *     whether anything before it was changed
 */
public record Settlement(OfferId offer, Instant at, int total, int available, int lines, String head) {

    static Settlement of(OfferId offer, Instant at, int total, int available, int lines, byte[] head) {
        return new Settlement(offer, at, total, available, lines, HexFormat.of().formatHex(head));
    }

    byte[] headBytes() {
        return HexFormat.of().parseHex(head);
    }
}
