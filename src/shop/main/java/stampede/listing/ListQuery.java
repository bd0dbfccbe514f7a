package stampede.listing;

import java.math.BigDecimal;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What somebody asks of a list: everything that chooses stands in the address. What cannot be read is left out and told, not refused:
 * an old link then shows more, and says so.
 *
 * @param spec the list
 * @param values of the filter's fields, those that are set
 * @param sort the order
 * @param ascending oldest or smallest first
 * @param page which part of it
 * @param ignored names of what could not be read
 * @param zone of the moments in it
 */
public record ListQuery(
        ListSpec spec,
        Map<String, String> values,
        ListSort sort,
        boolean ascending,
        Page page,
        List<String> ignored,
        ZoneId zone) {

    private static final int MOST_ROWS_TOLD = 100_000_000;
    private static final int MOST_VALUES = 50;
    private static final Pattern AMOUNT = Pattern.compile("\\d{1,9}([.]\\d{1,2})?");

    public ListQuery {
        values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        ignored = List.copyOf(ignored);
    }

    /** Reads the parameters of a request; of several values of one name the first counts. */
    public static ListQuery of(ListSpec spec, Map<String, String[]> parameters, ZoneId zone) {
        var ignored = new ArrayList<String>();
        var values = new LinkedHashMap<String, String>();
        for (var field : spec.fields()) {
            var given =
                    field.kind() == ListField.Kind.CHOICES ? all(parameters, field) : first(parameters, field.name());
            if (given.isEmpty()) {
                continue;
            }
            if (fits(field, given)) {
                values.put(field.name(), given);
            } else {
                ignored.add(field.name());
            }
        }
        var wanted = first(parameters, "sort");
        var sort = spec.sort(wanted.startsWith("-") ? wanted.substring(1) : wanted);
        if (!wanted.isEmpty() && sort.isEmpty()) {
            ignored.add("sort");
        }
        var chosen = sort.orElse(spec.sorts().get(0));
        var ascending = sort.isPresent() && !wanted.startsWith("-");
        return new ListQuery(spec, values, chosen, ascending, page(parameters, chosen, ignored), ignored, zone);
    }

    /** Reads what {@link #filter} wrote: from the first page on, in the list's own order. */
    public static ListQuery ofFilter(ListSpec spec, String filter, ZoneId zone) {
        var values = new LinkedHashMap<String, String[]>();
        for (var each : filter.split("&", -1)) {
            var at = each.indexOf('=');
            if (at > 0) {
                values.put(each.substring(0, at), new String[] {decoded(each.substring(at + 1))});
            }
        }
        return of(spec, values, zone);
    }

    /** Empty if somebody broke it. */
    private static String decoded(String value) {
        try {
            return URLDecoder.decode(value, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException broken) {
            return "";
        }
    }

    private static Page page(Map<String, String[]> parameters, ListSort sort, List<String> ignored) {
        var before = key(parameters, "before", sort, ignored);
        var after = before.isPresent() ? Optional.<ListKey>empty() : key(parameters, "after", sort, ignored);
        var size = first(parameters, "size");
        var known = ListSpec.SIZES.stream()
                .filter(each -> each.toString().equals(size))
                .findFirst();
        if (!size.isEmpty() && known.isEmpty()) {
            ignored.add("size");
        }
        var row = first(parameters, "row");
        var first = row.matches("\\d{1,8}") ? Math.min(Integer.parseInt(row), MOST_ROWS_TOLD) : 1;
        return new Page(
                before,
                after,
                known.orElse(ListSpec.SIZES.get(0)),
                before.isEmpty() && after.isEmpty() ? 1 : Math.max(1, first));
    }

    private static Optional<ListKey> key(
            Map<String, String[]> parameters, String name, ListSort sort, List<String> ignored) {
        var given = first(parameters, name);
        var key = ListKey.read(given, sort.columns().size());
        if (!given.isEmpty() && key.isEmpty()) {
            ignored.add(name);
        }
        return key;
    }

    private static boolean fits(ListField field, String given) {
        return switch (field.kind()) {
            case TEXT -> given.length() <= ListField.LONGEST;
            case CHOICE -> field.choices().contains(given);
            case CHOICES -> field.choices().containsAll(parts(given));
            case AMOUNT -> AMOUNT.matcher(given).matches();
            case MOMENT -> read(given).isPresent();
        };
    }

    private static Optional<LocalDateTime> read(String moment) {
        try {
            var time = LocalDateTime.parse(moment);
            // What lies outside has no epoch milliseconds that a column could hold.
            return time.getYear() >= 1970 && time.getYear() < 10_000 ? Optional.of(time) : Optional.empty();
        } catch (DateTimeParseException unreadable) {
            return Optional.empty();
        }
    }

    private static String first(Map<String, String[]> parameters, String name) {
        var given = parameters.get(name);
        return given == null || given.length == 0 ? "" : given[0].strip();
    }

    /** All that was chosen of a field, in the order in which it offers them, however it was written. */
    private static String all(Map<String, String[]> parameters, ListField field) {
        var given = Arrays.stream(parameters.getOrDefault(field.name(), new String[0]))
                .limit(MOST_VALUES)
                .flatMap(value -> parts(value.strip()).stream())
                .limit(MOST_VALUES)
                .collect(Collectors.toCollection(LinkedHashSet::new));
        var known = field.choices().stream().filter(given::contains).toList();
        return String.join(".", known.size() == given.size() ? known : given);
    }

    private static List<String> parts(String given) {
        return given.isEmpty() ? List.of() : List.of(given.split("\\.", -1));
    }

    /** What a field of the filter is set to. */
    public Optional<String> value(String name) {
        return Optional.ofNullable(values.get(name));
    }

    /** All that a field of several choices is set to. */
    public List<String> choices(String name) {
        return value(name).map(ListQuery::parts).orElse(List.of());
    }

    /** An amount of the filter, in fen. */
    public Optional<Long> amount(String name) {
        return value(name).map(yuan -> new BigDecimal(yuan).movePointRight(2).longValueExact());
    }

    /** A moment of the filter. */
    public Optional<Instant> moment(String name) {
        return value(name)
                .flatMap(ListQuery::read)
                .map(time -> time.atZone(zone).toInstant());
    }

    /** Whether anything is left out. */
    public boolean isFiltered() {
        return !values.isEmpty();
    }

    /** The address of its first page. */
    public String link() {
        return address("", Map.of());
    }

    /** The same without this field. */
    public String without(String name) {
        var rest = new LinkedHashMap<>(values);
        rest.remove(name);
        return new ListQuery(spec, rest, sort, ascending, page, ignored, zone).link();
    }

    /** The same in another order, or in this one turned around. */
    public String sortedBy(ListSort other) {
        return new ListQuery(spec, values, other, other.equals(sort) && !ascending, page, ignored, zone).link();
    }

    /** The same, so many rows at a time. */
    public String sized(int size) {
        return new ListQuery(
                        spec, values, sort, ascending, new Page(page.before(), page.after(), size, 1), ignored, zone)
                .link();
    }

    /** The rows behind this one. */
    public String after(ListKey key, long row) {
        return address("", Map.of("after", key.toString(), "row", Long.toString(row)));
    }

    /** The rows in front of this one. */
    public String before(ListKey key, long row) {
        return address("", Map.of("before", key.toString(), "row", Long.toString(Math.max(1, row))));
    }

    /** This very page, to look at it again. */
    public String again() {
        return page.before()
                .map(key -> before(key, page.row()))
                .or(() -> page.after().map(key -> after(key, page.row())))
                .orElseGet(this::link);
    }

    /** All of it as a file. */
    public String csv() {
        return address(".csv", Map.of());
    }

    /** What chooses its rows, as the query of an address; empty if nothing does. */
    public String filter() {
        return encoded(values);
    }

    private String address(String suffix, Map<String, String> place) {
        var all = new LinkedHashMap<>(values);
        if (ascending || !sort.equals(spec.sorts().get(0))) {
            all.put("sort", (ascending ? "" : "-") + sort.name());
        }
        if (page.size() != ListSpec.SIZES.get(0) && suffix.isEmpty()) {
            all.put("size", Integer.toString(page.size()));
        }
        all.putAll(new TreeMap<>(place));
        return spec.path() + suffix + (all.isEmpty() ? "" : "?" + encoded(all));
    }

    private static String encoded(Map<String, String> parameters) {
        return parameters.entrySet().stream()
                .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /**
     * Which part of a list.
     *
     * @param before the row it stands in front of
     * @param after the row it stands behind
     * @param size how many rows
     * @param row the number of its first row as the page before told it, from 1; only told, nothing is found by it
     */
    public record Page(Optional<ListKey> before, Optional<ListKey> after, int size, int row) {}
}
