package stampede.order;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.ProductName;
import stampede.money.Money;

/**
 * An order as its shopper and an operator see it.
 *
 * @param id its number
 * @param offer what was bought
 * @param shopper who bought
 * @param productName what the product was called when it was bought
 * @param units how many
 * @param unitPrice the price of one when it was bought
 * @param status where it stands
 * @param address where it goes
 * @param reservedAt when its units were reserved
 * @param payBy when it closes if it is not paid
 * @param paidAt when it was paid
 * @param closedAt when it closed
 * @param shipment how it was sent; stays when its money goes back
 */
public record Order(
        OrderId id,
        OfferId offer,
        AccountId shopper,
        ProductName productName,
        int units,
        Money unitPrice,
        OrderStatus status,
        String address,
        Instant reservedAt,
        Instant payBy,
        Optional<Instant> paidAt,
        Optional<Instant> closedAt,
        Optional<Shipment> shipment) {

    /** What was bought, as it was called where nobody's language is known. */
    public String name() {
        return productName.plain();
    }

    public Money total() {
        return unitPrice.times(units);
    }
}
