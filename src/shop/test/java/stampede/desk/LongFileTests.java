package stampede.desk;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.testing.NumberTable;
import stampede.testing.Proof;
import stampede.token.JwtCodec;
import stampede.token.TokenPurpose;

/**
 * Files of 200,000 rows, downloaded over HTTP from a shop that goes on with everything else: its heap does not grow with them. Best alone
 * in its process, for what others hold is counted as well.
 */
@Tag(Proof.WHOLE)
@StampedeTest
class LongFileTests {

    private static final int THERE = CsvDownload.MOST_ROWS + 500;
    private static final int LOOK_EVERY = CsvDownload.MOST_ROWS / 20;
    private static final long MOST_HEAP = 64L << 20;

    /** Nobody else's: orders of 2041, of an offer of 2001, which no catalogue reads any more. */
    private static final long FIRST_ORDER =
            Ids.firstOf(Instant.parse("2041-01-01T00:00:00Z").toEpochMilli());

    private static final long OFFER = 930_000_000_000L;
    private static final long OPENED_MS = Instant.parse("2001-01-01T00:00:00Z").toEpochMilli();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JwtCodec tokens;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private final HttpClient http = HttpClient.newHttpClient();
    private SignedIn seller;

    @BeforeEach
    void sell() {
        forget();
        seller = accounts.ensure("f" + ids.next(), "a long enough password", Role.SELLER);
        jdbc.update("insert into slot (id, opens_ms, closes_ms) values (?, ?, ?)", OFFER, OPENED_MS, OPENED_MS + 1);
        jdbc.update("""
                insert into product (id, seller_id, name, description_html, picture, list_price_fen, version)
                values (?, ?, '青瓷茶壶, "celadon"', '', '', 1, 0)
                """, OFFER, seller.id().value());
        jdbc.update("""
                insert into offer (id, slot_id, product_id, price_fen, allotment, limit_per_shopper, version)
                values (?, ?, ?, 1, 1, 1, 0)
                """, OFFER, OFFER, OFFER);
        jdbc.update("""
                insert into orders (id, offer_id, shopper_id, product_name, units, unit_price_fen, total_fen, status, address,
                                    holds_units, reserved_at_ms, placed_at_ms, expires_at_ms, paid_at_ms)
                select ? + (seq << 22), ?, 1, '青瓷茶壶, "celadon"', 1, 990, 990, 'FINISHED', '', 0, 1, 1, 1, 1 from %s
                """.formatted(NumberTable.upTo(THERE)), FIRST_ORDER, OFFER);
        jdbc.update("""
                insert into operator_audit (at_ms, who, action, subject, value_before, value_after, detail)
                select 1, 'operator:0', 'LONG_FILE', concat('order:', seq), 'open', 'closed', '=1+1' from %s
                """.formatted(NumberTable.upTo(THERE)));
    }

    @AfterEach
    void forget() {
        jdbc.update("delete from orders where offer_id = ?", OFFER);
        jdbc.update("delete from offer where id = ?", OFFER);
        jdbc.update("delete from product where id = ?", OFFER);
        jdbc.update("delete from slot where id = ?", OFFER);
        jdbc.update("delete from operator_audit where who = 'operator:0' and action = 'LONG_FILE'");
    }

    @Test
    void ordersOfOperatorsNeedLittleMemory() throws IOException, InterruptedException {
        needsLittleMemory(operator(), "/console/orders.csv");
    }

    @Test
    void ordersOfASellerNeedLittleMemory() throws IOException, InterruptedException {
        needsLittleMemory(seller, "/seller/orders.csv");
    }

    @Test
    void theAuditLogNeedsLittleMemory() throws IOException, InterruptedException {
        needsLittleMemory(operator(), "/console/audit.csv?who=operator:0");
    }

    private SignedIn operator() {
        return accounts.ensure("long-file-operator", "a long enough password", Role.OPERATOR);
    }

    /** The reader keeps no line, and each look makes the server wait: what is in use then is what the file needs. */
    private void needsLittleMemory(SignedIn who, String path) throws IOException, InterruptedException {
        var cookie = tokens.issue(who, TokenPurpose.PAGES, Duration.ofMinutes(30));
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Cookie", "stampede=" + cookie)
                .build();
        var before = heapInUse();
        var begun = System.nanoTime();
        var answer = http.send(request, BodyHandlers.ofInputStream());
        var most = 0L;
        var rows = 0;
        var last = "";
        try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
            for (var line = lines.readLine(); line != null; line = lines.readLine()) {
                last = line;
                rows++;
                if (rows % LOOK_EVERY == 0) {
                    most = Math.max(most, heapInUse() - before);
                }
            }
        }

        Proof.print(
                "%s: %d rows in %d ms, %.1f MB more of heap at most",
                path, rows - 2, (System.nanoTime() - begun) / 1_000_000, most / 1048576.0);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(rows).as("a head, the rows, and that there are more").isEqualTo(CsvDownload.MOST_ROWS + 2);
        assertThat(last).contains("Cut after 200000 rows");
        assertThat(most).isLessThan(MOST_HEAP);
    }

    private static long heapInUse() {
        System.gc();
        var runtime = Runtime.getRuntime();
        return runtime.totalMemory() - runtime.freeMemory();
    }
}
