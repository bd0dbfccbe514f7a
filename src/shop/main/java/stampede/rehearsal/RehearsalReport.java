package stampede.rehearsal;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a rehearsal found.
 *
 * @param figures what was measured, the gravest first
 * @param broken rules of the books that the shadow breaks, with what they found
 * @param cold whether it was the first one since the process that ran it started; a second one is faster
 * @param sameMachine whether the bots ran on the machine of the shop, and took part of its processors
 * @param readiness what was looked at before, the gravest first; empty in reports that are older than the list
 */
public record RehearsalReport(
        List<RehearsalFigure> figures,
        List<String> broken,
        boolean cold,
        boolean sameMachine,
        @JsonSetter(nulls = Nulls.AS_EMPTY) List<ReadinessFinding> readiness) {

    public RehearsalReport {
        figures = List.copyOf(figures);
        broken = List.copyOf(broken);
        readiness = List.copyOf(readiness);
    }

    /** Of one that was not played, because of what the readiness list says. */
    static RehearsalReport notPlayed(List<ReadinessFinding> readiness) {
        return new RehearsalReport(List.of(RehearsalGrades.readiness(readiness)), List.of(), false, false, readiness);
    }

    /** The first point because of which nothing was played; empty if bots pressed. */
    public Optional<ReadinessFinding> unmet() {
        return readiness.stream()
                .filter(finding -> finding.grade() == RehearsalVerdict.NOT_READY)
                .findFirst();
    }

    /** The figure that is worst, and of several the gravest; empty if all are as wanted. */
    public Optional<RehearsalFigure> worst() {
        return figures.stream()
                .filter(figure -> grade(figure) != RehearsalVerdict.READY)
                .min(Comparator.comparing(RehearsalReport::grade).reversed().thenComparing(RehearsalFigure::name));
    }

    /** What it all comes to. */
    public RehearsalVerdict verdict() {
        return worst().map(RehearsalReport::grade).orElse(RehearsalVerdict.READY);
    }

    /** How much it was; empty if it was not measured. */
    public Optional<RehearsalFigure> figure(RehearsalFigure.Name name) {
        return figures.stream().filter(figure -> figure.name() == name).findFirst();
    }

    private static RehearsalVerdict grade(RehearsalFigure figure) {
        return figure.grade().orElse(RehearsalVerdict.READY);
    }
}
