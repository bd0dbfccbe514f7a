package stampede.listing;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Where a row stands in a list: the values of the columns that it is sorted by. Written {@code 1700_42}.
 *
 * @param values as many as the sort has columns
 */
public record ListKey(List<Long> values) {

    private static final Pattern WRITTEN = Pattern.compile("-?\\d{1,18}|[1-8]\\d{18}");

    public ListKey {
        values = List.copyOf(values);
    }

    /** Empty if that is no key of so many values. */
    static Optional<ListKey> read(String text, int size) {
        var parts = text.split("_", -1);
        return parts.length == size
                        && Arrays.stream(parts)
                                .allMatch(part -> WRITTEN.matcher(part).matches())
                ? Optional.of(
                        new ListKey(Arrays.stream(parts).map(Long::valueOf).toList()))
                : Optional.empty();
    }

    @Override
    public String toString() {
        return values.stream().map(String::valueOf).collect(Collectors.joining("_"));
    }
}
