package stampede.draft;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Duty;
import stampede.account.JdbcAccountRepository;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.catalog.Catalog;
import stampede.catalog.OfferId;
import stampede.catalog.OfferState;
import stampede.catalog.ProductId;
import stampede.catalog.SaleWindow;
import stampede.console.ConsoleBrowser;
import stampede.security.PageCookies;
import stampede.stock.StockLedger;

/** Drafts by the pages of sellers and operators: what is typed stays, two who save are told, and what is another's is not there. */
@StampedeTest
class DraftPagesTests {

    private static final String SELLERS = "/seller/offers";
    private static final String OPERATORS = "/console/offers";

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private JdbcAccountRepository rows;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private OfferSubmissions submissions;

    @Autowired
    private Catalog catalog;

    @Autowired
    private StockLedger ledger;

    private SignedIn seller;
    private ConsoleBrowser shop;
    private ConsoleBrowser console;
    private ProductId product;
    private SaleWindow slot;

    @BeforeEach
    void signIn() {
        seller = desk.seller();
        shop = browser(seller);
        console = browser(desk.operator());
        product = desk.product(seller.id());
        slot = desk.slot(Duration.ofHours(2));
    }

    @Test
    void aSellerWritesADraftAndAnOperatorSendsItBackAndApprovesIt() {
        var page = path(shop.post(SELLERS + "/new", SELLERS, fields("19.9", "5")));
        assertThat(shop.read(page + "?lang=en")).contains("Submit for approval", "value=\"19.90\"");
        assertThat(Jsoup.parse(shop.read(page)).select("[name=product]")).hasSize(1);
        assertThat(shop.submit(page, page + "/submission", Map.of())).contains("An operator looks at it");
        var atConsole = page.replace(SELLERS, OPERATORS);
        assertThat(console.read(OPERATORS + "?lang=en&state=PENDING&seller=" + seller.username()))
                .contains(atConsole);

        var wordless = console.post(
                atConsole + "/rejection", atConsole + "/rejection?lang=en", Map.of("version", "1", "words", "no"));
        assertThat(wordless.statusCode()).isEqualTo(422);
        assertThat(wordless.body()).contains("5 to 200 letters", ">no</textarea>");
        console.submit(atConsole + "/rejection", atConsole + "/rejection", Map.of("version", "1", "words", "Too dear"));
        assertThat(shop.read(page + "?lang=en")).contains("It was sent back:", "Too dear");

        shop.submit(page, page, with("price", "9.90", "version", "2"));
        shop.submit(page, page + "/submission", Map.of());
        var stale = console.post(atConsole + "/approval", atConsole + "/approval", Map.of("version", "1"));
        assertThat(stale.statusCode()).isEqualTo(409);
        var version = Jsoup.parse(console.read(atConsole + "/approval"))
                .select("input[name=version]")
                .val();
        var offer = path(console.post(atConsole + "/approval", atConsole + "/approval", Map.of("version", version)))
                .replace(OPERATORS + "/", "");

        assertThat(catalog.offer(OfferId.of(offer)).orElseThrow().price().fen()).isEqualTo(990);
        assertThat(path(shop.open(page))).isEqualTo(SELLERS + "/" + offer);
        assertThat(Jsoup.parse(shop.read(SELLERS + "/" + offer)).select("#left").text())
                .isEqualTo("5");
        assertThat(shop.read(SELLERS + "?text=" + offer)).contains(SELLERS + "/" + offer);
        assertThat(console.read(OPERATORS + ".csv?text=" + offer))
                .contains("offer:" + offer + ",UPCOMING,", ",9.90,5,5,2");
    }

