package stampede.seller;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import stampede.StampedeTest;
import stampede.account.SignedIn;
import stampede.api.ApiClient;
import stampede.catalog.ProductId;
import stampede.console.ConsoleBrowser;
import stampede.draft.DraftDesk;
import stampede.draft.OfferDrafts;
import stampede.payment.PaidOrders;
import stampede.picture.PictureShape;
import stampede.picture.ProductPictures;
import stampede.security.PageCookies;
import stampede.token.AccessTokenIssuer;

/**
 * Every address of sellers in {@code endpoints.txt} that names something, asked with the things of another seller: they are not
 * there. An address that names what this class does not know fails it, until somebody says here what that is.
 */
@StampedeTest
class SellerAddressesTests {

    private static final Path TABLE = Path.of("src/shop/test/resources/stampede/security/endpoints.txt");
    private static final Pattern VARIABLE = Pattern.compile("\\{(\\w+)(:[^}]*)?}");
    private static final int NOT_FOUND = 404;

    /** What cannot be asked now, but is theirs. */
    private static final int CONFLICT = 409;

    /** What forms and programs have to send to be looked at; by the end of the address, of JSON. */
    private static final Map<String, String> BODIES = Map.of(
            "/shipment", "{\"carrier\":\"SF\",\"number\":\"SF1\"}",
            "/stop", "{\"reason\":\"because of the test\"}",
            "/take-back", "{\"reason\":\"because of the test\"}",
            "/price", "{\"priceFen\":100,\"reason\":\"because of the test\"}",
            "/units", "{\"units\":9,\"reason\":\"because of the test\"}",
            "/products/{productId}", "{\"nameEn\":\"Mine now\",\"listPriceFen\":100}");

    /** How addresses end whose answer goes on until its page is closed: nobody waits for that here. */
    private static final String STREAM = "/events";

    /** What is nobody's. */
    private static final Map<String, String> COMMON = Map.of("kind", "products", "week", "2026-W48");

    @LocalServerPort
    private int port;

    @Autowired
    private DraftDesk desk;

    @Autowired
    private OfferDrafts drafts;

    @Autowired
    private ProductPictures pictures;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private AccessTokenIssuer tokens;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private JdbcTemplate jdbc;

    private final Map<String, String> theirs = new HashMap<>();
    private SignedIn seller;
    private SignedIn other;
    private ProductId othersProduct;

    @BeforeEach
    void aSellerHasOneOfEach() throws IOException {
        seller = desk.seller();
        other = desk.seller();
        othersProduct = desk.product(other.id());
        var product = desk.product(seller.id());
        name("product", product);
        name(
                "picture",
                pictures.upload(product, seller.id(), picture(), PictureShape.FIT)
                        .id());
        name("draft", drafts.add(seller, desk.terms(seller)).id());
        var offer = paidOrders.open(2);
        jdbc.update(
                "update product set seller_id = ? where id = (select product_id from offer where id = ?)",
                seller.id().value(),
                offer.value());
        name("offer", offer);
        name("order", paidOrders.paid(offer).id());
        name("coupon", made(api(seller), "/api/v1/seller/coupons", """
                {"name":"Ten off for teapots","faceFen":1000,"amount":5}"""));
        var form = Map.of("kind", "shipments", "text", "order,carrier,number\n7,SF,1\n");
        name(
                "import",
                browser(seller)
                        .post("/seller/imports", "/seller/imports", form)
                        .headers()
                        .firstValue("Location")
                        .orElseThrow()
                        .replaceFirst(".*/", ""));
    }

    @Test
    void whatIsAnothersIsNotThere() throws IOException {
        var known = new TreeMap<String, Integer>();
        var unknown = new TreeMap<String, Integer>();
        for (var address : addresses(true)) {
            unknown.put(String.join(" ", address), ask(other, address.get(0), address.get(1)));
        }
        for (var address : addresses(true)) {
            if (address.get(0).equals("GET") && !address.get(1).endsWith(STREAM)) {
                known.put(String.join(" ", address), ask(seller, address.get(0), address.get(1)));
            }
        }

        unknown.values().removeIf(status -> status == NOT_FOUND);
        known.values().removeIf(status -> status < 400 || status == CONFLICT);
        assertThat(unknown).as("not 404 for another seller").isEmpty();
        assertThat(known).as("not there for the seller whose it is").isEmpty();
        assertThat(jdbc.queryForObject("select count(*) from operator_audit where who = ?", Integer.class, other.who()))
                .as("what another seller did")
                .isZero();
    }

