package stampede.channel;

/** Why a message was delivered or not. The names are in the table; each has the message {@code channel.cause.NAME}. */
public enum DeliveryCause {
    /** It was taken. */
    OK(Then.DONE),
    /** It was taken, but who had to be called by a second message was not. */
    NOT_CALLED(Then.DONE),
    NO_ANSWER(Then.AGAIN),
    UNREACHABLE(Then.AGAIN),
    UNKNOWN_HOST(Then.AGAIN),
    NO_TRUST(Then.AGAIN),
    /** It answered something else than that it has it. */
    NOT_TAKEN(Then.AGAIN),
    TOO_FAST(Then.AGAIN_SLOWLY),
    /** Signature, time, keyword or address was refused. */
    SIGNATURE(Then.NEVER),
    NO_RIGHT(Then.NEVER),
    REDIRECT(Then.NEVER),
    ADDRESS_WRONG(Then.NEVER),
    /** The address lies inside. */
    ADDRESS_INSIDE(Then.NEVER),
    SECRET_LOST(Then.NEVER),
    NO_MAIL_SERVER(Then.NEVER),
    MAIL_REFUSED(Then.NEVER),
    QUIET_HOURS(Then.DONE),
    RESOLVED_SINCE(Then.DONE),
    PAUSED(Then.DONE),
    TOO_MANY(Then.DONE);

    private final Then then;

    DeliveryCause(Then then) {
        this.then = then;
    }

    Then then() {
        return then;
    }

    /** What follows from it. */
    enum Then {
        DONE,
        AGAIN,
        AGAIN_SLOWLY,
        NEVER
    }
}
