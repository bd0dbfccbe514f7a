package stampede.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.ids.Ids;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.payment.PaidOrders;
import stampede.token.AccessTokenIssuer;

/** Files of parcels by the API: what they would do, what they do, and what is none of the sender's. */
@StampedeTest
class ImportApiTests {

    private static final String HEADING = "order,carrier,number\n";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private JdbcTemplate jdbc;

    @Autowired
    private Ids ids;

    private SignedIn seller;
    private ApiClient shop;

    @BeforeEach
    void signIn() {
        seller = accounts.ensure("s" + ids.next(), "a long enough password", Role.SELLER);
        shop = as(seller);
    }

    @Test
    void parcelsAreReadLookedAtAndSentAndTheSameFileChangesNothingThen() {
        var sent = sold();
        var unpaid = paidOrders.placed(paidOrders.open(1));
        sellBy(seller, unpaid);
        var file = HEADING + sent.id() + ",SF,SF1\n" + unpaid.id() + ",SF,SF2\n7.1E+17,SF,SF3\n";

        var read = read(file);

        assertThat(read.status()).isEqualTo(201);
        assertThat(read.header("Location")).isEqualTo("/api/v1/seller/imports/" + read.text("importId"));
        assertThat(read.text("state")).isEqualTo("CHECKED");
        assertThat(read.text("sha256")).matches("[0-9a-f]{64}");
        assertThat(counts(read)).containsExactly(1, 0, 0, 2, 0, 0);
        assertThat(paidOrders.until(sent, OrderStatus.PAID).shipment())
                .as("nothing is changed yet")
                .isEmpty();
        assertThat(problems(read))
                .containsExactly(
                        " Only a paid order is shipped. Look at where this one stands now.",
                        "order “7.1E+17” was shortened by a spreadsheet, and its last digits are lost. Format the column"
                                + " as text and copy the number again.");

        assertThat(apply(read, true).text("reason")).isEqualTo("NOT_ALL_CAN");
        assertThat(apply(read, false).status()).isEqualTo(202);
        awaitEnd(read);

        assertThat(counts(shop.get(path(read)))).containsExactly(1, 0, 0, 2, 1, 0);
        assertThat(paidOrders.until(sent, OrderStatus.SHIPPED).shipment())
                .get()
                .matches(shipment -> shipment.isBy("SF", "SF1"));
        assertThat(apply(read, false).text("reason")).isEqualTo("APPLIED_ALREADY");
        assertThat(counts(read(HEADING + sent.id() + ",SF,SF1\n"))).containsExactly(0, 0, 1, 0, 0, 0);
        assertThat(shop.get("/api/v1/seller/imports").body()).hasSize(2);
    }

    @Test
    void anothersOrdersAndImportsAreNotThere() {
        var order = sold();
        var mine = read(HEADING + order.id() + ",SF,SF1\n");
        var other = accounts.ensure("s" + ids.next(), "a long enough password", Role.SELLER);
        shop = as(other);

        var theirs = read(HEADING + order.id() + ",SF,SF1\n" + ids.next() + ",SF,SF1\n");

        assertThat(problems(theirs))
                .containsExactly(" There is no order by this number.", " There is no order by this number.");
        assertThat(List.of(
                        shop.get(path(mine)),
                        shop.get(path(mine) + "/rows"),
                        apply(mine, false),
                        shop.get("/api/v1/seller/imports/7"),
                        shop.get("/api/v1/seller/imports/x")))
                .allSatisfy(answer -> assertThat(answer.status()).isEqualTo(404));
        assertThat(shop.get("/api/v1/seller/imports").body()).hasSize(1);
    }

