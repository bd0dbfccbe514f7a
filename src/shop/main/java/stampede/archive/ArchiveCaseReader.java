package stampede.archive;

import java.nio.charset.StandardCharsets;
import org.springframework.stereotype.Component;
import stampede.history.TaskHistory;
import stampede.inquiry.PurchaseHistory;
import stampede.inquiry.PurchaseStepReader;
import stampede.refusal.RefusalException;
import stampede.task.admin.DeadTask;
import stampede.task.admin.DeadTasks;
import stampede.task.spi.TaskPayloads;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Gathers all that is known of one dead task. */
@Component
public class ArchiveCaseReader {

    /** Longer ones are cut: nobody reads on, and a page has to stay a page. */
    private static final int MOST_OF_PAYLOAD = 20_000;

    private final Archive archive;
    private final DeadTasks dead;
    private final TaskPayloads payloads;
    private final TaskHistory history;
    private final PurchaseStepReader purchases;
    private final Prospects prospects;
    private final JsonMapper json;

    ArchiveCaseReader(
            Archive archive,
            DeadTasks dead,
            TaskPayloads payloads,
            TaskHistory history,
            PurchaseStepReader purchases,
            Prospects prospects,
            JsonMapper json) {
        this.archive = archive;
        this.dead = dead;
        this.payloads = payloads;
        this.history = history;
        this.purchases = purchases;
        this.prospects = prospects;
        this.json = json;
    }

    /**
     * One of them.
     *
     * @throws RefusalException {@link ArchiveRefusal#NO_SUCH_DEAD_TASK}
     */
    public ArchiveCase read(long id) {
        var task = archive.find(id);
        var kept = dead.find(id).orElseThrow(() -> new RefusalException(ArchiveRefusal.NO_SUCH_DEAD_TASK));
        var purchase = task.order().map(purchases::of).filter(PurchaseHistory::known);
        return new ArchiveCase(
                task,
                kept.error(),
                payload(kept),
                history.attempts(task.taskId()),
                purchase,
                prospects.of(task, purchase),
                archive.notes(id));
    }

    private String payload(DeadTask kept) {
        var text = pretty(payloads.readable(kept.name(), kept.body().getBytes(StandardCharsets.UTF_8)));
        return text.length() > MOST_OF_PAYLOAD ? text.substring(0, MOST_OF_PAYLOAD) + " …" : text;
    }

    private String pretty(String text) {
        try {
            return json.writerWithDefaultPrettyPrinter().writeValueAsString(json.readTree(text));
        } catch (JacksonException unreadable) {
            return text;
        }
    }
}
