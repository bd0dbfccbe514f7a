package stampede.desk;

import java.util.List;
import java.util.Map;

/** Somebody else saved the thing while a form about it was being filled in. People see both values side by side: 409. */
public final class EditConflict extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final transient String path;
    private final transient String words;
    private final transient DeskForm yours;
    private final transient Map<String, String> theirs;
    private final transient long version;

    /**
     * @param path where the form is sent to, and where the thing is looked at
     * @param words what the messages of the fields' names begin with: {@code words.FIELD}
     * @param yours the form that came too late
     * @param theirs what the thing is now
     * @param version of the thing as it is now
     */
    public EditConflict(String path, String words, DeskForm yours, Map<String, String> theirs, long version) {
        super(path + " was saved meanwhile");
        this.path = path;
        this.words = words;
        this.yours = yours;
        this.theirs = Map.copyOf(theirs);
        this.version = version;
    }

    public String path() {
        return path;
    }

    public String words() {
        return words;
    }

    /** All values of the form, to be sent again. */
    public Map<String, String> yours() {
        return yours.values();
    }

    public long version() {
        return version;
    }

    /** The fields whose two values differ. */
    public List<FieldConflict> fields() {
        return yours.values().keySet().stream()
                .sorted()
                .map(name -> new FieldConflict(name, yours.value(name), theirs.getOrDefault(name, "")))
                .filter(field -> !field.yours().equals(field.theirs()))
                .toList();
    }

    /** A field that two people changed. */
    public record FieldConflict(String name, String yours, String theirs) {}
}
