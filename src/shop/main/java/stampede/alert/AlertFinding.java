package stampede.alert;

/**
 * Something that a rule finds bad now.
 *
 * @param subject what it is about, such as {@code offer:708540021337}; empty if the rule is about one thing only
 * @param value what was measured
 */
public record AlertFinding(String subject, double value) {

    private static final int LONGEST = 160;

    public AlertFinding {
        subject = subject.length() > LONGEST ? subject.substring(0, LONGEST) : subject;
    }
}
