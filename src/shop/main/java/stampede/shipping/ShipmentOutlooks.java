package stampede.shipping;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.springframework.stereotype.Component;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.order.OrderStatus;

/** Says what {@link Shipments#ship} would, of many at once and without holding anything. */
@Component
public class ShipmentOutlooks {

    private final ShipmentRepository rows;

    ShipmentOutlooks(ShipmentRepository rows) {
        this.rows = rows;
    }

    /** By order; those that there are not, or that are another seller's, are left out. */
    public Map<OrderId, ParcelOutlook> of(SignedIn by, Collection<Parcel> parcels) {
        var found = rows.standing(parcels.stream().map(Parcel::order).toList());
        var scope = Scope.of(by);
        var outlooks = new HashMap<OrderId, ParcelOutlook>();
        parcels.forEach(parcel -> Optional.ofNullable(found.get(parcel.order()))
                .filter(order -> scope.includes(order.seller()))
                .ifPresent(order -> outlooks.put(parcel.order(), outlook(parcel, order))));
        return outlooks;
    }

    private static ParcelOutlook outlook(Parcel parcel, ShipmentRepository.Standing order) {
        var sent = order.isSentBy(parcel);
        return new ParcelOutlook(order.sellerName(), sent ? Optional.empty() : refusal(parcel, order), sent);
    }

    private static Optional<ShippingRefusal> refusal(Parcel parcel, ShipmentRepository.Standing order) {
        if (!parcel.isSound()) {
            return Optional.of(ShippingRefusal.BAD_PARCEL);
        }
        if (order.isSent()) {
            return Optional.of(ShippingRefusal.SHIPPED_OTHERWISE);
        }
        if (order.status() != OrderStatus.PAID) {
            return Optional.of(ShippingRefusal.NOT_PAID);
        }
        return order.hasOpenRefund() ? Optional.of(ShippingRefusal.REFUND_OPEN) : Optional.empty();
    }
}
