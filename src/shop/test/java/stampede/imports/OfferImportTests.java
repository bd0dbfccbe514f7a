package stampede.imports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferState;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.console.ConsoleBrowser;
import stampede.draft.DraftDesk;
import stampede.draft.OfferDrafts;
import stampede.security.PageCookies;

/** Offers from a file, by the rules of their pages, and back. */
@StampedeTest
class OfferImportTests {

    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @LocalServerPort
    private int port;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private Imports imports;

    @Autowired
    private TakeBacks takeBacks;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private Catalog catalog;

    @Autowired
    private JdbcTemplate jdbc;

    private SignedIn seller;
    private SignedIn operator;
    private String opens;
    private SaleWindow slot;

    @BeforeEach
    void sellerWithProducts() {
        seller = desk.seller();
        operator = desk.operator();
        slot = desk.slot(Duration.ofHours(3));
        opens = slot.opensAt().atZone(catalog.zone()).toOffsetDateTime().toString();
        apply(seller, read(seller, "products", "sku,name_en,list_price\nO-1,Pot,99\nO-2,Cup,99\nO-3,Bowl,99\n"));
    }

    @Test
    void aSellersRowsAreSubmittedOrDraftedAndTheSameFileChangesNothing() {
        var file = "货号,开始时间,秒杀价,件数,限购,状态\nO-1," + opens + ",¥19.90,５,2,\nO-2," + opens + ",9,3,,DRAFT\n";
        var batch = read(seller, "offers", file);
        assertThat(counts(batch)).as("%s", problems(batch)).containsExactly(2, 0, 0, 0);
        assertThat(drafts.count(seller, OfferState.PENDING))
                .as("nothing is done yet")
                .isZero();

        apply(seller, batch);

        var pending = drafts.newest(seller, OfferState.PENDING, Long.MAX_VALUE, 10);
        assertThat(pending).singleElement().satisfies(draft -> {
            assertThat(draft.terms().window()).isEqualTo(slot);
            assertThat(draft.terms().price().fen()).isEqualTo(1_990);
            assertThat(draft.terms().units()).isEqualTo(5);
            assertThat(draft.terms().limitPerShopper()).isEqualTo(2);
        });
        assertThat(drafts.count(seller, OfferState.DRAFT)).isEqualTo(1);
        assertThat(counts(read(seller, "offers", file))).containsExactly(0, 0, 2, 0);

        var changed = read(seller, "offers", "sku,opens,price,units\nO-1," + opens + ",18,5\nO-2," + opens + ",8,3\n");
        assertThat(counts(changed)).containsExactly(0, 1, 0, 1);
        assertThat(problems(changed)).containsExactly("2 price imports.problem.fixed.pending [19.90]");
        apply(seller, changed);
        assertThat(drafts.newest(seller, OfferState.DRAFT, Long.MAX_VALUE, 1)
                        .get(0)
                        .terms()
                        .price()
                        .fen())
                .isEqualTo(800);
    }

    /** A row that does not say it leaves it as it is. */
    @Test
    void howManyGoToOneAddressIsAColumnToo() {
        var head = "seller,sku,opens,price,units,limit,Limit per address\n";
        var row = seller.username() + ",O-1," + opens + ",19.90,5,2,";
        apply(operator, read(operator, "offers", head + row + "3\n"));
        assertThat(limitOf("O-1")).isEqualTo("3 3");
        var exported =
                new ConsoleBrowser(port, cookies, operator).read("/console/offers.csv?seller=" + seller.username());
        assertThat(counts(read(operator, "offers", exported))).containsExactly(0, 0, 1, 0);
        assertThat(counts(read(operator, "offers", head + row + "\n"))).containsExactly(0, 0, 1, 0);

        var changed = read(operator, "offers", head + row + "0\n");
        assertThat(imports.rows(changed, Optional.of(CheckedLine.State.CHANGED), 0, 5)
                        .get(0)
                        .checked()
                        .changes())
                .containsExactly(new ImportChange("address_limit", "3", "0"));
        apply(operator, changed);
        assertThat(limitOf("O-1")).isEqualTo("0 0");
        assertThat(problems(read(operator, "offers", head + row + "1001\n")))
                .containsExactly("2 address_limit draft.refusal.BAD_ADDRESS_LIMIT.text []");
    }

