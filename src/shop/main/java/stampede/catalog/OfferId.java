package stampede.catalog;

/**
 * Names an offer: one product in one slot.
 *
 * @param value greater than zero
 */
public record OfferId(long value) {

    /**
     * The number of the first shadow. Each rehearsal sells one offer of its own, a shadow, which bots alone can buy. Its number has a bit
     * that numbers made of the time have not before the year 2054, so whoever has the number of an offer, an order's column included,
     * knows whether it is one, and asks nobody.
     */
    public static final long FIRST_SHADOW = 1L << 62;

    /** A condition of statements: what has to do with shadows is left out. It begins with the column, before which a table may stand. */
    public static final String IS_REAL = "offer_id < " + FIRST_SHADOW;

    public OfferId {
        if (value <= 0) {
            throw new IllegalArgumentException("An offer id is greater than zero: " + value);
        }
    }

    /**
     * Reads the decimal form.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static OfferId of(String text) {
        return new OfferId(Long.parseLong(text));
    }

    /** The shadow of a rehearsal, by the rehearsal's number. */
    public static OfferId shadow(long rehearsal) {
        return new OfferId(FIRST_SHADOW | rehearsal);
    }

    /** The number of the rehearsal that sells it; only of a shadow. */
    public long rehearsal() {
        return value & ~FIRST_SHADOW;
    }

    /** Whether it is one that bots buy and nobody else can see. */
    public boolean isShadow() {
        return value >= FIRST_SHADOW;
    }

    @Override
    public String toString() {
        return Long.toString(value);
    }
}
