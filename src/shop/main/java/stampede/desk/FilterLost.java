package stampede.desk;

/** Something was to be done to all rows that match, and the form does not say which those are: 409, and nothing is done. */
public final class FilterLost extends RuntimeException {

    private static final long serialVersionUID = 1;

    public FilterLost() {
        super("The form has lost its filter");
    }
}
