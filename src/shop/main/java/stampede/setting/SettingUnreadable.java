package stampede.setting;

/** A text is no value of a setting: a normal answer, so it has no stack trace. */
public final class SettingUnreadable extends RuntimeException {

    private final transient SettingProblem problem;

    public SettingUnreadable(SettingProblem problem) {
        super(problem.toString(), null, false, false);
        this.problem = problem;
    }

    /** The sentence to say. */
    public SettingProblem problem() {
        return problem;
    }
}