    @Test
    void howManyGoToOneAddressIsTypedInPublishedAndShownToAll() {
        var many = shop.post(SELLERS + "/new", SELLERS + "?lang=en", with("addressLimit", "1001"));
        assertThat(many.statusCode()).isEqualTo(422);
        assertThat(Jsoup.parse(many.body()).select("#addressLimit-error").text())
                .isEqualTo("One address may have 1 to 1,000 units, or 0 for no limit.");
        assertThat(Jsoup.parse(many.body()).select("#addressLimit").val()).isEqualTo("1001");
        var words = shop.post(SELLERS + "/new", SELLERS + "?lang=en", with("addressLimit", "many"));
        assertThat(Jsoup.parse(words.body()).select("#addressLimit-error").text())
                .isEqualTo("Give a whole number.");

        var page = path(shop.post(SELLERS + "/new", SELLERS, with("addressLimit", "4")));
        assertThat(Jsoup.parse(shop.read(page)).select("#addressLimit").val()).isEqualTo("4");
        shop.submit(page, page + "/submission", Map.of());
        assertThat(Jsoup.parse(shop.read(page + "?lang=zh-CN"))
                        .select(".draft-facts")
                        .text())
                .contains("同一地址限购 4");
        var atConsole = page.replace(SELLERS, OPERATORS) + "/approval";
        var version = Jsoup.parse(console.read(atConsole))
                .select("input[name=version]")
                .val();
        var offer = path(console.post(atConsole, atConsole, Map.of("version", version)))
                .replace(OPERATORS + "/", "");

        assertThat(catalog.offer(OfferId.of(offer)).orElseThrow().limitPerAddress())
                .isEqualTo(4);
        assertThat(ledger.terms(OfferId.of(offer)).orElseThrow().limitPerAddress())
                .isEqualTo(4);
        assertThat(desk.audited("offer:" + offer).get(0)).startsWith("OFFER_APPROVED");
        assertThat(Jsoup.parse(shop.read("/offers/" + offer + "?lang=en"))
                        .select(".terms")
                        .text())
                .contains("At most 4 to one address");
        assertThat(Jsoup.parse(shop.read("/offers/" + offer + "?lang=zh-CN"))
                        .select(".terms")
                        .text())
                .contains("同一地址限购 4 件");
        assertThat(shop.read(SELLERS + "/" + offer + "?lang=en")).contains("at most 4 to one address");
        assertThat(console.read(OPERATORS + "/" + offer + "?lang=en")).contains("at most 4 to one address");
        assertThat(shop.read(SELLERS + "/" + offer + "/copy?lang=en")).contains("at most 4 to one address");
    }

    @Test
    void whatIsWrongIsSaidAtItsFieldAndWhatWasTypedStays() {
        var answer =
                shop.post(SELLERS + "/new", SELLERS + "?lang=en", with("price", "1,99", "units", "many", "limit", "7"));
        var dear = shop.post(SELLERS + "/new", SELLERS + "?lang=zh-CN", fields("99.01", "5"));

        assertThat(answer.statusCode()).isEqualTo(422).isEqualTo(dear.statusCode());
        var drawn = Jsoup.parse(answer.body());
        assertThat(drawn.select("#price").val()).isEqualTo("1,99");
        assertThat(drawn.select("#price").attr("aria-invalid")).isEqualTo("true");
        assertThat(drawn.select("#units-error").text()).isEqualTo("Give a whole number.");
        assertThat(drawn.select("#limit").val()).isEqualTo("7");
        assertThat(drawn.select("#limit").attr("aria-invalid")).isEmpty();
        assertThat(drawn.select("#product option[selected]").val()).isEqualTo(product.toString());
        assertThat(drawn.select("#slot option[selected]").val()).isEqualTo(slotText());
        assertThat(Jsoup.parse(dear.body()).select("#price-error").text()).contains("秒杀价");
        assertThat(drafts.count(seller, OfferState.DRAFT)).isZero();
    }

    @Test
    void whoeverSavesSecondIsShownBothValues() {
        var draft = drafts.add(seller, desk.terms(product, slot));
        var page = OPERATORS + "/drafts/" + draft.id();
        console.submit(page, page, with("units", "6", "version", "0"));

        var late = console.post(page, page + "?lang=en", with("units", "7", "version", "0"));

        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(Jsoup.parse(late.body()).select("td.said").eachText()).contains("6", "7");
        assertThat(late.body()).contains("Units").doesNotContain("??");
        console.submit(page, page, with("units", "7", "version", "1"));
        assertThat(drafts.find(seller, draft.id()).terms().units()).isEqualTo(7);
        var same = console.post(page, page, with("units", "7", "version", "2"));
        assertThat(same.headers().firstValue("Location").orElse("")).endsWith("done=UNCHANGED");
    }

    @Test
    void anOperatorPublishesInAWindowOfItsOwnAndCopiesItIntoOtherSlots() {
        var opens = LocalDateTime.now(zone()).plusDays(2).withNano(0).withSecond(1 + (int) (product.value() % 58));
        var form = with(
                "slot",
                "own",
                "opens",
                opens.toString(),
                "closes",
                opens.plusMinutes(10).toString());
        var page = path(console.post(OPERATORS + "/new", OPERATORS, form));

        var offer = path(console.post(page, page + "/submission", Map.of()));
        var copy = offer + "/copy";
        var none = console.post(copy, copy, Map.of());
        var copied = path(console.post(copy, copy, Map.of("slots", slotText())));

        assertThat(catalog.offer(OfferId.of(offer.replace(OPERATORS + "/", "")))
                        .orElseThrow()
                        .window()
                        .opensAt())
                .isEqualTo(opens.atZone(zone()).toInstant());
        assertThat(none.statusCode()).isEqualTo(422);
        assertThat(console.read(copied)).contains(slotText());
    }

