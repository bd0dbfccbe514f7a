package stampede.setting;

import stampede.refusal.RefusalException;

/** A setting is not changed, with a sentence about this value. */
public final class SettingRefused extends RefusalException {

    private final SettingRefusal refusal;
    private final transient SettingProblem problem;

    SettingRefused(SettingRefusal refusal, SettingProblem problem) {
        super(refusal);
        this.refusal = refusal;
        this.problem = problem;
    }

    /** Why, by name. */
    public SettingRefusal refusal() {
        return refusal;
    }

    /** What is wrong. */
    public SettingProblem problem() {
        return problem;
    }

    /** The part of the request that is wrong. */
    public String field() {
        return switch (refusal) {
            case UNKNOWN_SETTING -> "name";
            case BAD_SETTING -> "value";
            case BAD_REASON -> "reason";
            case SETTING_CHANGED -> "version";
            case NOT_CONFIRMED -> "confirmed";
        };
    }
}
