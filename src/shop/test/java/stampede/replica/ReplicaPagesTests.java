package stampede.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import stampede.LocalAlipayProperties;
import stampede.Stampede;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;
import stampede.testing.FaultyLine;
import stampede.testing.MainClassesOnly;

/** A whole shop and a replica of it that never catches up, by a line on which things go wrong. */
class ReplicaPagesTests {

    private static final String PRIMARY = "stampede_replica_shop";
    private static final String ENGINE = "replicated";
    private static final String PAYMENTS = "/console/payments";
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static ReplicaSchema primary;
    private static ReplicaSchema replica;
    private static FaultyLine line;
    private static ConfigurableApplicationContext shop;
    private static ConsoleBrowser operator;

    @BeforeAll
    static void start() {
        primary = ReplicaSchema.empty(PRIMARY);
        replica = ReplicaSchema.empty("stampede_replica_copy");
        line = FaultyLine.to(
                URI.create(replica.url("").substring("jdbc:".length())).getPort());
        shop = new SpringApplicationBuilder(Stampede.class)
                .initializers(new MainClassesOnly(), new LocalAlipayProperties())
                .profiles("development")
                .registerShutdownHook(false)
                .run(
                        "--server.port=0",
                        "--spring.main.banner-mode=off",
                        "--stampede.task.prefix=" + ENGINE,
                        "--stampede.management.token=the-suites-management-token",
                        "--STAMPEDE_DB_URL=" + primary.url(""),
                        "--STAMPEDE_DB_REPLICA_URL=" + replica.url("").replaceFirst(":\\d+/", ":" + line.port() + "/"),
                        "--STAMPEDE_REDIS_URL=" + ReplicaSchema.env("STAMPEDE_REDIS_URL") + "/8");
        operator = new ConsoleBrowser(
                port(),
                shop.getBean(PageCookies.class),
                shop.getBean(Accounts.class).ensure("replica-operator", "a long enough password", Role.OPERATOR));
        replica.copy(PRIMARY);
        pay(primary, "T-PRIMARY");
        pay(replica, "T-REPLICA");
    }

    @AfterAll
    static void stop() {
        shop.close();
        line.close();
        replica.drop();
        primary.drop();
    }

    @BeforeEach
    void isYoung() {
        isBehind(4, "UP");
    }

    @Test
    void aPageFromTheReplicaSaysSoInBothLanguagesAndAFileInAHeader() {
        assertThat(operator.read(PAYMENTS))
                .contains("T-REPLICA", "Read from a copy of the database")
                .doesNotContain("T-PRIMARY");
        assertThat(operator.open(PAYMENTS, "Accept-Language", "zh-CN").body()).contains("数据来自数据库副本");

        var file = operator.open(PAYMENTS + ".csv");
        assertThat(file.body()).contains("T-REPLICA").doesNotContain("T-PRIMARY", "copy of the database");
        assertThat(file.headers().firstValueAsLong("Stampede-Data-Age").orElseThrow())
                .isBetween(4L, 12L);
    }

    @Test
    void aPageOfNowSaysNothing() {
        assertThat(operator.read("/console/settings")).contains("desk-page").doesNotContain("copy of the database");
        assertThat(operator.open("/console/orders/1").headers().firstValue("Stampede-Data-Age"))
                .isEmpty();
    }

    @Test
    void reportsAreReadFromTheReplicaToo() {
        for (var page : new String[] {
            "/console/orders",
            "/console/payments/refunds",
            "/console/payments/notifications",
            "/console/settlements",
            "/console/compensations",
            "/console/reports/sales",
            "/console/reports/weeks"
        }) {
            var answer = operator.open(page);
            assertThat(answer.statusCode()).as(page).isEqualTo(200);
            assertThat(answer.body()).as(page).contains("Read from a copy of the database");
        }
    }

    @Test
    void aReplicaThatIsFarBehindIsNotAskedAndHealthAndFiguresSaySo() throws Exception {
        isBehind(60, "OLD");

        var page = operator.open(PAYMENTS);
        assertThat(page.body()).contains("T-PRIMARY").doesNotContain("T-REPLICA", "copy of the database");
        assertThat(page.headers().firstValue("Stampede-Data-Age")).isEmpty();
        assertThat(actuator("prometheus").lines().filter(text -> text.startsWith("stampede_replica_age_seconds")))
                .singleElement()
                .satisfies(text -> assertThat(Double.parseDouble(text.substring(text.lastIndexOf(' '))))
                        .isGreaterThanOrEqualTo(60));
        assertThat(actuator("health")).startsWith("{\"components\"").doesNotContain("\"status\":\"DOWN\"");
        assertThat(actuator("health/readiness")).contains("\"UP\"").doesNotContain("replica");
    }

    @Test
    void whoeverHasDoneSomethingSeesItInTheLists() {
        var act = operator.post("/console/settings", "/console/settings/none", Map.of());
        assertThat(act.headers().allValues("Set-Cookie"))
                .anySatisfy(cookie -> assertThat(cookie).startsWith("acted=1; Path=/console; Max-Age=15"));

        assertThat(operator.open(PAYMENTS, "Cookie", "acted=1").body())
                .contains("T-PRIMARY")
                .doesNotContain("T-REPLICA");
    }

    @Test
    void aReplicaThatIsGoneHoldsNoPageUp() {
        line.cut();
        try {
            for (int page = 0; page < 3; page++) {
                var before = System.nanoTime();
                assertThat(operator.read(PAYMENTS)).contains("T-PRIMARY");
                assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
            }
        } finally {
            line.mend();
        }
        isBehind(4, "UP");
        assertThat(operator.read(PAYMENTS)).contains("T-REPLICA");
    }

    private static int port() {
        return shop.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    /** Returns when the shop knows. */
    private static void isBehind(int seconds, String health) {
        replica.isBehind(ENGINE, seconds);
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(actuator("health/replica")).contains('"' + health + '"'));
    }

    private static void pay(ReplicaSchema schema, String trade) {
        schema.sql()
                .sql(
                        "insert into payment (trade_no, order_id, amount_fen, state, received_at_ms) values (:trade, 1, 1, 'ORPHAN', 1)")
                .param("trade", trade)
                .update();
    }

    private static String actuator(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port() + "/actuator/" + path))
                .header("Authorization", "Bearer the-suites-management-token")
                .build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}
