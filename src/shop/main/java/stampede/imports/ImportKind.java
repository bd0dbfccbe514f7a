package stampede.imports;

import java.util.List;
import stampede.account.SignedIn;

/** A kind of thing that is imported. It knows its columns, what a row would do, and how to do it; files, rows and tasks are none of its business. */
public interface ImportKind {

    /** Its name in addresses, in tables and in messages ({@code imports.kind.NAME}); at most 10 letters. */
    String name();

    /** Its columns in the order of the template. Operators may have a column {@code seller} besides. */
    List<ImportColumn> columns();

    /** What tells a row from others: two rows of one file with the same may not be. */
    String key(ImportLine line);

    /**
     * Looks at what the rows would do, some hundred at a time, and changes nothing. Their cells are there where they are required, and
     * none is too long.
     *
     * @param by whoever sent them; what belongs to another seller does not exist for a seller
     * @return one for each, in the same order
     */
    List<CheckedLine> check(SignedIn by, List<ImportLine> lines);

    /**
     * Applies a row, in the caller's transaction.
     *
     * @return the id of what it was applied to
     * @throws stampede.refusal.RefusalException if that cannot be any more; the transaction is then rolled back
     */
    long apply(SignedIn by, ImportLine line);

    /** How its rows are taken back. */
    TakeBack takeBack();
}
