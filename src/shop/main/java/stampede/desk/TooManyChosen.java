package stampede.desk;

/** More rows were chosen than an act does at once: 422, and nothing is done. */
public final class TooManyChosen extends RuntimeException {

    private static final long serialVersionUID = 1;

    private final int most;

    /** @param most how many may be chosen */
    public TooManyChosen(int most) {
        super("More than " + most + " were chosen");
        this.most = most;
    }

    public int most() {
        return most;
    }
}
