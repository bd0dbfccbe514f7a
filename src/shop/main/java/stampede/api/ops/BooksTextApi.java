package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.books.BooksCheck;
import stampede.books.BooksReport;
import stampede.catalog.Catalog;
import stampede.catalog.Offer;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.stock.SaleTerms;
import stampede.stock.StockLedger;

/** The books of all sales as lines of text, each as soon as it is checked: for {@code scripts/books} and other shells. */
@RestController
@Tag(name = "Operations")
class BooksTextApi {

    private static final Duration SOON = Duration.ofMinutes(5);
    private static final Duration LATELY = Duration.ofDays(2);

    private final BooksCheck books;
    private final StockLedger ledger;
    private final Catalog catalog;
    private final Clock clock;

    BooksTextApi(BooksCheck books, StockLedger ledger, Catalog catalog, Clock clock) {
        this.books = books;
        this.ledger = ledger;
        this.catalog = catalog;
        this.clock = clock;
    }

    /**
     * Checks one after the other, every sale that is not settled or the one that is named. Each line has, between tabs: name,
     * offer, total, available, left in Redis, held by orders, pending, drift, verdict, findings. The verdict is AGREE, UNDER_WAY,
     * BROKEN, or UNCHECKED if a server did not answer.
     */
    @Operation(summary = "Check the books of every sale that is not settled, or of one, as lines of text (operators)")
    @Needs(Duty.SEE)
    @GetMapping(path = "/api/ops/books", produces = "text/plain")
    void lines(@CurrentAccount SignedIn account, @RequestParam Optional<OfferId> offer, HttpServletResponse response)
            throws IOException {
        var offers = offer.map(this::known).orElseGet(this::unsettled);
        response.setContentType("text/plain");
        response.setCharacterEncoding(StandardCharsets.UTF_8.name());
        var out = response.getWriter();
        offers.forEach(each -> line(each, out));
    }

    private List<OfferId> known(OfferId offer) {
        return List.of(ledger.terms(offer)
                .orElseThrow(() -> new RefusalException(PurchaseRefusal.UNKNOWN_OFFER))
                .offer());
    }

    private List<OfferId> unsettled() {
        var now = clock.instant();
        return ledger.sales(now.plus(SOON), now.minus(LATELY)).stream()
                .map(SaleTerms::offer)
                .filter(offer -> !offer.isShadow())
                .toList();
    }

    private void line(OfferId offer, PrintWriter out) {
        out.print(checked(offer) + "\n");
        out.flush();
    }

    private String checked(OfferId offer) {
        try {
            var report = books.check(offer);
            var figures = report.figures();
            return cells(
                    name(offer),
                    offer,
                    figures.total(),
                    figures.available(),
                    figures.inCounter() ? figures.left() : "-",
                    figures.held(),
                    figures.reserved(),
                    figures.drift(),
                    report.verdict(),
                    findings(report));
        } catch (DataAccessException | TransactionException away) {
            return cells(
                    name(offer), offer, "-", "-", "-", "-", "-", "-", "UNCHECKED", String.valueOf(away.getMessage()));
        }
    }

    private static String findings(BooksReport report) {
        return report.broken().stream()
                .map(finding -> finding.rule() + " " + finding.deviation())
                .collect(Collectors.joining("; "));
    }

    private String name(OfferId offer) {
        return catalog.offer(offer).map(Offer::name).orElse("-");
    }

    private static String cells(Object... cells) {
        return Stream.of(cells)
                .map(cell -> String.valueOf(cell).replaceAll("\\s+", " "))
                .collect(Collectors.joining("\t"));
    }
}
