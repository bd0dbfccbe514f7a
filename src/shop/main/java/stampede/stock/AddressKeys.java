package stampede.stock;

import com.google.common.io.BaseEncoding;
import java.text.Normalizer;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.crypto.SecretKey;
import stampede.signing.HmacKeys;

/**
 * What addresses are counted as: half an HMAC-SHA256 of the letters and digits in them. White space, punctuation, capitals and full or half
 * width make no difference. Nor do a name and a telephone number before the address, which is how an address book writes it.
 */
public final class AddressKeys {

    private static final int BYTES = 16;

    /** A name, and seven digits or more; what follows them is the place. */
    private static final Pattern WITH_PHONE =
            Pattern.compile("^\\D{0,80}?\\+?\\d[\\d ()-]{5,18}\\d[^\\p{L}\\p{N}]+(.*\\p{L}.*)$");

    private static final Pattern NEITHER_LETTER_NOR_DIGIT = Pattern.compile("[^\\p{L}\\p{N}]+");

    private final HmacKeys keys;

    /** @param keys the first counts: with another one counting begins anew, so it is not changed while a sale with such a limit runs */
    public AddressKeys(List<SecretKey> keys) {
        this.keys = new HmacKeys(keys);
    }

    /** What the address is counted as. */
    public AddressKey of(String address) {
        return new AddressKey(
                BaseEncoding.base16().encode(keys.sign("stampede-address-1\n" + plain(address)), 0, BYTES));
    }

    /** If nothing is left of it, it is counted as it was written. */
    static String plain(String address) {
        var folded = Normalizer.normalize(address, Normalizer.Form.NFKC)
                .toLowerCase(Locale.ROOT)
                .strip();
        var place = WITH_PHONE.matcher(folded);
        var letters = NEITHER_LETTER_NOR_DIGIT
                .matcher(place.matches() ? place.group(1) : folded)
                .replaceAll("");
        return letters.isEmpty() ? folded : letters;
    }
}
