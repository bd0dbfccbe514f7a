package stampede.listing;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Which rows a list has, in SQL. All text is that of the code; what a request says are values. */
public final class ListSql {

    private final String columns;
    private final List<String> tables = new ArrayList<>();
    private final StringBuilder conditions = new StringBuilder("1 = 1");
    private final Map<String, Object> values = new LinkedHashMap<>();
    private final List<String> legs = new ArrayList<>();

    private ListSql(String columns, String tables) {
        this.columns = columns;
        this.tables.add(tables);
    }

    /**
     * All rows of a table.
     *
     * @param columns to be read, such as {@code *}
     * @param tables where from, such as {@code refund}; may be a join
     */
    public static ListSql of(String columns, String tables) {
        return new ListSql(columns, tables);
    }

    /**
     * Those of other tables as well, in which all columns are called the same: either are read in the list's order, no more of each than
     * the page has, and merged.
     */
    public ListSql beside(String others) {
        tables.add(others);
        return this;
    }

    /** Only those for which this holds, too. */
    public ListSql where(String condition) {
        conditions.append(" and (").append(condition).append(')');
        return this;
    }

    /** The same with a value, {@code :name} in the condition. */
    public ListSql where(String condition, String name, Object value) {
        return where(condition, Map.of(name, value));
    }

    /** The same with several values. */
    public ListSql where(String condition, Map<String, ?> given) {
        values.putAll(given);
        return where(condition);
    }

    /**
     * Says that the rows are those of several ranges, each of which an index has in the list's order: they are read one by one, no
     * more of each than the page has, and merged. The other conditions have to name the same rows. Columns need names of their own.
     */
    public ListSql leg(String condition, Map<String, ?> given) {
        values.putAll(given);
        legs.add(condition);
        return this;
    }

    /** A text that begins so, for {@code like}: nothing in it stands for anything else. */
    public static String beginning(String text) {
        return text.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_") + "%";
    }

    String columns() {
        return columns;
    }

    /** For each of its tables. */
    List<String> froms() {
        return tables.stream()
                .map(those -> " from " + those + " where " + conditions)
                .toList();
    }

    List<String> legs() {
        return legs;
    }

    Map<String, Object> values() {
        return values;
    }
}