    @Test
    void aDraftIsShownAsShoppersWouldSeeItAndCannotBeBought() {
        var draft = drafts.add(seller, desk.terms(product, slot));

        for (var at : List.of(OPERATORS, SELLERS)) {
            var answer = (at.equals(SELLERS) ? shop : console).open(at + "/drafts/" + draft.id() + "/preview?lang=en");
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Cache-Control").orElse("")).contains("no-store");
            var drawn = Jsoup.parse(answer.body());
            assertThat(drawn.select(".preview").text()).contains("Preview");
            assertThat(drawn.select("h1").text()).isEqualTo(draft.product());
            assertThat(drawn.select("form[action*=purchases], #offer-poll")).isEmpty();
            assertThat(drawn.select(".sheet.tint button[disabled]")).hasSize(1);
        }
        assertThat(shop.open("/offers/" + draft.id()).statusCode()).isIn(404, 503);
        assertThat(catalog.offer(new OfferId(draft.id().value()))).isEmpty();
    }

    @Test
    void whatIsAnotherSellersIsNotThereWhateverTheAddress() {
        var draft = drafts.add(seller, desk.terms(product, slot));
        var offer = submissions
                .submit(
                        desk.operator(),
                        drafts.add(seller, desk.terms(desk.product(seller.id()), slot))
                                .id())
                .offer()
                .orElseThrow();
        var other = desk.seller();
        var theirs = browser(other);
        desk.product(other.id());
        var page = SELLERS + "/drafts/" + draft.id();

        Stream.of(page, page + "/preview", SELLERS + "/" + offer, SELLERS + "/" + offer + "/copy")
                .forEach(path -> {
                    assertThat(shop.open(path).statusCode()).as("mine: " + path).isEqualTo(200);
                    assertThat(theirs.open(path).statusCode()).as(path).isEqualTo(404);
                });
        Stream.of(page, page + "/submission", page + "/deletion", SELLERS + "/" + offer + "/copy")
                .forEach(path -> assertThat(
                                theirs.post(SELLERS + "/new", path, with("slots", slotText(), "version", "0"))
                                        .statusCode())
                        .as("POST " + path)
                        .isEqualTo(404));
        Stream.of("/x", "/0", "/drafts/x", "/drafts/99999999999999999999", "/x/copy")
                .forEach(path -> assertThat(theirs.open(SELLERS + path).statusCode())
                        .as(path)
                        .isEqualTo(404));
        assertThat(theirs.post(SELLERS + "/new", SELLERS, fields("1.00", "1")).statusCode())
                .as("a draft of another's product")
                .isEqualTo(422);
        for (var state : List.of("", "?state=DRAFT", "?state=UPCOMING")) {
            assertThat(theirs.read(SELLERS + state)).doesNotContain(draft.id().toString(), offer.toString());
            assertThat(theirs.read(SELLERS + ".csv" + state))
                    .doesNotContain(draft.id().toString(), offer.toString());
        }
        assertThat(drafts.find(seller, draft.id()).version()).isZero();
    }

    @Test
    void operatorsWithoutTheDutyOnlyLook() {
        var draft = drafts.add(seller, desk.terms(product, slot));
        var account = accounts.ensure("draft-watcher", "a long enough password", Role.OPERATOR);
        rows.giveDuties(account.id(), Set.of(Duty.SEE));
        var watcher = browser(accounts.find("draft-watcher").orElseThrow());
        var page = OPERATORS + "/drafts/" + draft.id();

        assertThat(watcher.open(page).statusCode()).isEqualTo(200);
        assertThat(watcher.read(page)).doesNotContain("/submission", "/deletion");
        assertThat(watcher.open(OPERATORS + "/new").statusCode()).isEqualTo(403);
        assertThat(watcher.open(page + "/approval").statusCode()).isEqualTo(403);
    }

    private ConsoleBrowser browser(SignedIn account) {
        return new ConsoleBrowser(port, cookies, account);
    }

    private ZoneId zone() {
        return catalog.zone();
    }

    private String slotText() {
        return LocalDateTime.ofInstant(slot.opensAt(), zone()) + "/" + LocalDateTime.ofInstant(slot.closesAt(), zone());
    }

    private Map<String, String> fields(String price, String units) {
        return Map.of("product", product.toString(), "slot", slotText(), "price", price, "units", units, "limit", "2");
    }

    /** The fields of an offer that would do, but for these. */
    private Map<String, String> with(String... changed) {
        var all = new HashMap<>(fields("19.90", "5"));
        for (var i = 0; i < changed.length; i += 2) {
            all.put(changed[i], changed[i + 1]);
        }
        return all;
    }

    /** Where it leads to, without what was done. */
    private static String path(HttpResponse<String> answer) {
        assertThat(answer.statusCode()).as(answer.body()).isIn(302, 303);
        return answer.headers()
                .firstValue("Location")
                .orElseThrow()
                .replaceFirst("^https?://[^/]+", "")
                .replaceFirst("\\?.*", "");
    }
}
