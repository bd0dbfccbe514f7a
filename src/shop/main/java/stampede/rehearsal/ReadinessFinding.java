package stampede.rehearsal;

import com.fasterxml.jackson.annotation.JsonIgnore;

/**
 * A point of the readiness list with what was found.
 *
 * @param point what was looked at
 * @param hard whether nothing is played as long as the point is open
 * @param grade READY if it is as it should be, NOT_READY if it is hard and open, WARNING otherwise
 * @param found what was found, in the same words in all languages; empty if there was no answer in time
 */
public record ReadinessFinding(ReadinessPoint point, boolean hard, RehearsalVerdict grade, String found) {

    private static final int LONGEST = 300;

    public ReadinessFinding {
        found = found.length() > LONGEST ? found.substring(0, LONGEST) : found;
    }

    static ReadinessFinding of(ReadinessPoint point, boolean met, String found) {
        var open = point.isHard() ? RehearsalVerdict.NOT_READY : RehearsalVerdict.WARNING;
        return new ReadinessFinding(point, point.isHard(), met ? RehearsalVerdict.READY : open, found);
    }

    /** Nobody answered in time. That is no reason not to play: what is played shows more. */
    static ReadinessFinding unknown(ReadinessPoint point) {
        return new ReadinessFinding(point, point.isHard(), RehearsalVerdict.WARNING, "");
    }

    /** Whether it is not as it should be, or nobody knows. */
    @JsonIgnore
    public boolean isOpen() {
        return grade != RehearsalVerdict.READY;
    }
}
