package stampede.api.compatible;

/**
 * What is answered where there is nothing else to say.
 *
 * @param errMsg what went wrong, in a sentence; empty if nothing did
 */
record ErrorMessage(String errMsg) {

    static final ErrorMessage NONE = new ErrorMessage("");
}
