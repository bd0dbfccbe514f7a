package stampede.desk;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import stampede.listing.ListField;
import stampede.listing.ListPage;
import stampede.listing.ListQuery;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;

/** A page of a list as templates draw it: {@code desk/list} asks it for what it needs. */
public record ListView<T>(ListQuery query, ListPage<T> page) {

    /** More fields than these would hide the list on a phone, so the rest of them is folded away. */
    private static final int MOST_FIELDS = 6;

    private static final int SHOWN_FIELDS = 5;

    public ListSpec spec() {
        return query.spec();
    }

    public List<T> rows() {
        return page.rows();
    }

    public boolean isEmpty() {
        return page.rows().isEmpty();
    }

    public long first() {
        return page.row();
    }

    public long last() {
        return page.row() + page.rows().size() - 1;
    }

    /** Which words tell how many there are: {@code all} if counted, {@code more} than counted, {@code many} if nobody knows. */
    public String counted() {
        return !page.count().more() ? "all" : page.count().number() > 0 ? "more" : "many";
    }

    /** The fields that are seen at once. */
    public List<ListField> shownFields() {
        var fields = spec().fields();
        return fields.size() > MOST_FIELDS ? fields.subList(0, SHOWN_FIELDS) : fields;
    }

    /** Those that are folded away. */
    public List<ListField> moreFields() {
        return spec().fields().subList(shownFields().size(), spec().fields().size());
    }

    /** Whether one of them is set. */
    public boolean isMoreSet() {
        return moreFields().stream().anyMatch(field -> query.value(field.name()).isPresent());
    }

    /** The address of the rows in front of these. */
    public Optional<String> newer() {
        return page.before()
                .map(key -> query.before(key, page.row() - query.page().size()));
    }

    /** The address of the rows behind these. */
    public Optional<String> older() {
        return page.after().map(key -> query.after(key, last() + 1));
    }

    /** The messages of what was chosen in a field; none if it has no choices but holds what was typed in. */
    public List<String> messageKeys(String name) {
        return spec().fields().stream()
                .filter(field -> field.name().equals(name) && !field.words().isEmpty())
                .flatMap(field -> query.value(name).stream()
                        .flatMap(chosen -> Arrays.stream(chosen.split("\\.", -1)))
                        .map(choice -> field.words() + choice))
                .toList();
    }

    /** What was chosen in a field as people named it; empty where messages say it, or it was typed in. */
    public Optional<String> label(String name) {
        return spec().fields().stream()
                .filter(field -> field.name().equals(name))
                .flatMap(field -> query.value(name).map(field.labels()::get).stream())
                .findFirst();
    }

    /** What {@code aria-sort} says of a column. */
    public String ariaSort(String name) {
        return !query.sort().name().equals(name) ? "none" : query.ascending() ? "ascending" : "descending";
    }

    /** The address of the list in this order. */
    public String sorted(String name) {
        return spec().sorts().stream()
                .filter(sort -> sort.name().equals(name))
                .findFirst()
                .map(query::sortedBy)
                .orElseThrow(() -> new IllegalArgumentException(name));
    }

    /** The orders there are, if there is a choice. */
    public List<ListSort> sorts() {
        return spec().sorts().size() > 1 ? spec().sorts() : List.of();
    }
}
