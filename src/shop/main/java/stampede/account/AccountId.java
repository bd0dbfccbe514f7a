package stampede.account;

/**
 * Names an account: a shopper, a seller or an operator.
 *
 * @param value greater than zero
 */
public record AccountId(long value) {

    /** How many bits the number of a bot has. */
    private static final int BOT_BITS = 20;

    private static final long FIRST_BOT = 1L << 62;

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

    /**
     * A bot of a rehearsal. It has no row and no password, and nobody can sign in as one.
     *
     * @param number from 0 to 1,048,575
     */
    public static AccountId bot(int number) {
        if (number < 0 || number >> BOT_BITS != 0) {
            throw new IllegalArgumentException("There is no bot " + number);
        }
        return new AccountId(FIRST_BOT + number);
    }

    /** Whether it is one of the numbers that are kept for bots; those made of the time are below until the year 2054. */
    public boolean isBot() {
        return value >> BOT_BITS == FIRST_BOT >> BOT_BITS;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
