package stampede.sale;

import static stampede.sale.SaleRules.require;

import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.catalog.OfferId;
import stampede.money.Money;
import stampede.staff.SellerProperties;
import stampede.stock.StockLedger;

/**
 * What sellers change of their published offers: they add units, up to as many as a seller's offer has, and change the price before it
 * opens where no operator approves it. Units are taken off by operators alone: shoppers saw them.
 */
@Component
public class SellerSales {

    private final SaleUnits units;
    private final SalePrice price;
    private final StockLedger ledger;
    private final PauseRequestRepository offers;
    private final SellerProperties properties;

    public SellerSales(
            SaleUnits units,
            SalePrice price,
            StockLedger ledger,
            PauseRequestRepository offers,
            SellerProperties properties) {
        this.units = units;
        this.price = price;
        this.ledger = ledger;
        this.offers = offers;
        this.properties = properties;
    }

    /** Whether sellers change prices by themselves. */
    public boolean mayChangePrice() {
        return !properties.approval();
    }

    /** How many units a seller's offer has at most. */
    public int mostUnits() {
        return properties.unitsPerOffer();
    }

    /**
     * How the units stand.
     *
     * @throws SaleRefused if there is no such offer of theirs
     */
    public SaleUnits.Units look(SignedIn seller, OfferId offer) {
        requireTheirs(seller, offer);
        return units.look(offer).orElseThrow(() -> new SaleRefused(SaleRefusal.NO_SUCH_OFFER));
    }

    /**
     * Adds units, as {@link SaleUnits#add}.
     *
     * @param seenVersion of the total as it was looked at
     * @throws SaleRefused if it is not theirs, would have more units than a seller's offer may, or cannot be
     */
    public SaleUnits.Units add(SignedIn seller, OfferId offer, int more, long seenVersion, String reason) {
        var seen = look(seller, offer);
        require(more > 0, SaleRefusal.UNITS_ONLY_GROW);
        var most = properties.unitsPerOffer();
        require((long) seen.total() + more <= most, SaleRefusal.TOO_MANY_UNITS, most);
        return units.add(seller, offer, more, seenVersion, reason);
    }

    /**
     * Changes the price before it opens, as {@link SalePrice#change}.
     *
     * @throws SaleRefused if it is not theirs, an operator has to approve it, or it cannot be
     */
    public void changePrice(SignedIn seller, OfferId offer, Money wanted, String reason) {
        requireTheirs(seller, offer);
        require(mayChangePrice(), SaleRefusal.APPROVAL_NEEDED);
        var now = ledger.terms(offer).orElseThrow(() -> new SaleRefused(SaleRefusal.NO_SUCH_OFFER));
        price.change(seller, offer, now.price().orElse(wanted), wanted, reason);
    }

    private void requireTheirs(SignedIn seller, OfferId offer) {
        require(
                offers.seller(offer)
                        .filter(owner -> Scope.of(seller).includes(owner))
                        .isPresent(),
                SaleRefusal.NO_SUCH_OFFER);
    }
}
