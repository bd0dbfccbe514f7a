package stampede.archive;

import java.util.List;
import java.util.Optional;
import stampede.history.TaskAttempt;
import stampede.inquiry.PurchaseHistory;

/**
 * All that is known of one dead task.
 *
 * @param error the whole stack trace, as far as it was kept
 * @param payload its arguments as JSON, without what is nobody's business
 * @param attempts those that are remembered, in order
 * @param purchase the steps of the order that it is about, if it is about one
 * @param prospect what a retry would come to
 * @param notes what operators noted, newest first
 */
public record ArchiveCase(
        ArchivedTask task,
        String error,
        String payload,
        List<TaskAttempt> attempts,
        Optional<PurchaseHistory> purchase,
        Prospect prospect,
        List<ArchiveNote> notes) {

    public ArchiveCase {
        attempts = List.copyOf(attempts);
        notes = List.copyOf(notes);
    }
}
