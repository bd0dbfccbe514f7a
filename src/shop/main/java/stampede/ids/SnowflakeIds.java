package stampede.ids;

/** How the bits of a Snowflake id are laid out. */
final class SnowflakeIds {

    /** The instant that the 41 bits of time count from, 2020-01-01T00:00:00Z: the library's default. */
    private static final long EPOCH_MILLIS = 1_577_836_800_000L;

    private static final int BITS_BELOW_TIME = 22;

    private static final int BITS_BELOW_NODE = 12;

    private SnowflakeIds() {}

    static long epochMillisOf(long id) {
        return (id >>> BITS_BELOW_TIME) + EPOCH_MILLIS;
    }

    static int nodeOf(long id) {
        return (int) (id >>> BITS_BELOW_NODE) & NodeNumbers.MOST;
    }

    /** The times before and after all ids are those of the first and the last. */
    static long firstOf(long epochMillis) {
        var time = Math.max(0, epochMillis - EPOCH_MILLIS);
        return time > Long.MAX_VALUE >> BITS_BELOW_TIME ? Long.MAX_VALUE : time << BITS_BELOW_TIME;
    }
}
