package stampede.rehearsal;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import stampede.rehearsal.RehearsalFigure.Name;

/** What is wanted of a rehearsal: each figure with what it comes to. */
final class RehearsalGrades {

    private static final double MOST_FAILED_PERCENT = 0.1;

    private RehearsalGrades() {}

    /** None may be. */
    static RehearsalFigure none(Name name, double value) {
        return of(name, value, value == 0, false);
    }

    /** None should be, and a tenth of a percent is not yet a reason to call it off. */
    static RehearsalFigure failures(double percent) {
        return of(Name.BUSY_SHARE, percent, percent == 0, percent < MOST_FAILED_PERCENT);
    }

    /** Less than the one is good, less than the other not yet bad. */
    static RehearsalFigure below(Name name, double value, double good, double bearable) {
        return of(name, value, value < good, value < bearable);
    }

    /** As much as the one is good, as much as the other not yet bad. */
    static RehearsalFigure atLeast(Name name, double value, double good, double bearable) {
        return of(name, value, value >= good, value >= bearable);
    }

    /** None should be open, and a hard one must not be. */
    static RehearsalFigure readiness(List<ReadinessFinding> found) {
        var grade = found.stream()
                .map(ReadinessFinding::grade)
                .max(Comparator.naturalOrder())
                .orElse(RehearsalVerdict.READY);
        var open = found.stream().filter(ReadinessFinding::isOpen).count();
        return new RehearsalFigure(Name.READINESS, (double) open, Optional.of(grade));
    }

    /** Is shown, and says nothing by itself. */
    static RehearsalFigure shown(Name name, double value) {
        return new RehearsalFigure(name, value, Optional.empty());
    }

    private static RehearsalFigure of(Name name, double value, boolean good, boolean bearable) {
        var grade = good ? RehearsalVerdict.READY : bearable ? RehearsalVerdict.WARNING : RehearsalVerdict.NOT_READY;
        return new RehearsalFigure(name, value, Optional.of(grade));
    }
}
