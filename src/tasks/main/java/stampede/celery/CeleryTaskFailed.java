package stampede.celery;

import stampede.task.TaskId;

/** A task of Celery's has failed or was revoked. */
public final class CeleryTaskFailed extends RuntimeException {

    private final String type;
    private final String remoteTraceback;

    CeleryTaskFailed(TaskId id, String type, String message, String remoteTraceback) {
        super("Celery's task %s failed: %s: %s".formatted(id, type, message));
        this.type = type;
        this.remoteTraceback = remoteTraceback;
    }

    /** The class of Python's exception, such as {@code ValueError}, without its module; {@code TaskRevokedError} if it was revoked. */
    public String type() {
        return type;
    }

    /** As Python wrote it; blank if there is none. */
    public String remoteTraceback() {
        return remoteTraceback;
    }
}
