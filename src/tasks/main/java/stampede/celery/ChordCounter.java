package stampede.celery;

import java.time.Instant;
import java.util.List;
import org.springframework.transaction.support.TransactionTemplate;
import stampede.celery.SignatureSender.After;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Counts the header tasks of chords that end here, in the sets where Celery's own workers count theirs, so that either may have the last
 * one. Whoever has it sends the body.
 */
class ChordCounter {

    private static final int STATE = 2;
    private static final int RESULT = 3;

    private final ResultBackend results;
    private final ResultFormat format;
    private final SignatureSender sender;
    private final TransactionTemplate transaction;
    private final JsonMapper json;

    ChordCounter(
            ResultBackend results,
            ResultFormat format,
            SignatureSender sender,
            TransactionTemplate transaction,
            JsonMapper json) {
        this.results = results;
        this.format = format;
        this.sender = sender;
        this.transaction = transaction;
        this.json = json;
    }

    /** A header task has ended. Told twice, it counts once. */
    void countEnd(Part part) {
        var end = json.createArrayNode().add(1).add(part.id()).add(part.state()).add(part.result());
        var all = results.countChord(part.group(), json.writeValueAsString(end), part.place());
        if (all.isEmpty()) {
            return;
        }
        if (results.isNestedGroup(part.group())) {
            fail(
                    part,
                    "Its header has groups within, and the last of it ended in Java, where only plain tasks are put together");
        } else {
            finish(part, all.stream().map(json::readTree).toList());
        }
        results.forgetChord(part.group());
    }

    private void finish(Part part, List<JsonNode> ends) {
        var failed = ends.stream()
                .filter(end -> !end.path(STATE).asString("").equals(CeleryResult.SUCCESS))
                .findFirst();
        if (failed.isPresent()) {
            var error = new CeleryResult(JsonNodeFactory.instance
                    .objectNode()
                    .set("result", failed.get().path(RESULT)));
            fail(
                    part,
                    "Dependency %s raised %s('%s')"
                            .formatted(failed.get().path(1).asString(""), error.type(), error.message()));
            return;
        }
        var returned = json.createArrayNode();
        ends.forEach(end -> returned.add(end.path(RESULT)));
        transaction.executeWithoutResult(status -> sender.send(part.body(), part.after(), returned, List.of()));
    }

    private void fail(Part part, String why) {
        var error = new RemoteError("ChordError", why, "celery.exceptions");
        part.body().ids().forEach(id -> results.store(id.value(), format.neverSent(id, error, part.at()), false));
    }

    /**
     * @param group the header's id
     * @param place in the header; {@code +inf} if nobody said
     * @param body what comes when all have ended
     * @param after whose end it was
     */
    record Part(
            String group,
            String id,
            String place,
            String state,
            JsonNode result,
            CelerySignature body,
            After after,
            Instant at) {}
}
