package stampede.orderadmin;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * As much of an address as tells one parcel from another, and not where somebody lives. Addresses are one line in anybody's words: what is
 * not found in it is empty.
 *
 * @param name such as {@code 李*}
 * @param phone such as {@code 138****0011}
 * @param city such as {@code 上海市}
 */
public record MaskedRecipient(String name, String phone, String city) {

    private static final Pattern PHONE = Pattern.compile("(?<!\\d)(1\\d{2})[ -]?\\d{4}[ -]?(\\d{4})(?!\\d)");
    private static final Pattern CITY = Pattern.compile("(?:省|自治区|^|[\\s,，;；0-9])\\s*([\\p{IsHan}&&[^省区]]{2,6}?市)");
    private static final Pattern NAME = Pattern.compile("^[\\s,，;；]*(\\p{IsHan}{2,4})(?=[\\s,，;；]|1\\d{10})");

    static MaskedRecipient of(String address) {
        return new MaskedRecipient(
                found(NAME, address)
                        .map(name -> name.group(1).substring(0, 1) + "*")
                        .orElse(""),
                found(PHONE, address)
                        .map(phone -> phone.group(1) + "****" + phone.group(2))
                        .orElse(""),
                found(CITY, address).map(city -> city.group(1)).orElse(""));
    }

    public boolean isEmpty() {
        return name.isEmpty() && phone.isEmpty() && city.isEmpty();
    }

    /** All of it with spaces between. */
    @Override
    public String toString() {
        return String.join(" ", name, phone, city).strip().replaceAll(" +", " ");
    }

    private static Optional<Matcher> found(Pattern pattern, String address) {
        return Optional.of(pattern.matcher(address)).filter(Matcher::find);
    }
}
