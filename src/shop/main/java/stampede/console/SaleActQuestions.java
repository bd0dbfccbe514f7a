package stampede.console;

import java.time.Clock;
import java.util.List;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.desk.Confirm;
import stampede.desk.Confirmations;
import stampede.sale.SaleAddressLimit;
import stampede.sale.SaleUnits;

/**
 * What is asked before an act on a sale. The answer depends on where the sale stands, on its total, its price and its limit; what shoppers
 * move each second is shown beside them, or nobody could stop a sale while they press.
 */
@Component
class SaleActQuestions {

    private static final String WORDS = "console.sale-act.";

    private final SaleRowReader rows;
    private final SaleUnits units;
    private final SaleAddressLimit addressLimit;
    private final Clock clock;

    SaleActQuestions(SaleRowReader rows, SaleUnits units, SaleAddressLimit addressLimit, Clock clock) {
        this.rows = rows;
        this.units = units;
        this.addressLimit = addressLimit;
        this.clock = clock;
    }

    /** The question as things stand now; empty if there is no such offer. */
    Optional<Asked> of(SignedIn operator, OfferId offer, SaleAct act) {
        return rows.of(offer)
                .flatMap(row ->
                        units.look(offer).map(stand -> new Asked(row, stand, question(operator, row, stand, act))));
    }

    private Confirmations.Question question(SignedIn operator, SaleRow row, SaleUnits.Units stand, SaleAct act) {
        var offer = row.offer();
        var perAddress = addressLimit.look(offer.id());
        return new Confirmations.Question(
                "%s %s offer:%s %s %s total %d price %s limit %d to an address %d"
                        .formatted(
                                operator.who(),
                                act,
                                offer.id(),
                                offer.window().phaseAt(clock.instant()),
                                row.paused() ? "PAUSED" : "",
                                stand.version(),
                                offer.price(),
                                offer.limitPerShopper(),
                                perAddress),
                "/console/offers/" + offer.id() + "/acts/" + act,
                "/console/offers/" + offer.id(),
                WORDS + act,
                List.of(
                        new Confirm.Figure("console.total", stand.total()),
                        Confirm.Figure.of("console.sale-act.price", offer.price()),
                        new Confirm.Figure("console.sale-act.limit", offer.limitPerShopper()),
                        new Confirm.Figure("console.sale-act.addressLimit", perAddress)),
                "",
                List.of(
                        new Confirm.Figure("console.left", stand.left()),
                        new Confirm.Figure("console.ordered", stand.sold()),
                        new Confirm.Figure("console.sale-act.lowest", stand.lowest())),
                act.isCounted()
                        ? Optional.of(new Confirm.Asked(WORDS + act + ".number", act == SaleAct.PRICE, ""))
                        : Optional.empty());
    }

    /**
     * What is asked, and about what.
     *
     * @param row how the sale stands
     * @param units how its units stand
     * @param question with the figures of both
     */
    record Asked(SaleRow row, SaleUnits.Units units, Confirmations.Question question) {}
}
