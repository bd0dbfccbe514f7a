package stampede.support;

/** The program is set up in a way it must not run in: stops the start, and says what to do. */
public class WrongSetup extends RuntimeException {

    private final String remedy;

    /**
     * @param what what is wrong, as a sentence
     * @param remedy what to do now, as a sentence
     */
    public WrongSetup(String what, String remedy) {
        super(what);
        this.remedy = remedy;
    }

    public String remedy() {
        return remedy;
    }
}
