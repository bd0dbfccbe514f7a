package stampede.listing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.dao.QueryTimeoutException;
import org.springframework.jdbc.core.RowMapper;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/** Reads lists by the key of a row, so that the thousandth page costs what the first does. */
@Repository
public class ListRepository {

    /** Beyond this many a list only says that there are more. */
    static final int MOST_COUNTED = 10_000;

    private static final int CHUNK = 1_000;
    private static final Duration COUNTING = Duration.ofSeconds(1);

    private final JdbcClient sql;

    ListRepository(JdbcClient sql) {
        this.sql = sql;
    }

    /** The page that was asked for. */
    public <T> ListPage<T> page(ListSql list, ListQuery query, RowMapper<T> mapper) {
        var place = query.page();
        var backwards = place.before().isPresent();
        var found = new ArrayList<>(
                read(list, query.sort(), query.ascending() != backwards, start(place), place.size() + 1, mapper));
        var more = found.size() > place.size();
        if (more) {
            found.remove(found.size() - 1);
        }
        if (backwards) {
            Collections.reverse(found);
        }
        var hasBefore = backwards ? more : place.after().isPresent();
        var hasAfter = backwards || more;
        return new ListPage<>(
                found.stream().map(Keyed::row).toList(),
                hasBefore && !found.isEmpty() ? Optional.of(found.get(0).key()) : Optional.empty(),
                hasAfter && !found.isEmpty()
                        ? Optional.of(found.get(found.size() - 1).key())
                        : Optional.empty(),
                hasBefore ? place.row() : 1,
                count(list));
    }

    /**
     * Passes on all rows of a query from its first page on, at most so many. They are read a thousand at a time, each time whole before
     * they are passed on: whoever takes them slowly holds up no connection.
     *
     * @return whether that were all
     */
    public <T> boolean forEach(ListSql list, ListQuery query, RowMapper<T> mapper, int most, Consumer<T> row) {
        var place = Optional.<ListKey>empty();
        var left = most;
        while (true) {
            var wanted = Math.min(CHUNK, left);
            var chunk = read(list, query.sort(), query.ascending(), place, wanted + 1, mapper);
            chunk.stream().limit(wanted).map(Keyed::row).forEach(row);
            left -= Math.min(wanted, chunk.size());
            if (chunk.size() <= wanted) {
                return true;
            }
            if (left == 0) {
                return false;
            }
            place = Optional.of(chunk.get(wanted - 1).key());
        }
    }

    /** How many rows there are, as far as that is known within a second. */
    public ListPage.Count count(ListSql list) {
        try {
            var number = sql.sql(list.froms().stream()
                            .map(from -> "(select 1" + from + " limit " + (MOST_COUNTED + 1) + ")")
                            .collect(Collectors.joining(" union all ", "select count(*) from (", ") counted")))
                    .withQueryTimeout((int) COUNTING.toSeconds())
                    .params(list.values())
                    .query(Long.class)
                    .single();
            return new ListPage.Count(Math.min(number, MOST_COUNTED), number > MOST_COUNTED);
        } catch (QueryTimeoutException tooMany) {
            return new ListPage.Count(0, true);
        }
    }

    private static Optional<ListKey> start(ListQuery.Page place) {
        return place.before().or(place::after);
    }

    <T> List<Keyed<T>> read(
            ListSql list, ListSort sort, boolean ascending, Optional<ListKey> start, int most, RowMapper<T> mapper) {
        var values = new HashMap<>(list.values());
        var columns = sort.columns();
        var keys = IntStream.range(0, columns.size())
                .mapToObj(i -> ", " + columns.get(i) + " as list_key_" + i)
                .collect(Collectors.joining());
        start.ifPresent(key -> IntStream.range(0, columns.size())
                .forEach(i -> values.put("listKey" + i, key.values().get(i))));
        var selects = list.froms().stream()
                .map(from -> "select " + list.columns() + keys + from
                        + start.map(key -> behind(columns, ascending)).orElse(""))
                .flatMap(select -> list.legs().isEmpty()
                        ? Stream.of(select)
                        : list.legs().stream().map(leg -> select + " and (" + leg + ")"))
                .toList();
        var direction = ascending ? "" : " desc";
        return sql.sql(
                        selects.size() == 1
                                ? selects.get(0) + ordered(columns, direction, most)
                                : merged(selects, columns, direction, most))
                .params(values)
                .query((row, number) -> {
                    var key = new ArrayList<Long>();
                    for (var i = 0; i < columns.size(); i++) {
                        key.add(row.getLong("list_key_" + i));
                    }
                    return new Keyed<>(mapper.mapRow(row, number), new ListKey(key));
                })
                .list();
    }

    private static String ordered(List<String> columns, String direction, int most) {
        return columns.stream()
                .map(column -> column + direction)
                .collect(Collectors.joining(", ", " order by ", " limit " + most));
    }

    private static String merged(List<String> selects, List<String> columns, String direction, int most) {
        var keys = IntStream.range(0, columns.size())
                .mapToObj(i -> "list_key_" + i)
                .toList();
        return selects.stream()
                .map(select -> "(" + select + ordered(columns, direction, most) + ")")
                .collect(Collectors.joining(
                        " union all ", "select * from (", ") legs" + ordered(keys, direction, most)));
    }

    /** Two columns as a range of the first, which an index can begin at. */
    private static String behind(List<String> columns, boolean ascending) {
        var sign = ascending ? " > " : " < ";
        if (columns.size() == 1) {
            return " and " + columns.get(0) + sign + ":listKey0";
        }
        return " and " + columns.get(0) + sign.stripTrailing() + "= :listKey0 and (" + columns.get(0) + sign
                + ":listKey0 or " + columns.get(1) + sign + ":listKey1)";
    }

    /** A row, and what it is found by. */
    record Keyed<T>(T row, ListKey key) {}
}
