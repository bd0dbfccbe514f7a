package stampede.api.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.archive.ArchiveCase;
import stampede.archive.ArchiveLine;
import stampede.archive.Prospect;
import stampede.history.TaskAttempt;
import stampede.task.TaskState;

/**
 * All that is known of a dead task.
 *
 * @param ifRetried what a retry would come to now
 * @param stackTrace what it died of, as far as it was kept
 * @param payload its arguments as JSON, without what is nobody's business
 * @param attempts those that are remembered, in order
 * @param notes what operators noted, newest first
 */
@Schema(name = "ArchivedTaskCase")
record ArchiveCaseView(
        ArchiveLine task,
        ProspectView ifRetried,
        String stackTrace,
        String payload,
        List<AttemptView> attempts,
        List<NoteView> notes) {

    static ArchiveCaseView of(ArchiveCase one) {
        return new ArchiveCaseView(
                ArchiveLine.of(one.task()),
                new ProspectView(
                        one.prospect().outcome(),
                        one.prospect().outcome().isUseful(),
                        one.prospect().at()),
                one.error(),
                one.payload(),
                one.attempts().stream().map(AttemptView::of).toList(),
                one.notes().stream()
                        .map(note -> new NoteView(note.at(), note.who(), note.text()))
                        .toList());
    }

    /**
     * What a retry would come to now.
     *
     * @param useful whether it may do some good
     * @param since when that was settled, if it is known
     */
    @Schema(name = "RetryProspect")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record ProspectView(Prospect.Outcome outcome, boolean useful, Optional<Instant> since) {}

    /**
     * One attempt.
     *
     * @param error the first line of what was thrown
     * @param nextAt when the next one was to follow
     */
    @Schema(name = "TaskAttempt")
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record AttemptView(
            int number,
            TaskState state,
            String node,
            Instant endedAt,
            Duration took,
            Optional<String> error,
            Optional<Instant> nextAt) {

        static AttemptView of(TaskAttempt attempt) {
            return new AttemptView(
                    attempt.number(),
                    attempt.state(),
                    attempt.worker(),
                    attempt.endedAt(),
                    attempt.runtime(),
                    attempt.error().flatMap(text -> text.lines().findFirst()),
                    attempt.nextAt());
        }
    }

    /** A note. */
    @Schema(name = "ArchiveNote")
    record NoteView(
            Instant at, @Schema(example = "operator:3") String who, String text) {}
}
