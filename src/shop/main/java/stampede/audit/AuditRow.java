package stampede.audit;

import java.time.Instant;
import java.util.Optional;

/**
 * A row of the audit log.
 *
 * @param before what it was; several fields are a line each. Empty in rows of old releases
 * @param after what it became
 * @param reason in the words of whoever did it; empty where none was asked for
 * @param address where the request came from, if it was one
 */
public record AuditRow(
        long id,
        Instant at,
        String who,
        String action,
        String subject,
        String before,
        String after,
        String detail,
        String reason,
        Optional<String> address,
        Optional<String> trace) {}
