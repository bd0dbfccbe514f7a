package stampede.monitor;

import java.security.Principal;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.test.context.TestComponent;

/** Remembers what was written down, for tests to look into. */
@TestComponent
class RecordedAudit implements MonitorAudit {

    private final List<Row> rows = new CopyOnWriteArrayList<>();

    @Override
    public boolean run(
            @Nullable Principal who, String action, String subject, String detail, Supplier<Optional<Change>> work) {
        var changed = work.get();
        changed.ifPresent(change -> write(who, action, subject));
        return changed.isPresent();
    }

    @Override
    public long runCounting(@Nullable Principal who, String action, String subject, String detail, LongSupplier work) {
        write(who, action, subject);
        var count = work.getAsLong();
        write(who, action, subject);
        return count;
    }

    long count(String action, String subject) {
        return rows.stream()
                .filter(row -> row.action().equals(action) && row.subject().equals(subject))
                .filter(row -> row.who().equals("a operator"))
                .count();
    }

    private void write(@Nullable Principal who, String action, String subject) {
        rows.add(new Row(who == null ? "" : who.getName(), action, subject));
    }

    private record Row(String who, String action, String subject) {}
}
