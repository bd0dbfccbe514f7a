package stampede.archive;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.apache.commons.csv.CSVFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.api.ShopFixture;
import stampede.task.spi.QueueNames;
import stampede.testing.NumberTable;
import stampede.testing.Proof;
import tools.jackson.databind.json.JsonMapper;

/** The archive as a file: as long as it is, and the heap does not grow with it. */
@StampedeTest
class ArchiveFileTests {

    /** 100,000 with {@code -Dproof=full}. */
    private static final int ROWS = Proof.size(2_000, 100_000);

    private static final long MOST_HEAP = 64L << 20;

    @LocalServerPort
    private int port;

    @Autowired
    private ShopFixture fixture;

    @Autowired
    private JdbcTemplate sql;

    @Autowired
    private QueueNames names;

    private final HttpClient client = HttpClient.newHttpClient();

    /** Decided ones, so that nobody counts them among what waits. */
    @BeforeEach
    void bury() {
        forget();
        sql.update("""
                insert into task_dead (prefix, task_id, name, life, replays, content, queue, headers, body, error, error_type,
                                       fingerprint, attempts, status, died_ms, changed_ms)
                select ?, concat('file-', seq), 'archive.file', 0, 0, '', 'nowhere', '{}', '[[], {}, null]',
                       concat('=java.lang.IllegalStateException: "broken", ', seq, '\\n  at line 2'), 'IllegalStateException',
                       '0123456789abcdef', 4, 'DISCARDED', 1000, 1000
                  from %s
                """.formatted(NumberTable.upTo(ROWS)), names.prefix());
    }

    @AfterEach
    void forget() {
        sql.update("delete from task_dead where name = 'archive.file'");
    }

    @Test
    void hasALineForEachAndNothingRunsInASpreadsheet() throws Exception {
        var lines = new StringBuilder();
        var path = "/api/ops/archive.csv?task=archive.file";
        read(path, line -> lines.append(line).append('\n'));

        var table =
                CSVFormat.RFC4180.parse(new StringReader(lines.substring(1))).getRecords();
        assertThat(table).hasSize(ROWS + 1);
        assertThat(table.get(0).get(0)).isEqualTo("number");
        assertThat(table.get(1).get(8)).startsWith("'=java.lang").endsWith(", " + ROWS);
        assertThat(table.get(1).get(13)).isEqualTo("DISCARDED");

        var grown = read(path, line -> {});
        assertThat(grown).isLessThan(MOST_HEAP);
        Proof.print("archive.csv: %d rows, heap grew by %d KB meanwhile", ROWS, grown >> 10);
    }

    @Test
    void hasAnObjectInEachLine() throws Exception {
        var json = new JsonMapper();
        var count = new int[1];
        var grown = read("/api/ops/archive.jsonl?task=archive.file", line -> {
            var one = json.readTree(line);
            assertThat(one.path("id").isString()).isTrue();
            assertThat(one.path("task").asString()).isEqualTo("archive.file");
            assertThat(one.path("handled").asBoolean()).isTrue();
            count[0]++;
        });

        assertThat(count[0]).isEqualTo(ROWS);
        assertThat(grown).isLessThan(MOST_HEAP);
        Proof.print("archive.jsonl: %d lines, heap grew by %d KB meanwhile", ROWS, grown >> 10);
    }

    /** Answers by how much the heap in use grew at most, looked at while the server waits for its reader. */
    private long read(String path, Consumer<String> reader) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Authorization", "Bearer " + fixture.operator())
                .build();
        var before = Proof.isFull() ? heap() : 0;
        var grown = 0L;
        var rows = 0;
        var answer = client.send(request, BodyHandlers.ofInputStream());
        assertThat(answer.statusCode()).isEqualTo(200);
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                reader.accept(line);
                rows++;
                if (Proof.isFull() && rows % 10_000 == 0) {
                    grown = Math.max(grown, heap() - before);
                }
            }
        }
        return grown;
    }

    private static long heap() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
