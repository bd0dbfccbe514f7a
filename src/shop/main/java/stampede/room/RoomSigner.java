package stampede.room;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.google.common.base.Splitter;
import com.google.common.io.BaseEncoding;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.signing.HmacKeys;

/**
 * Writes tickets and passes as text that only the shop can write, and reads them: numbers with points between them, and half an
 * HMAC-SHA256 of them. Reading takes no look-up.
 */
final class RoomSigner {

    private static final String TICKET = "t";
    private static final String PASS = "p";
    private static final int SIGNATURE_BYTES = 16;
    private static final int LONGEST = 128;
    private static final Pattern FORM = Pattern.compile("[tp](\\.(0|[1-9][0-9]{0,18})){5}\\.[A-Za-z0-9_-]{22}");
    private static final BaseEncoding SIGNATURE = BaseEncoding.base64Url().omitPadding();
    private static final Splitter POINTS = Splitter.on('.');

    private final HmacKeys keys;

    /** @param keys the first signs; all of them are believed, so that a key can be changed while people wait */
    RoomSigner(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    String write(RoomTicket ticket) {
        return write(TICKET, ticket.room(), ticket.offer(), ticket.shopper(), ticket.number(), ticket.takenAt());
    }

    String write(RoomPass pass) {
        return write(PASS, pass.room(), pass.offer(), pass.shopper(), pass.number(), pass.until());
    }

    private String write(String kind, RoomId room, OfferId offer, AccountId shopper, int number, Instant time) {
        var content = "%s.%s.%s.%s.%d.%d".formatted(kind, room, offer, shopper, number, time.toEpochMilli());
        return content + "." + signature(keys.sign(signed(content)));
    }

    /**
     * Reads a ticket.
     *
     * @throws RoomRefused if it is not this account's for this room
     */
    RoomTicket ticket(String text, RoomId room, OfferId offer, AccountId shopper) {
        var parts = read(TICKET, text).orElseThrow(() -> new RoomRefused(RoomRefusal.ROOM_FORGED));
        check(parts, room, offer, shopper);
        return new RoomTicket(room, offer, shopper, parts.number, Instant.ofEpochMilli(parts.timeMs));
    }

    /**
     * Reads a pass.
     *
     * @throws RoomRefused if it is not this account's for this room, or its time is over
     */
    RoomPass pass(String text, RoomId room, OfferId offer, AccountId shopper, Instant now) {
        var parts = read(PASS, text).orElseThrow(() -> new RoomRefused(RoomRefusal.ROOM_FORGED));
        check(parts, room, offer, shopper);
        if (now.toEpochMilli() >= parts.timeMs) {
            throw new RoomRefused(RoomRefusal.ROOM_TURN_OVER);
        }
        return new RoomPass(room, offer, shopper, parts.number, Instant.ofEpochMilli(parts.timeMs));
    }

    private static void check(Parts parts, RoomId room, OfferId offer, AccountId shopper) {
        if (parts.shopper != shopper.value()) {
            throw new RoomRefused(RoomRefusal.ROOM_OTHER_ACCOUNT);
        }
        if (parts.offer != offer.value() || parts.room != room.value()) {
            throw new RoomRefused(RoomRefusal.ROOM_OTHER_ROOM);
        }
    }

    private Optional<Parts> read(String kind, String text) {
        if (text.length() > LONGEST || !FORM.matcher(text).matches() || !text.startsWith(kind)) {
            return Optional.empty();
        }
        var end = text.lastIndexOf('.');
        var content = text.substring(0, end);
        if (keys.codes(signed(content)).noneMatch(code -> isEqual(signature(code), text.substring(end + 1)))) {
            return Optional.empty();
        }
        // What the shop has signed has numbers that fit.
        var parts = POINTS.splitToList(content);
        return Optional.of(new Parts(
                Long.parseLong(parts.get(1)),
                Long.parseLong(parts.get(2)),
                Long.parseLong(parts.get(3)),
                Integer.parseInt(parts.get(4)),
                Long.parseLong(parts.get(5))));
    }

    /** Text, not bytes: the last character of a code in base64 has bits that mean nothing, and may not be changed either. */
    private static boolean isEqual(String one, String other) {
        return MessageDigest.isEqual(one.getBytes(US_ASCII), other.getBytes(US_ASCII));
    }

    private static String signed(String content) {
        return "stampede-room-1\n" + content;
    }

    private static String signature(byte[] code) {
        return SIGNATURE.encode(code, 0, SIGNATURE_BYTES);
    }

    private record Parts(long room, long offer, long shopper, int number, long timeMs) {}
}
