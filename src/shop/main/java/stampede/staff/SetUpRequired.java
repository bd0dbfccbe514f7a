package stampede.staff;

import org.springframework.security.access.AccessDeniedException;

/** Somebody of the staff asked for something before doing what comes first. */
public final class SetUpRequired extends AccessDeniedException {

    private final SetUpStep step;

    public SetUpRequired(SetUpStep step) {
        super(step.name());
        this.step = step;
    }

    /** The step to do first. */
    public SetUpStep step() {
        return step;
    }
}
