package stampede.audit;

import java.util.Objects;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.springframework.stereotype.Component;
import org.springframework.transaction.support.TransactionTemplate;

/** The way in which a page or an API changes something: it is done and written down, both or neither. */
@Component
public class AuditedActs {

    private final AuditLog audit;
    private final TransactionTemplate transaction;

    AuditedActs(AuditLog audit, TransactionTemplate transaction) {
        this.audit = audit;
        this.transaction = transaction;
    }

    /**
     * Does it in a transaction, the caller's if there is one. What changed nothing leaves no row. Of many things each is an act of its
     * own, with a row of its own.
     */
    public <T> T run(AuditLog.Act act, Supplier<Done<T>> work) {
        return Objects.requireNonNull(transaction.execute(status -> {
                    var done = work.get();
                    done.change().ifPresent(change -> audit.write(act, change));
                    return done;
                }))
                .answer();
    }

    /**
     * For what is too large for one transaction, or not in the database: written down before it begins, so that the row is there even
     * if the shop dies meanwhile, and once more with the number.
     *
     * @return to how many it was done, as {@code work} says
     */
    public long runCounting(AuditLog.Act act, LongSupplier work) {
        transaction.executeWithoutResult(status -> audit.write(act, new AuditLog.Change("", "begins")));
        var count = work.getAsLong();
        var counted = new AuditLog.Act(
                act.who(), act.action(), act.subject(), act.reason(), count + " tasks: " + act.detail());
        transaction.executeWithoutResult(
                status -> audit.write(counted, new AuditLog.Change(Long.toString(count), "0")));
        return count;
    }

    /**
     * What came of it.
     *
     * @param answer for the caller
     * @param change empty if nothing changed
     */
    public record Done<T>(T answer, Optional<AuditLog.Change> change) {

        /** It changed this; a change that is none leaves no row. */
        public static <T> Done<T> of(T answer, AuditLog.Change change) {
            return new Done<>(answer, Optional.of(change).filter(AuditLog.Change::isChange));
        }

        /** Nothing changed. */
        public static <T> Done<T> nothing(T answer) {
            return new Done<>(answer, Optional.empty());
        }
    }
}
