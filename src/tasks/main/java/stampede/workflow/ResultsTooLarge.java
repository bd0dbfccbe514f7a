package stampede.workflow;

/** A step asked for results that are too long to be handed on. What is long belongs into a table, and its key into the result. */
public final class ResultsTooLarge extends RuntimeException {

    private ResultsTooLarge(String message) {
        super(message);
    }

    static ResultsTooLarge one(int size, int most) {
        return new ResultsTooLarge(
                ("A step before this one returned %,d characters, and no more than %,d are handed on:"
                                + " let it write them into a table and return their key")
                        .formatted(size, most));
    }

    static ResultsTooLarge together(long size, int most) {
        return new ResultsTooLarge(
                ("The steps before this one returned %,d characters together, and no more than %,d are handed"
                                + " on: let them write into a table and return keys")
                        .formatted(size, most));
    }
}
