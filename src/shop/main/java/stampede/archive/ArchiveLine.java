package stampede.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.Optional;

/**
 * A dead task as programs read it, in answers and in files.
 *
 * @param id its number
 * @param taskId of the task itself, the same over all its lives
 * @param task its name
 * @param orderId the first order that it is about
 * @param orders how many it is about
 * @param stakeFen what those are worth together, in fen
 * @param error the first line of what it died of
 * @param fingerprint what the errors of one kind have in common; {@code error} of a list takes it
 * @param tries how often it was tried
 * @param handled whether somebody decided about it
 * @param decidedAt when, if somebody did
 */
@Schema(name = "ArchivedTask")
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record ArchiveLine(
        @Schema(example = "4711") String id,
        @Schema(example = "708540021337") String taskId,
        @Schema(example = "order.place") String task,
        @Schema(example = "orders") String queue,
        @Schema(example = "708540021337") Optional<String> orderId,
        @Schema(example = "17") Optional<String> offerId,
        @Schema(example = "3") Optional<String> sellerId,
        @Schema(example = "1") int orders,
        @Schema(example = "1990") long stakeFen,

        @Schema(example = "java.lang.IllegalStateException: broken")
        String error,

        @Schema(example = "IllegalStateException") String errorType,
        @Schema(example = "0f3ac9d2b1e47788") String fingerprint,
        @Schema(example = "6") int tries,
        Instant diedAt,
        ArchiveState state,
        boolean handled,
        Optional<Instant> decidedAt,
        @Schema(example = "operator:3") Optional<String> decidedBy) {

    /** What is known of it. */
    public static ArchiveLine of(ArchivedTask task) {
        return new ArchiveLine(
                Long.toString(task.id()),
                task.taskId().value(),
                task.name(),
                task.queue(),
                task.order().map(String::valueOf),
                task.offer().map(String::valueOf),
                task.seller().map(String::valueOf),
                task.orders(),
                task.stake().fen(),
                task.error(),
                task.errorType(),
                task.fingerprint(),
                task.attempts(),
                task.diedAt(),
                task.state(),
                task.state().isDecided(),
                task.state().isDecided() ? Optional.of(task.changedAt()) : Optional.empty(),
                task.decidedBy());
    }
}
