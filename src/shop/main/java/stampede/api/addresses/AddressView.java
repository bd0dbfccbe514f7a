package stampede.api.addresses;

import io.swagger.v3.oas.annotations.media.Schema;
import stampede.address.Address;

/**
 * An address of a shopper.
 *
 * @param id what a purchase names it by
 * @param line as it stands in an order
 * @param isDefault whether it is the first choice
 */
@Schema(name = "Address")
record AddressView(
        @Schema(example = "708540021337007") String id,
        String name,
        String phone,
        String region,
        String street,
        String line,
        boolean isDefault) {

    static AddressView of(Address address) {
        var fields = address.fields();
        return new AddressView(
                address.id().toString(),
                fields.name(),
                fields.phone(),
                fields.region(),
                fields.street(),
                address.line(),
                address.isDefault());
    }
}
