package stampede.order;

import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import stampede.account.AccountId;
import stampede.catalog.OfferId;
import stampede.catalog.OfferKind;
import stampede.money.Money;
import stampede.stock.AddressKey;
import stampede.stock.Reservation;
import stampede.stock.ReservationId;
import stampede.stock.SaleTerms;

/**
 * An order before it is stored: a message of sound form.
 *
 * @param reservation what was reserved
 * @param detail price and address
 * @param addressKey what its address is counted as, if its offer limits addresses
 */
record OrderDraft(Reservation reservation, OrderDetail detail, Optional<AddressKey> addressKey) {

    /**
     * Reads a message, which may hold anything: whoever can write to the queue can write this.
     *
     * @throws IllegalArgumentException if it is malformed, with a sentence that says how
     */
    static OrderDraft of(PlaceOrder message) {
        // JSON that lacks a field leaves null in it, whatever the types say.
        if (Stream.of(
                        message.reservationId(),
                        message.offerId(),
                        message.shopperId(),
                        message.address(),
                        message.token())
                .anyMatch(Objects::isNull)) {
            throw new IllegalArgumentException("A field is missing");
        }
        if (message.units() <= 0) {
            throw new IllegalArgumentException("Units are greater than zero: " + message.units());
        }
        var reservation = new Reservation(
                ReservationId.of(message.reservationId()),
                OfferId.of(message.offerId()),
                AccountId.of(message.shopperId()),
                message.units(),
                Instant.ofEpochMilli(message.reservedAtMs()));
        var draft = new OrderDraft(
                reservation,
                new OrderDetail(message.unitPriceFen(), message.address(), message.ticketNumber()),
                Optional.empty());
        if (message.unitPriceFen() > Long.MAX_VALUE / message.units()) {
            throw new IllegalArgumentException("The total has no room: " + message.unitPriceFen());
        }
        return draft;
    }

    /** The same with its address counted. */
    OrderDraft countedAs(AddressKey address) {
        return new OrderDraft(reservation, detail, Optional.of(address));
    }

    OrderId id() {
        return new OrderId(reservation.id().value());
    }

    /** Whether it has the price at which the ledger sells its offer. */
    boolean isPricedBy(Map<OfferId, SaleTerms> terms) {
        var sale = terms.get(reservation.offer());
        return sale != null && sale.sellsAt(detail.unitPrice());
    }

    /** Whether its order is finished as soon as it is there: a coupon that costs nothing is neither paid for nor sent. */
    boolean isFreeCoupon(Map<OfferId, SaleTerms> terms) {
        var sale = terms.get(reservation.offer());
        return sale != null && sale.kind() == OfferKind.COUPON && total().fen() == 0;
    }

    Money total() {
        return detail.unitPrice().times(reservation.units());
    }
}
