package stampede.staff;

import org.springframework.security.access.AccessDeniedException;

/** Somebody of the staff asked for something before doing what comes first. */
public final class StaffDutyRequired extends AccessDeniedException {

    private final StaffDuty duty;

    public StaffDutyRequired(StaffDuty duty) {
        super(duty.name());
        this.duty = duty;
    }

    /** The duty to do first. */
    public StaffDuty duty() {
        return duty;
    }
}
