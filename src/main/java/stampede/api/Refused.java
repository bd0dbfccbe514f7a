package stampede.api;

/** A request that is refused for a reason with a name; a normal answer, so it has no stack trace. */
class Refused extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final Reason reason;

    Refused(Reason reason) {
        super("Refused: " + reason, null, false, false);
        this.reason = reason;
    }

    Reason reason() {
        return reason;
    }
}
