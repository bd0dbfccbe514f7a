package stampede.category;

import stampede.refusal.RefusalException;

/** A category stays as it is. */
public class CategoryRefused extends RefusalException {

    private final String field;

    public CategoryRefused(CategoryRefusal reason) {
        this(reason, "");
    }

    private CategoryRefused(CategoryRefusal reason, String field) {
        super(reason);
        this.field = field;
    }

    @Override
    public CategoryRefusal reason() {
        return (CategoryRefusal) super.reason();
    }

    /** The field of a form that it is about; empty if it is about no single one. */
    public String field() {
        return field;
    }

    static CategoryRefused noParent() {
        return new CategoryRefused(CategoryRefusal.NO_SUCH_PARENT, CategoryFields.PARENT);
    }

    /** Which of the two names it was nobody says. */
    static CategoryRefused taken() {
        return new CategoryRefused(CategoryRefusal.NAME_TAKEN, CategoryFields.NAME_ZH);
    }

    static void unless(boolean met, CategoryRefusal reason) {
        unless(met, reason, "");
    }

    static void unless(boolean met, CategoryRefusal reason, String field) {
        if (!met) {
            throw new CategoryRefused(reason, field);
        }
    }
}