    @Test
    void noListShowsWhatIsAnothers() throws IOException {
        for (var address : addresses(false)) {
            if (address.get(0).equals("GET")) {
                var shown = read(other, address.get(1));
                theirs.forEach((name, number) -> assertThat(shown)
                        .as("%s %s in %s", name, number, address)
                        .doesNotContain(number));
            }
        }
        assertThat(read(seller, "/seller/orders.csv")).contains(theirs.get("order"));
        assertThat(read(seller, "/api/v1/seller/products")).contains(theirs.get("product"));
    }

    /** Pages write {@code {order}}, the API {@code {orderId}}. */
    private void name(String what, Object number) {
        theirs.put(what, number.toString());
        theirs.put(what + "Id", number.toString());
    }

    /** Method and address of each row of the table, with or without something that is named. */
    private static List<List<String>> addresses(boolean named) throws IOException {
        try (var lines = Files.lines(TABLE)) {
            var all = lines.map(line -> line.strip().split("\\s+"))
                    .filter(row -> row.length > 1)
                    .filter(row -> row[1].startsWith("/seller/") || row[1].startsWith("/api/v1/seller/"))
                    .map(row -> List.of(row[0], filled(row[1])))
                    .filter(address -> VARIABLE.matcher(address.get(1)).find() == named)
                    .toList();
            assertThat(all).hasSizeGreaterThan(10);
            return all;
        }
    }

    private static String filled(String pattern) {
        return VARIABLE.matcher(pattern)
                .replaceAll(
                        variable -> Matcher.quoteReplacement(COMMON.getOrDefault(variable.group(1), variable.group())));
    }

    private int ask(SignedIn who, String method, String pattern) {
        var path = VARIABLE.matcher(pattern)
                .replaceAll(variable -> Objects.requireNonNull(
                        theirs.get(variable.group(1)), () -> "What is " + variable.group() + " in " + pattern + "?"));
        if (method.equals("GET")) {
            return path.startsWith("/api/")
                    ? api(who).get(path).status()
                    : browser(who).open(path).statusCode();
        }
        return path.startsWith("/api/")
                ? call(who, method, path, pattern)
                : browser(who).post("/seller/products/new", path, form()).statusCode();
    }

    private int call(SignedIn who, String method, String path, String pattern) {
        var api = api(who).with("If-Match", "1");
        if (pattern.endsWith("/pictures")) {
            return api.postText(path, "multipart/form-data; boundary=x", """
                    --x\r
                    Content-Disposition: form-data; name="picture"; filename="a.png"\r
                    \r
                    no picture\r
                    --x--\r
                    """).status();
        }
        var body = BODIES.entrySet().stream()
                .filter(entry -> pattern.endsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse(pattern.endsWith("/offers/{draftId}") ? draft() : "{}");
        return api.send(method, path, BodyPublishers.ofString(body)).status();
    }

    private String draft() {
        return """
                {"productId":"%s","opensAt":"2030-01-01T12:00:00Z","closesAt":"2030-01-01T13:00:00Z","priceFen":100,"units":1,
                 "limitPerShopper":1}""".formatted(othersProduct);
    }

    /** Of every form what it needs. */
    private Map<String, String> form() {
        var fields = new HashMap<String, String>();
        fields.put("carrier", "SF");
        fields.put("number", "SF1");
        fields.put("reason", "because of the test");
        fields.put("nameEn", "Mine now");
        fields.put("listPrice", "9.90");
        fields.put("product", othersProduct.toString());
        fields.put("slot", "2030-01-01T12:00/2030-01-01T13:00");
        fields.put("slots", "2030-01-01T12:00/2030-01-01T13:00");
        fields.put("price", "9.90");
        fields.put("units", "5");
        fields.put("limit", "1");
        fields.put("version", "0");
        fields.put("act", "REMOVE");
        return fields;
    }

    private String read(SignedIn who, String path) {
        return path.startsWith("/api/")
                ? api(who).get(path).body().toString()
                : browser(who).read(path);
    }

    private static String made(ApiClient api, String path, String body) {
        var answer = api.send("POST", path, BodyPublishers.ofString(body));
        assertThat(answer.status()).as("%s", answer.body()).isEqualTo(201);
        return answer.header("Location").replaceFirst(".*/", "");
    }

    private ApiClient api(SignedIn who) {
        return new ApiClient(port).as(tokens.issue(who));
    }

    private ConsoleBrowser browser(SignedIn who) {
        return new ConsoleBrowser(port, cookies, who);
    }

    private static ByteArrayInputStream picture() throws IOException {
        var file = new ByteArrayOutputStream();
        ImageIO.write(new BufferedImage(300, 300, BufferedImage.TYPE_INT_RGB), "png", file);
        return new ByteArrayInputStream(file.toByteArray());
    }
}