    private String limitOf(String sku) {
        return String.join("", jdbc.queryForList("""
                        select concat(offer.limit_per_address, ' ', stock_balance.limit_per_address)
                          from offer join stock_balance on stock_balance.offer_id = offer.id where offer.product_id = ?
                        """, String.class, product(sku).value()));
    }

    @Test
    void anOperatorsRowsArePublishedAndTheExportGoesBackInAndChangesNothing() {
        apply(operator, read(operator, "offers", operators("O-1", "19.90", 5) + operators("O-2", "9", 3)));
        assertThat(jdbc.queryForObject(
                        "select count(*) from offer where product_id = ?",
                        Integer.class,
                        product("O-1").value()))
                .isEqualTo(1);
        var browser = new ConsoleBrowser(port, cookies, operator);

        var exported = browser.read("/console/offers.csv?seller=" + seller.username());
        assertThat(exported).contains(",O-1,", ",O-2,");
        assertThat(counts(read(operator, "offers", exported))).containsExactly(0, 0, 2, 0);
        var mine = new ConsoleBrowser(port, cookies, seller).read("/seller/offers.csv");
        assertThat(counts(read(seller, "offers", mine))).containsExactly(0, 0, 2, 0);

        var changed = read(operator, "offers", operators("O-1", "18", 7) + operators("O-2", "9.00", 3));
        assertThat(counts(changed)).containsExactly(0, 1, 1, 0);
        assertThat(imports.rows(changed, Optional.of(CheckedLine.State.CHANGED), 0, 5)
                        .get(0)
                        .checked()
                        .changes())
                .containsExactly(new ImportChange("price", "19.90", "18.00"), new ImportChange("units", "5", "7"));
        apply(operator, changed);
        assertThat(jdbc.queryForList(
                        "select concat(price_fen, ' ', allotment) from offer where product_id = ?",
                        String.class,
                        product("O-1").value()))
                .containsExactly("1800 7");
        assertThat(problems(read(seller, "offers", row("O-1", "17", 7))))
                .containsExactly("2 price imports.problem.fixed.published [18.00]");
    }

    @Test
    void whatCannotBeIsSaidInItsCell() {
        var batch = read(
                seller,
                "offers",
                "sku,opens,closes,slot,price,units,limit\n"
                        + "NO-SUCH," + opens + ",,,9,1,\n"
                        + "O-1,2030-01-01 03:33,,,9,1,\n"
                        + "O-1,,,,9,1,\n"
                        + "O-1,,,17171717171717,9,1,\n"
                        + "O-2," + opens + ",,,100,1,\n"
                        + "O-3," + opens + ",,,9,0,\n"
                        + "O-1," + opens + ",,,9,1,1000\n"
                        + "O-2," + opens + ",2020-01-01,,9,1,\n"
                        + "O-3,tomorrow,,,9,many,\n");

        assertThat(problems(batch).stream().map(said -> said.replaceAll(" \\[.*", "")))
                .containsExactly(
                        "2 sku imports.problem.no-product",
                        "3 opens imports.problem.no-slot-then",
                        "4 opens imports.problem.missing",
                        "5 slot imports.problem.no-slot",
                        "6 price draft.refusal.BAD_PRICE.text",
                        "7 units draft.refusal.BAD_UNITS.text",
                        "8 limit draft.refusal.BAD_LIMIT.text",
                        "9 closes imports.problem.closes-before",
                        "10 opens imports.problem.moment",
                        "10 units imports.problem.whole");
        var other = desk.seller();
        assertThat(problems(read(other, "offers", row("O-1", "9", 1))))
                .as("another's product")
                .containsExactly("2 sku imports.problem.no-product [O-1]");
    }

