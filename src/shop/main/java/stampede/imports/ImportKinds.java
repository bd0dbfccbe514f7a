package stampede.imports;

import java.util.ArrayList;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.account.Role;
import stampede.account.SignedIn;

/** What can be imported. */
@Component
class ImportKinds {

    private static final ImportColumn OF_SELLER =
            ImportColumn.optional(ImportColumn.SELLER, 40, "", "商家", "卖家", "seller name");

    private final List<ImportKind> all;

    ImportKinds(List<ImportKind> all) {
        this.all = List.copyOf(all);
    }

    List<ImportKind> all() {
        return all;
    }

    /** @throws ImportRefused if there is none of this name */
    ImportKind find(String name) {
        return all.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new ImportRefused(ImportRefusal.NO_SUCH_KIND));
    }

    /** The columns that a file of this person may have. */
    static List<ImportColumn> columns(ImportKind kind, SignedIn by) {
        var columns = new ArrayList<>(kind.columns());
        if (by.role() == Role.OPERATOR) {
            columns.add(OF_SELLER);
        }
        return columns;
    }
}
