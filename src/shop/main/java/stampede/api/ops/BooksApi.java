package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.time.Instant;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.SignedIn;
import stampede.books.BooksCheck;
import stampede.books.BooksReport;
import stampede.books.RuleFinding;
import stampede.catalog.OfferId;
import stampede.purchase.PurchaseRefusal;
import stampede.refusal.RefusalException;
import stampede.stock.StockLedger;

/** The verdict of the books, for who has to answer for them. */
@RestController
@Tag(name = "Operations")
class BooksApi {

    private final BooksCheck books;
    private final StockLedger ledger;

    BooksApi(BooksCheck books, StockLedger ledger) {
        this.books = books;
        this.ledger = ledger;
    }

    /** Checks every rule now. Reads all orders and reservations of the offer, so it is not for polling by many. */
    @Operation(summary = "Do the books of an offer agree, in the database, in Redis, and with each other? (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/books/{offerId}")
    BooksView check(@CurrentAccount SignedIn account, @PathVariable OfferId offerId) {
        var known = ledger.terms(offerId).orElseThrow(() -> new RefusalException(PurchaseRefusal.UNKNOWN_OFFER));
        return BooksView.of(books.check(known.offer()));
    }

    /**
     * The books of an offer, rule by rule.
     *
     * @param offerId the offer
     * @param checkedAt when
     * @param ok whether every rule holds
     * @param pending how many reservations have no order yet; Q1 to Q3 hold only when none does
     * @param checks the rules
     */
    record BooksView(String offerId, Instant checkedAt, boolean ok, int pending, List<Check> checks) {

        static BooksView of(BooksReport report) {
            return new BooksView(
                    report.offer().toString(),
                    report.at(),
                    report.agree(),
                    report.reserved(),
                    report.findings().map(Check::of).toList());
        }
    }

    /**
     * One rule.
     *
     * @param name its name, such as D1
     * @param says what it demands
     * @param ok whether it holds
     * @param detail what deviates, if anything does
     */
    record Check(String name, String says, boolean ok, String detail) {

        static Check of(RuleFinding ruleFinding) {
            return new Check(
                    ruleFinding.rule().name(),
                    ruleFinding.rule().sentence(),
                    ruleFinding.ok(),
                    ruleFinding.deviation());
        }
    }
}
