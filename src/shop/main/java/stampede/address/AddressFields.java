package stampede.address;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import stampede.purchase.DeliveryAddress;

/**
 * What stands in an address. White space around each is taken off.
 *
 * @param name who gets the parcel
 * @param phone how the carrier reaches them; may be empty
 * @param region province, city and district, or what is used elsewhere; may be empty
 * @param street street and house, or whatever else leads there
 */
public record AddressFields(String name, String phone, String region, String street) {

    public static final String NAME = "name";
    public static final String PHONE = "phone";
    public static final String REGION = "region";
    public static final String STREET = "street";

    /** As forms and the JSON API have them. */
    public static final List<String> NAMES = List.of(NAME, PHONE, REGION, STREET);

    public static final int LONGEST_NAME = 40;
    public static final int LONGEST_PHONE = 20;
    public static final int LONGEST_REGION = 60;
    /** With the others and a space between each it is no longer than {@link DeliveryAddress#LONGEST}. */
    public static final int LONGEST_STREET = 77;

    public AddressFields {
        name = name.strip();
        phone = phone.strip();
        region = region.strip();
        street = street.strip();
    }

    /** Nothing yet. */
    public static AddressFields blank() {
        return new AddressFields("", "", "", "");
    }

    /** One line of what there is. */
    public String line() {
        return Stream.of(name, phone, region, street)
                .filter(part -> !part.isEmpty())
                .collect(Collectors.joining(" "));
    }

    /** @throws AddressRefused if one of them cannot be */
    void check() {
        check(NAME, name, LONGEST_NAME, true);
        check(PHONE, phone, LONGEST_PHONE, false);
        AddressRefused.unless(phone.chars().allMatch(AddressFields::isOfPhones), AddressRefusal.BAD_PHONE, PHONE);
        check(REGION, region, LONGEST_REGION, false);
        check(STREET, street, LONGEST_STREET, true);
    }

    private static void check(String field, String text, int longest, boolean isNeeded) {
        AddressRefused.unless(!isNeeded || !text.isEmpty(), AddressRefusal.FIELD_MISSING, field);
        AddressRefused.unless(text.length() <= longest, AddressRefusal.FIELD_TOO_LONG, field);
        AddressRefused.unless(text.isEmpty() || DeliveryAddress.isGood(text), AddressRefusal.BAD_CHARACTERS, field);
    }

    private static boolean isOfPhones(int sign) {
        return (sign >= '0' && sign <= '9') || "+-() ".indexOf(sign) >= 0;
    }
}
