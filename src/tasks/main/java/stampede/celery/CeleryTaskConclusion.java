package stampede.celery;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.celery.SignatureSender.After;
import stampede.task.TaskId;
import stampede.task.TaskState;
import stampede.task.spi.AttemptEnd;
import stampede.task.spi.TaskConclusion;
import stampede.task.spi.TaskStep;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Does what Celery's worker does when a task of Celery's has ended: sends what follows on it and writes down the result, in this
 * order, so that nobody sees a result whose children are still to come. Is told last, because what Redis has is not rolled back. What follows is sent through the outbox, because a queue that
 * is missing must not keep a finished task from being acknowledged.
 */
class CeleryTaskConclusion implements TaskConclusion {

    private final SignatureSender sender;
    private final ResultBackend results;
    private final ResultFormat format;
    private final ChordCounter chords;
    private final TransactionTemplate transaction;
    private final JsonMapper json;

    CeleryTaskConclusion(
            SignatureSender sender,
            ResultBackend results,
            ResultFormat format,
            ChordCounter chords,
            TransactionTemplate transaction,
            JsonMapper json) {
        this.sender = sender;
        this.results = results;
        this.format = format;
        this.chords = chords;
        this.transaction = transaction;
        this.json = json;
    }

    @Override
    public void conclude(List<TaskStep> ends) {
        for (var end : ends) {
            if (CeleryRequest.isOne(end.message()) && !end.message().headers().containsKey(CeleryRequest.ELSEWHERE)) {
                conclude(end, CeleryRequest.of(end.message(), json));
            }
        }
    }

    @Override
    public boolean needsTransaction(TaskStep end) {
        return CeleryRequest.isOne(end.message());
    }

    private void conclude(TaskStep end, CeleryRequest request) {
        var children = follow(end, request);
        if (request.wantsResult()) {
            results.store(request.clientsId(), format.of(end, request, children), request.isReplayed());
        }
        if (end.state().isFinal()) {
            countInItsChord(end, request);
            if (end.state() != TaskState.SUCCESS) {
                failTheRest(end, request);
            }
        }
    }

    private List<JsonNode> follow(TaskStep end, CeleryRequest request) {
        var following = switch (end.state()) {
            case SUCCESS -> !request.callbacks().isEmpty() || !request.chain().isEmpty();
            case FAILURE -> !request.errbacks().isEmpty();
            case PENDING, SCHEDULED, STARTED, RETRY, CANCELLED, EXPIRED -> false;
        };
        if (!following) {
            return List.of();
        }
        var children = transaction.execute(
                status -> end.state() == TaskState.SUCCESS ? callBack(end, request) : callBackInVain(request));
        return children == null ? List.of() : children;
    }

    private List<JsonNode> callBack(TaskStep end, CeleryRequest request) {
        var after = new After(request.id(), request.root());
        var returned = returned(end);
        var children = new ArrayList<JsonNode>();
        request.callbacks()
                .forEach(callback ->
                        sender.send(callback, after, returned, List.of()).ifPresent(children::add));
        var chain = request.chain();
        if (!chain.isEmpty()) {
            var rest = chain.subList(0, chain.size() - 1);
            sender.send(chain.get(chain.size() - 1), after, returned, rest).ifPresent(children::add);
        }
        return children;
    }

    /** Celery gives an error callback, when it runs elsewhere, the id of the task that failed. */
    private List<JsonNode> callBackInVain(CeleryRequest request) {
        var after = new After(request.id(), request.root());
        var id = JsonNodeFactory.instance.stringNode(request.id().value());
        request.errbacks().forEach(errback -> sender.send(errback, after, id, List.of()));
        return List.of();
    }

    /** Whoever waits for the end of a chain or a chord would wait for ever. */
    private void failTheRest(TaskStep end, CeleryRequest request) {
        var error = errorOf(end);
        request.chain().stream()
                .flatMap(CelerySignature::ids)
                .forEach(id -> results.store(id.value(), format.neverSent(id, error, end.at()), request.isReplayed()));
        for (var unsent : request.chain()) {
            CelerySignature.listOf(unsent.option("chord"))
                    .forEach(body -> count(
                            unsent.textOption("group_id"),
                            unsent.id().map(TaskId::value).orElse(""),
                            unsent.option("group_index"),
                            end,
                            request,
                            body));
        }
    }

    private static RemoteError errorOf(TaskStep end) {
        return end.state() == TaskState.FAILURE
                ? RemoteError.of(ResultFormat.errorOf(end))
                : end.state() == TaskState.EXPIRED ? RemoteError.EXPIRED : RemoteError.REVOKED;
    }

    private void countInItsChord(TaskStep end, CeleryRequest request) {
        var place = json.valueToTree(request.message().headers().get("group_index"));
        request.chord().forEach(body -> count(request.group(), request.clientsId(), place, end, request, body));
    }

    private void count(
            Optional<String> group,
            String id,
            JsonNode place,
            TaskStep end,
            CeleryRequest request,
            CelerySignature body) {
        if (group.isEmpty()) {
            return;
        }
        var good = end.state() == TaskState.SUCCESS;
        chords.countEnd(new ChordCounter.Part(
                group.get(),
                id,
                place.isIntegralNumber() && place.canConvertToLong() ? place.toString() : "+inf",
                good ? CeleryResult.SUCCESS : CeleryResult.FAILURE,
                good ? returned(end) : errorOf(end).json(),
                body,
                new After(request.id(), request.root()),
                end.at()));
    }

    private JsonNode returned(TaskStep end) {
        return end.run().flatMap(AttemptEnd::result).map(json::readTree).orElseGet(JsonNodeFactory.instance::nullNode);
    }
}
