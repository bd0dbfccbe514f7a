package stampede.staff;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What a seller calls their shop, and how the shop's operators reach them.
 *
 * @param shopName in Chinese, or the only one; empty if there is none
 * @param shopNameEn in English; empty if there is none
 * @param contact for operators only; empty if there is none
 */
public record SellerProfile(String shopName, String shopNameEn, String contact) {

    /** The name in that language, or in the other one; empty if there is none. */
    public String name(Locale language) {
        var chinese = Locale.CHINESE.getLanguage().equals(language.getLanguage());
        var wanted = chinese ? shopName : shopNameEn;
        return wanted.isEmpty() ? (chinese ? shopNameEn : shopName) : wanted;
    }

    /** By the names of the fields of its form. */
    public Map<String, String> fields() {
        var fields = new LinkedHashMap<String, String>();
        fields.put("shopName", shopName);
        fields.put("shopNameEn", shopNameEn);
        fields.put("contact", contact);
        return fields;
    }

    /** Another number for other values: who changes it says which one they saw. */
    public long version() {
        return Integer.toUnsignedLong(fields().hashCode());
    }
}
