package stampede.archive;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.stereotype.Component;
import stampede.desk.CsvDownload;
import stampede.listing.ListQuery;
import stampede.site.ShopTimes;
import tools.jackson.databind.json.JsonMapper;

/** The archive as a file: a table for spreadsheets, or an object a line for programs. Rows are written as they are read. */
@Component
public class ArchiveFile {

    private static final String NAME = "archive";

    private static final List<String> HEADER = List.of(
            "number", "task", "queue", "order", "offer", "seller", "orders", "fen", "error", "kind", "group", "tries",
            "died", "state", "decided", "by");

    private final ArchiveRepository tasks;
    private final CsvDownload download;
    private final ShopTimes times;
    private final JsonMapper json;

    ArchiveFile(ArchiveRepository tasks, CsvDownload download, ShopTimes times, JsonMapper json) {
        this.tasks = tasks;
        this.download = download;
        this.times = times;
        this.json = json;
    }

    /** All that match, as a table. Numbers carry a word before them: a spreadsheet would round nineteen digits. */
    public void csv(HttpServletResponse response, ListQuery query) throws IOException {
        download.send(
                response, NAME, HEADER, (most, line) -> tasks.forEach(query, most, task -> line.accept(cells(task))));
    }

    /** All that match, an object a line. */
    public void jsonLines(HttpServletResponse response, ListQuery query) throws IOException {
        download.sendJson(
                response,
                NAME,
                (most, line) ->
                        tasks.forEach(query, most, task -> line.accept(json.writeValueAsString(ArchiveLine.of(task)))));
    }

    private Object[] cells(ArchivedTask task) {
        return new Object[] {
            task.id(),
            task.name(),
            task.queue(),
            task.order().map(order -> "order:" + order).orElse(""),
            task.offer().map(offer -> "offer:" + offer).orElse(""),
            task.seller().map(seller -> "account:" + seller).orElse(""),
            task.orders(),
            task.stake().fen(),
            task.error(),
            task.errorType(),
            task.fingerprint().isEmpty() ? "" : "group:" + task.fingerprint(),
            task.attempts(),
            times.at(task.diedAt()).toOffsetDateTime(),
            task.state(),
            task.state().isDecided() ? times.at(task.changedAt()).toOffsetDateTime() : "",
            task.decidedBy().orElse("")
        };
    }
}
