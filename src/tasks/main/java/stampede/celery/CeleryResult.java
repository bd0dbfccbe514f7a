package stampede.celery;

import stampede.task.TaskState;
import tools.jackson.databind.JsonNode;

/** What a worker of Celery's has written down about a task. */
record CeleryResult(JsonNode json) {

    static final String STARTED = "STARTED";
    static final String SUCCESS = "SUCCESS";
    static final String FAILURE = "FAILURE";
    static final String RETRY = "RETRY";
    static final String REVOKED = "REVOKED";

    /** States of one's own making, which Celery allows, are steps on the way. */
    TaskState state() {
        return switch (json.path("status").asString("")) {
            case SUCCESS -> TaskState.SUCCESS;
            case FAILURE -> TaskState.FAILURE;
            case REVOKED -> isExpired() ? TaskState.EXPIRED : TaskState.CANCELLED;
            case RETRY -> TaskState.RETRY;
            case "PENDING", "RECEIVED" -> TaskState.PENDING;
            default -> TaskState.STARTED;
        };
    }

    private boolean isExpired() {
        return message().equals("expired");
    }

    JsonNode result() {
        return json.path("result");
    }

    /** The class of Python's exception. */
    String type() {
        return result().path("exc_type").asString("Exception");
    }

    /** Python's exceptions have a list of arguments; mostly it is one text. */
    String message() {
        var message = result().path("exc_message");
        return message.size() == 1 && message.get(0).isString()
                ? message.get(0).stringValue()
                : message.isString() ? message.stringValue() : message.toString();
    }

    /** As Python wrote it; blank if there is none. */
    String traceback() {
        return json.path("traceback").asString("");
    }
}
