package stampede.celery;

import java.util.List;
import java.util.Optional;
import stampede.task.TaskId;
import stampede.task.spi.ForeignQueues;
import stampede.task.spi.TaskHeaders;
import stampede.task.spi.TaskMessage;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** A message that Celery sent, seen by what it wants to happen when its task has ended. */
record CeleryRequest(TaskMessage message, JsonNode embed) {

    /** On a task that Celery's own worker ran: all that is Celery's business is done. */
    static final String ELSEWHERE = "x-task-elsewhere";

    private static final int EMBED = 2;
    private static final int LONGEST_ID = 4096;

    /** Whether somebody who speaks Celery waits for this one; the engine's own tasks say that they are Java's. */
    static boolean isOne(TaskMessage message) {
        return message.queue().startsWith(ForeignQueues.PREFIX)
                || message.header(TaskHeaders.LANGUAGE).filter("py"::equals).isPresent();
    }

    static CeleryRequest of(TaskMessage message, JsonMapper json) {
        try {
            return new CeleryRequest(message, json.readTree(message.body()).path(EMBED));
        } catch (JacksonException nonsense) {
            return new CeleryRequest(message, MissingNode.getInstance());
        }
    }

    TaskId id() {
        return message.id();
    }

    /** The id that Celery's client waits for. The engine knows a task by another one if that is too long or otherwise no id here. */
    String clientsId() {
        return header("id")
                .filter(id -> id.length() <= LONGEST_ID)
                .orElseGet(() -> message.id().value());
    }

    String root() {
        return message.root();
    }

    boolean wantsResult() {
        return !Boolean.TRUE.equals(message.headers().get("ignore_result"));
    }

    /** Whether it was brought back from the dead, so that a result may follow a failure. */
    boolean isReplayed() {
        return message.headers().get(TaskHeaders.REPLAYS) instanceof Number replays && replays.intValue() > 0;
    }

    Optional<String> group() {
        return header("group");
    }

    Optional<String> parent() {
        return header(TaskHeaders.PARENT);
    }

    List<CelerySignature> callbacks() {
        return CelerySignature.listOf(embed.get("callbacks"));
    }

    List<CelerySignature> errbacks() {
        return CelerySignature.listOf(embed.get("errbacks"));
    }

    /** What is left of the chain it is in; the last one is the next. */
    List<CelerySignature> chain() {
        return CelerySignature.listOf(embed.get("chain"));
    }

    /** The end of the chord it is in. */
    List<CelerySignature> chord() {
        return CelerySignature.listOf(embed.get("chord"));
    }

    private Optional<String> header(String name) {
        return message.header(name).filter(value -> !value.isBlank());
    }
}
