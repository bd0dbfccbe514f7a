package stampede.draft;

import stampede.refusal.RefusalException;

/** A draft stays as it is. */
public class DraftRefused extends RefusalException {

    private final int number;

    public DraftRefused(DraftRefusal reason) {
        this(reason, 0);
    }

    DraftRefused(DraftRefusal reason, int number) {
        super(reason);
        this.number = number;
    }

    @Override
    public DraftRefusal reason() {
        return (DraftRefusal) super.reason();
    }

    /** The number that belongs to the reason; 0 where none does. */
    public int number() {
        return number;
    }

    static void unless(boolean met, DraftRefusal reason) {
        unless(met, reason, 0);
    }

    static void unless(boolean met, DraftRefusal reason, int number) {
        if (!met) {
            throw new DraftRefused(reason, number);
        }
    }
}
