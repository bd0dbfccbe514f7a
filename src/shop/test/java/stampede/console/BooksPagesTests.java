package stampede.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import stampede.StampedeTest;
import stampede.account.Accounts;
import stampede.account.Role;
import stampede.account.SignedIn;
import stampede.books.BooksReport.Verdict;
import stampede.books.BooksResultRepository;
import stampede.catalog.OfferId;
import stampede.order.Order;
import stampede.payment.PaidOrders;
import stampede.security.PageCookies;
import stampede.testing.Chromium;
import stampede.testing.Device;

/** The pages about the books of all sales, and the proof of one. */
@StampedeTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BooksPagesTests {

    @RegisterExtension
    private static final Chromium chromium = new Chromium();

    @LocalServerPort
    private int port;

    @Autowired
    private Accounts accounts;

    @Autowired
    private PageCookies cookies;

    @Autowired
    private PaidOrders paidOrders;

    @Autowired
    private BooksResultRepository booksResultRepository;

    @Autowired
    private JdbcTemplate jdbc;

    private SignedIn operator;
    private OfferId offer;
    private Order paid;

    @BeforeAll
    void sell() {
        operator = accounts.ensure("books-operator", "a long enough password", Role.OPERATOR);
        offer = paidOrders.open(5);
        paid = paidOrders.paid(offer);
        await().atMost(Duration.ofSeconds(90))
                .until(() -> booksResultRepository.since(Instant.EPOCH, 0, 100_000).stream()
                        .anyMatch(books -> books.offer().equals(offer) && books.verdict() != Verdict.BROKEN));
    }

    @Test
    void areForOperatorsOnly() {
        var shopper = new ConsoleBrowser(
                port, cookies, accounts.ensure("books-shopper", "a long enough password", Role.SHOPPER));
        for (var path : List.of(
                "/console/books",
                "/console/offers/" + offer + "/settlement",
                "/console/offers/" + offer + "/settlement.csv")) {
            assertThat(shopper.open(path).statusCode()).as(path).isEqualTo(403);
        }
    }

    @Test
    void showTheLastVerdictOnEachSale() {
        var page = console().read("/console/books");

        assertThat(page).contains("/console/offers/" + offer + "/books", "data-verdict=");
        assertThat(console().read("/console/books?lang=zh-CN")).contains("全部账目");
        assertThat(console().read("/console")).contains("href=\"/console/books\"");
    }

    @Test
    void showWhereEveryUnitWent() {
        var page = console().read("/console/offers/" + offer + "/settlement");

        assertThat(page).contains(paid.id().toString(), "not settled yet", "settlement.csv");
        assertThat(console().open("/console/offers/999999999999/settlement").statusCode())
                .isEqualTo(404);
    }

    @Test
    void giveTheProofAway() {
        var answer = console().open("/console/offers/" + offer + "/settlement.csv");

        assertThat(answer.headers().firstValue("Content-Type")).hasValue("text/csv;charset=UTF-8");
        assertThat(answer.headers().firstValue("Content-Disposition").orElseThrow())
                .contains("attachment", offer + ".csv");
        assertThat(answer.body().lines().skip(2))
                .anyMatch(line -> line.startsWith("line,number,shopper"))
                .anyMatch(line -> line.startsWith("INIT,,,,5,5,"))
                .anyMatch(line -> line.startsWith("ORDER,order:" + paid.id() + ",shopper:"))
                .anyMatch(line -> line.startsWith("LEFT,,,,"));
    }

    @Test
    void areATableInATerminalWhoseExitStatusSaysWhetherAllIsWell() throws Exception {
        var well = script("http://127.0.0.1:" + port, offer.toString());
        assertThat(well.text()).contains(offer.toString(), "1 sales: ");
        assertThat(well.status()).isZero();

        jdbc.update("update stock_movement set delta = delta + 1 where kind = 'INIT' and offer_id = ?", offer.value());
        try {
            var broken = script("http://127.0.0.1:" + port, offer.toString());
            assertThat(broken.text()).contains("BROKEN", "D3 Available are");
            assertThat(broken.status()).isEqualTo(1);
        } finally {
            jdbc.update(
                    "update stock_movement set delta = delta - 1 where kind = 'INIT' and offer_id = ?", offer.value());
        }

        assertThat(script("http://127.0.0.1:" + port, "999999999999").status()).isEqualTo(2);
        assertThat(script("http://127.0.0.1:1", "").status()).isEqualTo(2);
        assertThat(script("http://127.0.0.1:" + port, "--help").text()).contains("scripts/books [OFFER]");
    }

    private Run script(String shop, String argument) throws Exception {
        var command = new ProcessBuilder("scripts/books", argument).redirectErrorStream(true);
        command.environment().put("BOOKS_SHOP", shop);
        command.environment().put("BOOKS_OPERATOR", operator.username());
        command.environment().put("BOOKS_PASSWORD", "a long enough password");
        var process = command.start();
        var text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return new Run(process.exitValue(), text);
    }

    private record Run(int status, String text) {}

    @Test
    void areFitToBeSeenOnAPhone() {
        look(Device.PHONE);
    }

    @Test
    void areFitToBeSeenOnADesktopInChinese() {
        look(Device.DESKTOP.in("zh-CN"));
    }

    private void look(Device device) {
        var shop = "http://127.0.0.1:" + port;
        var response = new MockHttpServletResponse();
        cookies.signIn(operator, new MockHttpServletRequest(), response);
        try (var visitor = chromium.visitor(shop, device)) {
            for (var cookie : response.getCookies()) {
                if (cookie.getMaxAge() != 0) {
                    visitor.withCookie(cookie.getName(), cookie.getValue(), shop);
                }
            }
            visitor.open("/console/books").photograph("console-all-books").inspect();
            visitor.open("/console/offers/" + offer + "/books")
                    .photograph("console-books")
                    .inspect();
            visitor.open("/console/offers/" + offer + "/settlement")
                    .photograph("console-settlement")
                    .inspect();
        }
    }

    private ConsoleBrowser console() {
        return new ConsoleBrowser(port, cookies, operator);
    }
}
