package stampede.staff;

import org.springframework.security.access.AccessDeniedException;
import stampede.account.Duty;

/** An operator asked for what needs a duty that they do not have. */
public final class DutyRequired extends AccessDeniedException {

    private final Duty duty;

    public DutyRequired(Duty duty) {
        super(duty.name());
        this.duty = duty;
    }

    /** The duty that they would need. */
    public Duty duty() {
        return duty;
    }
}
