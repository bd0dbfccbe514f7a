package stampede.archive;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.task.TaskId;

/**
 * A dead task and what the shop knows of it.
 *
 * @param id its number among the dead tasks
 * @param name of the task, on the wire
 * @param queue without the prefix
 * @param error the first line of what it died of
 * @param errorType the simple name of what was thrown; empty if it is not known
 * @param fingerprint what the errors of its group have in common; empty for those of an earlier release
 * @param attempts how often it was tried
 * @param changedAt when somebody decided, or when it died
 * @param decidedBy who decided, such as {@code operator:3}, if it was one and the audit log has it by this number
 * @param order the first that it is about
 * @param orders how many it is about
 * @param stake what those are worth together
 */
public record ArchivedTask(
        long id,
        TaskId taskId,
        String name,
        String queue,
        String error,
        String errorType,
        String fingerprint,
        int attempts,
        ArchiveState state,
        Instant diedAt,
        Instant changedAt,
        Optional<String> decidedBy,
        Optional<OrderId> order,
        Optional<OfferId> offer,
        Optional<AccountId> seller,
        int orders,
        Money stake) {}
