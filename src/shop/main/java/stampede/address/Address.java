package stampede.address;

/**
 * An address in a shopper's book.
 *
 * @param isDefault whether it is the one that pages choose; one of a book that is not empty is
 */
public record Address(AddressId id, AddressFields fields, boolean isDefault) {

    /** As it stands on a parcel and in an order: name, telephone, region, street. */
    public String line() {
        return fields.line();
    }
}
