package stampede.payment;

import com.google.common.base.CharMatcher;
import com.google.common.base.Splitter;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import stampede.alipay.TradeStatus;
import stampede.money.Money;

/**
 * The fields of a notification as they were posted. Read from the body alone: what an address carries behind a question mark
 * is not part of what was posted, and a server would mix the two.
 *
 * @param fields by name; unknown ones too, because they are signed
 * @param isAmbiguous whether what was verified may not be what is read: a field is there twice, a value holds the sign that
 *     parts fields, or a name is none of Alipay's, so that the same signed text could be read as other fields
 */
record AlipayNotificationForm(Map<String, String> fields, boolean isAmbiguous) {

    /** What names of Alipay's fields are made of. One with other signs in it could hold the value of one field and the name of another. */
    private static final CharMatcher NAME =
            CharMatcher.inRange('a', 'z').or(CharMatcher.inRange('0', '9')).or(CharMatcher.is('_'));

    /** Real ones have a tenth of it. */
    static final int MOST_BYTES = 32 * 1024;

    AlipayNotificationForm {
        fields = Map.copyOf(fields);
    }

    /**
     * Reads a form in UTF-8, the charset that the shop asks Alipay for.
     *
     * @return nothing if it is longer than {@link #MOST_BYTES}
     */
    static Optional<AlipayNotificationForm> read(InputStream body) throws IOException {
        var bytes = body.readNBytes(MOST_BYTES + 1);
        return bytes.length > MOST_BYTES
                ? Optional.empty()
                : Optional.of(parse(new String(bytes, StandardCharsets.UTF_8)));
    }

    private static AlipayNotificationForm parse(String body) {
        var fields = new LinkedHashMap<String, String>();
        var ambiguous = false;
        for (var pair : Splitter.on('&').split(body)) {
            if (!pair.isEmpty()) {
                var equals = pair.indexOf('=');
                var name = decode(equals < 0 ? pair : pair.substring(0, equals));
                var value = equals < 0 ? "" : decode(pair.substring(equals + 1));
                ambiguous |= !NAME.matchesAllOf(name) || value.contains("&") || fields.put(name, value) != null;
            }
        }
        return new AlipayNotificationForm(fields, ambiguous);
    }

    /** What is not encoded as it should be is kept as it is; its signature will not fit. */
    private static String decode(String text) {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException malformed) {
            return text;
        }
    }

    String field(String name) {
        return fields.getOrDefault(name, "");
    }

    boolean hasSignature() {
        return !field("sign").isBlank();
    }

    Optional<TradeStatus> status() {
        return TradeStatus.of(field("trade_status"));
    }

    Optional<Money> amount() {
        try {
            return Optional.of(Money.ofYuan(field("total_amount")));
        } catch (IllegalArgumentException notMoney) {
            return Optional.empty();
        }
    }

    /** Whether it tells of a refund: then it is no news of a payment, whatever its status. */
    boolean tellsOfRefund() {
        return !field("refund_fee").isBlank() || !field("gmt_refund").isBlank();
    }

    /** Whether all that must be known is there, and fits where it is kept. */
    boolean isComplete() {
        return fits("notify_id", 128)
                && fits("trade_status", 32)
                && fits("trade_no", 64)
                && fits("out_trade_no", 64)
                && fits("app_id", 32)
                && fits("seller_id", 32)
                && amount().isPresent();
    }

    private boolean fits(String name, int longest) {
        var value = field(name);
        return !value.isBlank() && value.length() <= longest;
    }
}