    @Test
    void offersThatHaveNotOpenedAreWithdrawnAndOthersStay() {
        var batch = read(operator, "offers", operators("O-1", "19.90", 5) + operators("O-2", "9", 3));
        apply(operator, batch);
        var change = read(operator, "offers", operators("O-1", "18", 5));
        apply(operator, change);
        assertThat(takeBacks.look(find(operator, batch)).kept())
                .as("it was changed since")
                .containsOnlyKeys(ImportProblem.in("", "stays.changed"));

        takeBack(operator, change);
        assertThat(takeBacks.look(find(operator, batch)).can()).isEqualTo(2);
        takeBack(operator, batch);

        assertThat(jdbc.queryForList(
                        "select distinct offer.state from offer join product on product.id = product_id where seller_id = ?",
                        String.class,
                        seller.id().value()))
                .containsExactly("WITHDRAWN");
        assertThat(imports.count(find(operator, batch)).takenBack()).isEqualTo(2);
    }

    @Test
    void draftsOfASellerAreDeletedAlsoWhileTheyWait() {
        var batch = read(
                seller, "offers", row("O-1", "19.90", 5) + row("O-2", "9", 3).replaceFirst("(?s)^.*?\n", ""));
        apply(seller, batch);
        assertThat(drafts.count(seller, OfferState.PENDING)).isEqualTo(2);

        takeBack(seller, batch);

        assertThat(drafts.count(seller, OfferState.PENDING)).isZero();
        assertThat(drafts.count(seller, OfferState.DRAFT)).isZero();
    }

    private String operators(String sku, String price, int units) {
        var heading = sku.equals("O-1") ? "sku,opens,price,units,seller\n" : "";
        return heading + sku + "," + opens + "," + price + "," + units + "," + seller.username() + "\n";
    }

    private String row(String sku, String price, int units) {
        return "sku,opens,price,units\n" + sku + "," + opens + "," + price + "," + units + "\n";
    }

    private ImportBatch read(SignedIn by, String kind, String text) {
        return imports.read(by, kind, kind + ".csv", text.getBytes(UTF_8));
    }

    private void apply(SignedIn by, ImportBatch batch) {
        imports.apply(by, batch.id(), false);
        await().atMost(PATIENCE).until(() -> find(by, batch).state() == ImportBatch.State.APPLIED);
        assertThat(imports.count(batch).failed()).as("%s", problems(batch)).isZero();
    }

    private void takeBack(SignedIn by, ImportBatch batch) {
        takeBacks.begin(by, batch.id(), "A wrong file");
        await().atMost(PATIENCE).until(() -> find(by, batch).state() == ImportBatch.State.TAKEN_BACK);
        assertThat(imports.count(batch).kept()).as("%s", problems(batch)).isZero();
    }

    private ImportBatch find(SignedIn by, ImportBatch batch) {
        return imports.find(Scope.of(by), batch.id());
    }

    private ProductId product(String sku) {
        return new ProductId(Objects.requireNonNull(jdbc.queryForObject(
                "select id from product where seller_id = ? and sku = ?",
                Long.class,
                seller.id().value(),
                sku)));
    }

    private List<String> problems(ImportBatch batch) {
        return imports.rows(batch, Optional.of(CheckedLine.State.CANNOT), 0, 50).stream()
                .flatMap(row -> row.checked().problems().stream()
                        .map(problem -> row.checked().line().number() + " " + problem.column() + " " + problem.message()
                                + " " + problem.values()))
                .collect(Collectors.toList());
    }

    /** New, changed, unchanged, and those that cannot be. */
    private List<Integer> counts(ImportBatch batch) {
        var counts = imports.count(batch);
        return List.of(CheckedLine.State.values()).stream().map(counts::of).toList();
    }
}