    @Test
    void operatorsMayNameTheSellerAndSeeAllImports() {
        var order = sold();
        var mine = read(HEADING + order.id() + ",SF,SF1\n");
        var operators = as(accounts.ensure("import-operator", "a long enough password", Role.OPERATOR));
        var file = "order,seller,carrier,number\n" + order.id() + "," + seller.username() + ",SF,SF1\n" + sold().id()
                + ",somebody,SF,SF2\n";

        var read = operators.postText("/api/ops/imports?kind=shipments", "text/csv", file);

        assertThat(read.status()).isEqualTo(201);
        assertThat(counts(read)).containsExactly(1, 0, 0, 1, 0, 0);
        assertThat(operators.get("/api/ops/imports/" + mine.text("importId")).status())
                .isEqualTo(200);
        assertThat(shop.get("/api/v1/seller/imports/" + read.text("importId")).status())
                .isEqualTo(404);
        assertThat(read("seller," + HEADING + "x," + order.id() + ",SF,SF1\n")
                        .body()
                        .at("/ignoredColumns/0")
                        .asString())
                .as("sellers have no such column")
                .isEqualTo("seller");
    }

    @Test
    void whatIsNoFileOfParcelsIsRefusedWithAPlace() {
        var missing = read("order,carrier\n1,SF\n");
        var open = read(HEADING + "1,SF,1\n2,\"SF,2\n");

        assertThat(missing.status()).isEqualTo(422);
        assertThat(missing.text("reason")).isEqualTo("MISSING_COLUMN");
        assertThat(missing.body().at("/errors/0/field").asString()).isEqualTo("number");
        assertThat(open.text("reason")).isEqualTo("OPEN_QUOTE");
        assertThat(open.body().at("/errors/0/field").asString()).isEqualTo("row 3");
        assertThat(shop.postText("/api/v1/seller/imports?kind=rockets", "text/csv", HEADING)
                        .text("reason"))
                .isEqualTo("NO_SUCH_KIND");
        assertThat(shop.post("/api/v1/seller/imports?kind=shipments", Map.of()).status())
                .isEqualTo(415);
        assertThat(shop.postText("/api/v1/seller/imports", "text/csv", HEADING).status())
                .isEqualTo(400);
    }

    @Test
    void aFileMayBeLongerThanOtherBodies() {
        var rows =
                IntStream.rangeClosed(1, 5_000).mapToObj(i -> i + ",SF,SF" + i).collect(Collectors.joining("\n"));

        assertThat(counts(read(HEADING + rows))).containsExactly(0, 0, 0, 5_000, 0, 0);
        assertThat(read(HEADING + rows + "\n7,SF,1").text("reason")).isEqualTo("TOO_MANY_ROWS");
        assertThat(read(HEADING + "x".repeat(2 * 1024 * 1024)).text("reason")).isEqualTo("FILE_TOO_LARGE");
    }

    private Order sold() {
        var order = paidOrders.paid(paidOrders.open(1));
        sellBy(seller, order);
        return order;
    }

    private void sellBy(SignedIn owner, Order order) {
        jdbc.update(
                "update product join offer on offer.product_id = product.id set product.seller_id = ? where offer.id = ?",
                owner.id().value(),
                order.offer().value());
    }

    private ApiClient as(SignedIn account) {
        return new ApiClient(port).as(tokens.issue(account));
    }

    private ApiClient.Answer read(String file) {
        return shop.postText("/api/v1/seller/imports?kind=shipments&fileName=parcels.csv", "text/csv", file);
    }

    private ApiClient.Answer apply(ApiClient.Answer read, boolean allOrNone) {
        return shop.post(path(read) + "/apply?allOrNone=" + allOrNone, Map.of());
    }

    private void awaitEnd(ApiClient.Answer read) {
        await().atMost(PATIENCE).until(() -> shop.get(path(read)).text("state").equals("APPLIED"));
    }

    private List<String> problems(ApiClient.Answer read) {
        return shop.get(path(read) + "/rows?state=CANNOT")
                .body()
                .valueStream()
                .map(row -> row.at("/problems/0"))
                .map(problem -> problem.path("column").asString() + " "
                        + problem.path("message").asString())
                .toList();
    }

    private static List<Integer> counts(ApiClient.Answer read) {
        var counts = read.body().path("counts");
        return List.of("created", "changed", "unchanged", "cannot", "done", "failed").stream()
                .map(name -> counts.path(name).asInt())
                .toList();
    }

    private static String path(ApiClient.Answer read) {
        return "/api/v1/seller/imports/" + read.text("importId");
    }
}
