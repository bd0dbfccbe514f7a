package stampede.orderadmin;

import java.time.Instant;
import java.util.Optional;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.ProductName;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Shipment;

/**
 * An order with the names that go with it.
 *
 * @param id its number
 * @param offer what was bought
 * @param product what the product was called when it was bought
 * @param units how many
 * @param total what all of them cost
 * @param status where it stands
 * @param shopper who bought
 * @param shopperName their name; empty if the account is gone
 * @param seller who sold
 * @param sellerName their name; empty if the account is gone
 * @param opens when the offer opened
 * @param placedAt when it was placed
 * @param paidAt when it was paid, also if that was too late
 * @param shipment how it was sent
 * @param refundOpen whether its money is asked for or on its way back
 * @param address where it goes; for {@link OrderAddresses} alone
 */
public record OrderLine(
        OrderId id,
        OfferId offer,
        ProductName product,
        int units,
        Money total,
        OrderStatus status,
        AccountId shopper,
        String shopperName,
        AccountId seller,
        String sellerName,
        Instant opens,
        Instant placedAt,
        Optional<Instant> paidAt,
        Optional<Shipment> shipment,
        boolean refundOpen,
        String address) {

    public boolean awaitsPayment() {
        return status == OrderStatus.AWAITING_PAYMENT;
    }

    /** Whether somebody has to send it. */
    public boolean isToShip() {
        return status == OrderStatus.PAID && !refundOpen;
    }

    /** Whether a wrong number of its parcel can be put right. */
    public boolean isOnItsWay() {
        return status == OrderStatus.SHIPPED;
    }

    /** Who gets it, as lists show it. */
    public MaskedRecipient recipient() {
        return MaskedRecipient.of(address);
    }

    /** Without what the record would say of itself by default: an address does not belong into a log. */
    @Override
    public String toString() {
        return "order " + id + " " + status;
    }
}
