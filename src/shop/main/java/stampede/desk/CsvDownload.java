package stampede.desk;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;
import org.springframework.http.HttpStatus;
import org.springframework.stereotype.Component;
import org.springframework.web.server.ResponseStatusException;
import stampede.site.ShopTimes;

/**
 * Sends all rows of a list as a file, a few at a time on each node. Rows are written as they are read, so its memory does not grow with
 * them.
 */
@Component
public class CsvDownload {

    /** More than a spreadsheet is pleasant with; the last line says if a list is longer. */
    public static final int MOST_ROWS = 200_000;

    private static final int MOST_AT_ONCE = 2;
    private static final DateTimeFormatter NAMED = DateTimeFormatter.ofPattern("yyyyMMdd-HHmm");

    private final ShopTimes times;
    private final Semaphore free = new Semaphore(MOST_AT_ONCE);

    CsvDownload(ShopTimes times) {
        this.times = times;
    }

    /**
     * Writes the file.
     *
     * @param name what it is of, such as {@code audit}
     * @param header the first line
     * @param rows passes on the cells of at most so many rows, and answers whether those were all
     * @throws ResponseStatusException 503 if others are being sent
     */
    public void send(HttpServletResponse response, String name, List<String> header, Rows rows) throws IOException {
        begin(response, name, "csv", "text/csv");
        try {
            var csv = new CsvWriter(response.getWriter());
            csv.line(header.toArray());
            if (!rows.forEach(MOST_ROWS, csv::line)) {
                csv.line("Cut after " + MOST_ROWS + " rows");
            }
        } finally {
            free.release();
        }
    }

    /**
     * Writes a file of JSON, an object in each line.
     *
     * @param name what it is of, such as {@code archive}
     * @param lines passes on at most so many objects, as JSON without line ends, and answers whether those were all
     * @throws ResponseStatusException 503 if others are being sent
     */
    public void sendJson(HttpServletResponse response, String name, Lines lines) throws IOException {
        begin(response, name, "jsonl", "application/x-ndjson");
        try {
            var writer = response.getWriter();
            if (!lines.forEach(MOST_ROWS, line -> writer.append(line).append('\n'))) {
                writer.append("{\"cutAfter\":" + MOST_ROWS + "}\n");
            }
        } finally {
            free.release();
        }
    }

    private void begin(HttpServletResponse response, String name, String suffix, String type) {
        if (!free.tryAcquire()) {
            response.setHeader("Retry-After", "10");
            throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, "Other files are being sent. Try again.");
        }
        var file = "stampede-" + name + "-" + NAMED.format(times.at(times.now())) + "." + suffix;
        response.setContentType(type);
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        response.setHeader("Content-Disposition", "attachment; filename=\"" + file + "\"");
    }

    /** Where the lines come from. */
    public interface Lines {

        /** Passes on at most so many, and answers whether those were all. */
        boolean forEach(int most, Consumer<String> line);
    }

    /** Where the rows come from. */
    public interface Rows {

        /** Passes on at most so many, and answers whether those were all. */
        boolean forEach(int most, Consumer<Object[]> row);
    }
}
