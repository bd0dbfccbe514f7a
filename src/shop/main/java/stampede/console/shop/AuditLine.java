package stampede.console.shop;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import stampede.audit.AuditRow;

/**
 * A row of the audit log as the page shows it.
 *
 * @param page where its subject is looked at, if there is such a page
 */
public record AuditLine(AuditRow row, Optional<String> page) {

    /** What a subject begins with, and where such things are. */
    private static final Map<String, String> PAGES = Map.of(
            "offer", "/console/offers/",
            "order", "/console/orders/",
            "refund", "/console/payments/refunds/",
            "product", "/console/products/",
            "day", "/console/payments/days/",
            "task", "/console/tasks/",
            "workflow", "/console/tasks/workflow?id=",
            "dead", "/console/tasks/dead/",
            "queue", "/console/tasks/queues/one?queue=");

    private static final Pattern SUBJECT = Pattern.compile("([a-z]+):([A-Za-z0-9._-]+)");

    static AuditLine of(AuditRow row) {
        var subject = SUBJECT.matcher(row.subject());
        return new AuditLine(
                row,
                subject.matches()
                        ? Optional.ofNullable(PAGES.get(subject.group(1))).map(page -> page + subject.group(2))
                        : Optional.empty());
    }
}
