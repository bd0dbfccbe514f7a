package stampede.monitor;

import java.security.Principal;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A line in the log for each act, if the application has nothing better. */
final class LoggedAudit implements MonitorAudit {

    private static final Logger LOG = LoggerFactory.getLogger(MonitorAudit.class);

    @Override
    public boolean run(
            @Nullable Principal who, String action, String subject, String detail, Supplier<Optional<Change>> work) {
        var changed = work.get();
        changed.ifPresent(change -> write(who, action, subject, change.before() + " -> " + change.after(), detail));
        return changed.isPresent();
    }

    @Override
    public long runCounting(@Nullable Principal who, String action, String subject, String detail, LongSupplier work) {
        write(who, action, subject, "begins", detail);
        var count = work.getAsLong();
        write(who, action, subject, count + " tasks", detail);
        return count;
    }

    private static void write(@Nullable Principal who, String action, String subject, String change, String detail) {
        LOG.info(
                "{} on {} by {}: {} {}",
                action,
                oneLine(subject),
                who == null ? "somebody" : oneLine(who.getName()),
                change,
                oneLine(detail));
    }

    /** What people typed must not look like a line of its own. */
    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
