package stampede.settlement;

import java.util.List;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;
import stampede.books.BooksCheck;
import stampede.catalog.OfferId;
import stampede.pastsale.SaleProof;

/** Proves a sale by the rules of the database and by the chain over its movements. */
@Component
class SettlementProof implements SaleProof {

    private final BooksCheck books;
    private final SettlementReports settlements;

    SettlementProof(BooksCheck books, SettlementReports settlements) {
        this.books = books;
        this.settlements = settlements;
    }

    @Override
    public List<String> faults(OfferId offer) {
        var broken = books.brokenInDatabase(offer).stream().map(finding -> finding.rule() + " " + finding.deviation());
        var changed = settlements.faults(offer).stream()
                .map(fault -> "the movement " + fault.movement() + " is " + fault.what());
        return Stream.concat(broken, changed).toList();
    }
}
