package stampede.api.archive;

import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import stampede.archive.ArchiveRun;

/**
 * A run through the archive.
 *
 * @param done how many were sent again
 * @param decided about how many somebody had decided before it was their turn
 * @param left how many have had no turn yet
 * @param failedAgain how many of those that were sent again died once more, counted as far as 10,000
 */
@Schema(name = "ArchiveRun")
record ArchiveRunView(
        @Schema(example = "17") String id,
        ArchiveRun.State state,
        @Schema(example = "1234") int total,
        @Schema(example = "400") int done,
        @Schema(example = "2") int decided,
        @Schema(example = "832") int left,
        @Schema(example = "0") int failedAgain,
        @Schema(example = "10") int perSecond,
        @Schema(example = "operator:3") String who,
        @Schema(example = "The database is back") String reason,
        Instant beganAt,
        Instant changedAt) {

    static ArchiveRunView of(ArchiveRun run, int failedAgain) {
        return new ArchiveRunView(
                Long.toString(run.id()),
                run.state(),
                run.total(),
                run.retried(),
                run.decided(),
                run.left(),
                failedAgain,
                run.perSecond(),
                run.who(),
                run.reason(),
                run.beganAt(),
                run.changedAt());
    }
}
