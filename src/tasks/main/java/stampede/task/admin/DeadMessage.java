package stampede.task.admin;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A dead task's message as it came.
 *
 * @param headers as on the wire
 * @param body not to be changed
 */
@SuppressWarnings("ArrayRecordComponent") // shown or downloaded once, never compared
public record DeadMessage(Map<String, @Nullable Object> headers, byte[] body) {}
