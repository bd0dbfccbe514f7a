package stampede.alert;

import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where a rule gets what it judges.
 *
 * @param rule the rule
 * @param read finds what is bad now; empty, or an exception, if that is not known, which is never taken for good
 */
public record AlertSource(AlertRule rule, Supplier<Optional<List<AlertFinding>>> read) {}
