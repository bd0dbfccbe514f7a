package stampede.api;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import stampede.order.Order;
import stampede.order.OrderStatus;
import stampede.order.Shipment;
import stampede.payment.OrderMoney;

/**
 * An order as the JSON API shows it.
 *
 * @param id its number
 * @param offerId what was bought
 * @param productName the product's name when it was bought; in Chinese, if it has one
 * @param productNameEn in English; empty if it has no English name, or no other
 * @param status where it stands
 * @param units how many
 * @param unitPriceFen the price of one, in fen
 * @param totalFen what is to be paid, in fen
 * @param address where it goes
 * @param reservedAt when its units were reserved
 * @param payBy when it closes if it is not paid
 * @param paidAt when it was paid, if it was
 * @param closedAt when it closed, if it did
 * @param carrier who carries it, if it was shipped
 * @param trackingNumber the carrier's number of it, if it was shipped
 * @param shippedAt when it was shipped, if it was
 * @param finishedAt when it came, if it did
 * @param refunds money that goes or went back, or was asked back, oldest first
 * @param refundedFen what has gone back for certain, in fen
 * @param refundableFen what can still be asked back, in fen
 */
@JsonInclude(JsonInclude.Include.NON_ABSENT)
record OrderView(
        String id,
        String offerId,
        String productName,
        String productNameEn,
        OrderStatus status,
        int units,
        long unitPriceFen,
        long totalFen,
        String address,
        Instant reservedAt,
        Instant payBy,
        Optional<Instant> paidAt,
        Optional<Instant> closedAt,
        Optional<String> carrier,
        Optional<String> trackingNumber,
        Optional<Instant> shippedAt,
        Optional<Instant> finishedAt,
        List<RefundView> refunds,
        long refundedFen,
        long refundableFen) {

    static OrderView of(Order order, OrderMoney money) {
        return new OrderView(
                order.id().toString(),
                order.offer().toString(),
                order.productName().plain(),
                order.productName().english(),
                order.status(),
                order.units(),
                order.unitPrice().fen(),
                order.total().fen(),
                order.address(),
                order.reservedAt(),
                order.payBy(),
                order.paidAt(),
                order.closedAt(),
                order.shipment().map(Shipment::carrier),
                order.shipment().map(Shipment::number),
                order.shipment().map(Shipment::shippedAt),
                order.shipment().flatMap(Shipment::finishedAt),
                money.refunds().stream().map(RefundView::of).toList(),
                money.refunded().fen(),
                money.refundable().fen());
    }

    @JsonIgnore
    boolean isEnding() {
        return status == OrderStatus.CLOSING || status == OrderStatus.CLOSED;
    }
}
