package stampede.api.addresses;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import stampede.address.AddressFields;

/**
 * What stands in an address; what is missing is empty.
 *
 * @param name who gets the parcel, 1 to 40 characters
 * @param phone digits, spaces and {@code + - ( )}, at most 20
 * @param region province, city and district, at most 60 characters
 * @param street street and house, 1 to 77 characters
 */
@Schema(name = "AddressRequest")
record AddressRequest(
        @Schema(example = "李娜") @Nullable String name,
        @Schema(example = "138 0000 0011") @Nullable String phone,
        @Schema(example = "浙江省杭州市西湖区") @Nullable String region,
        @Schema(example = "龙井路 1 号") @Nullable String street) {

    AddressFields fields() {
        return new AddressFields(text(name), text(phone), text(region), text(street));
    }

    private static String text(@Nullable String given) {
        return Objects.requireNonNullElse(given, "");
    }
}
