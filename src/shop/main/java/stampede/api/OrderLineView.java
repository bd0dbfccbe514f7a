package stampede.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.Optional;
import stampede.order.OrderStatus;
import stampede.order.Shipment;
import stampede.orderadmin.OrderLine;

/**
 * An order as operators and its seller see it.
 *
 * @param id its number
 * @param offerId what was bought
 * @param productName the product's name when it was bought; in Chinese, if it has one
 * @param productNameEn in English; empty if it has no English name, or no other
 * @param units how many
 * @param totalFen what all of them cost, in fen
 * @param status where it stands
 * @param refundOpen whether its money is asked for or on its way back: it is not shipped meanwhile
 * @param shopper the shopper's name; for operators only
 * @param seller the seller's name
 * @param opensAt when the offer opened
 * @param placedAt when it was placed
 * @param paidAt when it was paid, if it was
 * @param carrier who carries it, if it was shipped
 * @param trackingNumber the carrier's number of it, if it was shipped
 * @param shippedAt when it was shipped, if it was
 * @param finishedAt when the shopper had it, if they have
 * @param recipient who gets it, mostly starred; absent where that is not told
 * @param address where it goes; absent in lists, and where that is not told
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
public record OrderLineView(
        String id,
        String offerId,
        String productName,
        String productNameEn,
        int units,
        long totalFen,
        OrderStatus status,
        boolean refundOpen,
        Optional<String> shopper,
        String seller,
        Instant opensAt,
        Instant placedAt,
        Optional<Instant> paidAt,
        Optional<String> carrier,
        Optional<String> trackingNumber,
        Optional<Instant> shippedAt,
        Optional<Instant> finishedAt,
        Optional<String> recipient,
        Optional<String> address) {

    /** For operators. */
    public static OrderLineView of(OrderLine order) {
        return of(order, Optional.of(order.shopperName()), Optional.empty(), Optional.empty());
    }

    /** For its seller. */
    public static OrderLineView ofSeller(OrderLine order, boolean mayLook, Optional<String> address) {
        return of(
                order,
                Optional.empty(),
                mayLook ? Optional.of(order.recipient().toString()) : Optional.empty(),
                address);
    }

    private static OrderLineView of(
            OrderLine order, Optional<String> shopper, Optional<String> recipient, Optional<String> address) {
        var sent = order.shipment();
        return new OrderLineView(
                order.id().toString(),
                order.offer().toString(),
                order.product().plain(),
                order.product().english(),
                order.units(),
                order.total().fen(),
                order.status(),
                order.refundOpen(),
                shopper,
                order.sellerName(),
                order.opens(),
                order.placedAt(),
                order.paidAt(),
                sent.map(Shipment::carrier),
                sent.map(Shipment::number),
                sent.map(Shipment::shippedAt),
                sent.flatMap(Shipment::finishedAt),
                recipient,
                address);
    }
}
