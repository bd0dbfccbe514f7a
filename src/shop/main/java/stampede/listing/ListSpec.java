package stampede.listing;

import java.util.List;
import java.util.Optional;

/**
 * What a list can be asked.
 *
 * @param path its address, such as {@code /console/audit}; with {@code .csv} behind it, that of its download
 * @param words what its messages begin with: {@code words.FIELD} for each field, {@code words.none} if there is nothing yet
 * @param fields of the filter
 * @param sorts how it can be sorted, newest first; the first is taken where nothing is said
 */
public record ListSpec(String path, String words, List<ListField> fields, List<ListSort> sorts) {

    static final List<Integer> SIZES = List.of(50, 100, 200);

    public ListSpec {
        fields = List.copyOf(fields);
        sorts = List.copyOf(sorts);
    }

    /** The last part of the address, which names the download: {@code audit}. */
    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }

    Optional<ListSort> sort(String name) {
        return sorts.stream().filter(sort -> sort.name().equals(name)).findFirst();
    }
}
