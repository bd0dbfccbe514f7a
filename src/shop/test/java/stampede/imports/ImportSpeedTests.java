package stampede.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Scope;
import stampede.console.ConsoleBrowser;
import stampede.draft.DraftDesk;
import stampede.security.PageCookies;
import stampede.testing.Proof;

/** The largest file there may be. What its steps took is printed; the promise of a minute is for two cores with nothing else to do. */
@StampedeTest
@Tag(Proof.WHOLE)
class ImportSpeedTests {

    private static final int ROWS = 5_000;
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    @LocalServerPort
    private int port;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Imports imports;

    @Autowired
    private TakeBacks takeBacks;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private JdbcTemplate jdbc;

    @Test
    void fiveThousandProductsAreMadeWhileThePageAnswersAndAreTakenBack() {
        var seller = desk.seller();
        var browser = new ConsoleBrowser(port, cookies, seller);
        var file = "sku,name_zh,name_en,list_price,description_zh\n"
                + IntStream.range(0, ROWS)
                        .mapToObj(i -> "S-" + i + ",茶壶 " + i + ",Teapot " + i + ",129.90,手工拉坯\n")
                        .collect(Collectors.joining());

        var began = System.nanoTime();
        var batch = imports.read(seller, "products", "products.csv", file.getBytes(UTF_8));
        say("read and looked at", began);
        var page = "/seller/imports/" + batch.id();
        began = System.nanoTime();
        imports.apply(seller, batch.id(), false);
        var slowest = new long[1];
        await().atMost(PATIENCE).pollInterval(Duration.ofMillis(500)).until(() -> {
            var asked = System.nanoTime();
            assertThat(browser.open(page).statusCode()).isEqualTo(200);
            slowest[0] = Math.max(slowest[0], System.nanoTime() - asked);
            return imports.find(Scope.of(seller), batch.id()).state() == ImportBatch.State.APPLIED;
        });
        say("applied", began);
        System.out.printf("  its page took at most %d ms meanwhile%n", slowest[0] / 1_000_000);
        assertThat(products(seller.id().value())).isEqualTo(ROWS);
        assertThat(imports.count(batch).done()).isEqualTo(ROWS);

        began = System.nanoTime();
        assertThat(takeBacks.look(imports.find(Scope.of(seller), batch.id())).can())
                .isEqualTo(ROWS);
        say("looked at before it is taken back", began);
        began = System.nanoTime();
        takeBacks.begin(seller, batch.id(), "A test of speed");
        await().atMost(PATIENCE)
                .until(() -> imports.find(Scope.of(seller), batch.id()).state() == ImportBatch.State.TAKEN_BACK);
        say("taken back", began);
        assertThat(products(seller.id().value())).isZero();
    }

    private int products(long seller) {
        return Objects.requireNonNull(
                jdbc.queryForObject("select count(*) from product where seller_id = ?", Integer.class, seller));
    }

    private static void say(String what, long began) {
        System.out.printf("  %,d products: %s in %.1f s%n", ROWS, what, (System.nanoTime() - began) / 1e9);
    }
}
