package stampede.account;

/**
 * Names an account: a shopper, a seller or an operator.
 *
 * @param value greater than zero
 */
public record AccountId(long value) {

    public AccountId {
        if (value <= 0) {
            throw new IllegalArgumentException("An account id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static AccountId of(String text) {
        return new AccountId(Long.parseLong(text));
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
