package stampede.celery;

import java.util.regex.Pattern;
import stampede.task.spi.KnownTasks;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An error as Celery writes it down. A client that has no class of that name makes one, so that a Java exception is raised in Python
 * under its own name.
 */
record RemoteError(String type, String message, String module) {

    static final RemoteError REVOKED = new RemoteError("TaskRevokedError", "revoked", "celery.exceptions");
    static final RemoteError EXPIRED = new RemoteError("TaskRevokedError", "expired", "celery.exceptions");

    /** What the engine itself says of a task that it did not even run. */
    private static final String REJECTED = "TaskRejected";

    private static final Pattern THROWN = Pattern.compile(
            "(?s)^([a-zA-Z_][\\w.]*)\\.([a-zA-Z_$][\\w$]*)(?:: (.*?))?(?:\\R[ \\t]++at .*|\\R[ \\t]*+Caused by: .*|\\R?)$");

    /** @param text a stack trace, perhaps cut off, or a sentence */
    static RemoteError of(String text) {
        if (text.startsWith(KnownTasks.UNKNOWN)) {
            return new RemoteError("NotRegistered", text.substring(KnownTasks.UNKNOWN.length()), "celery.exceptions");
        }
        var thrown = THROWN.matcher(text);
        if (!thrown.matches()) {
            return new RemoteError(REJECTED, text, "stampede");
        }
        var type = thrown.group(2);
        var message = thrown.group(3);
        return new RemoteError(
                type.substring(type.lastIndexOf('$') + 1), message == null ? "" : message, thrown.group(1));
    }

    ObjectNode json() {
        var json = JsonNodeFactory.instance.objectNode();
        json.put("exc_type", type);
        json.putArray("exc_message").add(message);
        json.put("exc_module", module);
        return json;
    }
}
