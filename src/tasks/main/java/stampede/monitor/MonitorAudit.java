package stampede.monitor;

import java.security.Principal;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Writes down what people do on the monitor's pages. An application that keeps an audit log has a bean of it; without one there is a line
 * in the log for each act.
 */
public interface MonitorAudit {

    /**
     * Does it and writes it down, both or neither. What changed nothing is not written.
     *
     * @param who null if nobody has said who they are
     * @param action in capitals, such as {@code TASK_CANCELLED}, at most 40 characters
     * @param subject what it is done to, such as {@code queue:orders}
     * @param detail the rest, in words; may be empty
     * @param work answers what it changed, or nothing
     * @return whether it changed something
     */
    boolean run(@Nullable Principal who, String action, String subject, String detail, Supplier<Optional<Change>> work);

    /**
     * For what is too large for one transaction, or not in the database: written down before it begins, and once more with the number.
     *
     * @return to how many it was done, as {@code work} says
     */
    long runCounting(@Nullable Principal who, String action, String subject, String detail, LongSupplier work);

    /** As {@link #run(Principal, String, String, String, Supplier)} for what is known to change this, if it answers true. */
    default boolean run(@Nullable Principal who, String action, String subject, Change change, BooleanSupplier work) {
        return run(who, action, subject, "", () -> work.getAsBoolean() ? Optional.of(change) : Optional.empty());
    }

    /**
     * What an act changed, in words or figures.
     *
     * @param before empty for what was not there
     * @param after empty for what is not there any more
     */
    record Change(String before, String after) {

        public static Change of(Object before, Object after) {
            return new Change(before.toString(), after.toString());
        }
    }
}
