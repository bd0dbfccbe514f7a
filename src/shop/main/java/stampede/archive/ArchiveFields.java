package stampede.archive;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import stampede.listing.ListField;
import stampede.listing.ListSort;
import stampede.listing.ListSpec;

/** What lists of the archive can be asked. */
public final class ArchiveFields {

    static final String STATE = "state";
    static final String HANDLED = "handled";
    static final String TASK = "task";
    static final String ERROR = "error";
    static final String ORDER = "order";
    static final String OFFER = "offer";
    static final String SELLER = "seller";
    static final String QUEUE = "queue";
    static final String FROM = "from";
    static final String TO = "to";

    private ArchiveFields() {}

    /** For people. */
    public static ListSpec ofPages(String path) {
        return new ListSpec(path, "console.archive", fields(), List.of(ListSort.by("died", "task_dead.id")));
    }

    /** For programs, which may also ask for those about which somebody has decided, or not. */
    public static ListSpec ofPrograms(String path) {
        var fields = new ArrayList<>(fields());
        fields.add(ListField.named(HANDLED, new LinkedHashMap<>(Map.of("true", "true", "false", "false"))));
        return new ListSpec(path, "console.archive", fields, List.of(ListSort.by("died", "task_dead.id")));
    }

    private static List<ListField> fields() {
        return List.of(
                ListField.choice(STATE, "console.archive.state.", ArchiveState.values()),
                ListField.text(TASK),
                ListField.text(ERROR),
                ListField.text(ORDER),
                ListField.text(OFFER),
                ListField.text(SELLER),
                ListField.text(QUEUE),
                ListField.moment(FROM),
                ListField.moment(TO));
    }
}
