package stampede.testing;

/** Numbers as a table, for statements that make many rows at once; in words that MariaDB and MySQL both understand. */
public final class NumberTable {

    private NumberTable() {}

    /** What stands behind {@code from}: a row for each number from 1 to the last, in a column {@code seq}. */
    public static String upTo(int last) {
        return "json_table(concat('[0', repeat(',0', %d), ']'), '$[*]' columns (seq for ordinality)) numbers"
                .formatted(last - 1);
    }

    /** As {@link #upTo}, from 0, without the last. */
    public static String below(int last) {
        return "(select seq - 1 as seq from %s) numbers".formatted(upTo(last));
    }
}
