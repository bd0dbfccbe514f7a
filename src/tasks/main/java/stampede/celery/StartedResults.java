package stampede.celery;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import stampede.task.TaskState;
import stampede.task.spi.TaskObserver;
import stampede.task.spi.TaskStep;
import tools.jackson.databind.json.JsonMapper;

/** Lets Celery's clients see that their task runs, if that is wanted: it costs a round trip to Redis each time. */
class StartedResults implements TaskObserver {

    private static final Logger log = LoggerFactory.getLogger(StartedResults.class);

    private final ResultBackend results;
    private final ResultFormat format;
    private final CeleryProperties properties;
    private final JsonMapper json;

    StartedResults(ResultBackend results, ResultFormat format, CeleryProperties properties, JsonMapper json) {
        this.results = results;
        this.format = format;
        this.properties = properties;
        this.json = json;
    }

    @Override
    public void observe(TaskStep step) {
        if (!properties.trackStarted() || step.state() != TaskState.STARTED || !CeleryRequest.isOne(step.message())) {
            return;
        }
        var request = CeleryRequest.of(step.message(), json);
        if (request.wantsResult()) {
            try {
                results.note(request.clientsId(), format.started(request), request.isReplayed());
            } catch (DataAccessException away) {
                log.debug("That {} runs is not told", request.id(), away);
            }
        }
    }
}
