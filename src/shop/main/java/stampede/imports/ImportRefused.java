package stampede.imports;

import stampede.refusal.RefusalException;

/** A file is not read or not applied. */
public class ImportRefused extends RefusalException {

    private final String place;

    public ImportRefused(ImportRefusal reason) {
        this(reason, "");
    }

    /** @param place where in the file it is: the number of a row, or names of columns */
    ImportRefused(ImportRefusal reason, String place) {
        super(reason);
        this.place = place;
    }

    @Override
    public ImportRefusal reason() {
        return (ImportRefusal) super.reason();
    }

    /** Where in the file the reason is: the number of a row, or names of columns; empty where it is the whole file. */
    public String place() {
        return place;
    }

    /** Whether the place is a row. */
    public boolean isRow() {
        return place.matches("\\d+");
    }
}
