package stampede.address;

/**
 * Names an address in a shopper's book. What it stands for never changes: a changed address has a new one.
 *
 * @param value greater than zero
 */
public record AddressId(long value) {

    public AddressId {
        if (value <= 0) {
            throw new IllegalArgumentException("An address's id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static AddressId of(String text) {
        return new AddressId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
