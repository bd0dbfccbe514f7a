package stampede.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.Optional;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.Order;
import stampede.order.OrderId;
import stampede.order.OrderStatus;
import stampede.order.Orders;

/** The shopper's own orders. */
@RestController
@Tag(name = "Orders")
class OrderApi {

    private final Orders orders;

    OrderApi(Orders orders) {
        this.orders = orders;
    }

    /** The shopper's orders, newest first. */
    @Operation(summary = "Your orders, newest first")
    @GetMapping("/api/v1/orders")
    Listing<OrderView> orders(@CurrentAccount SignedIn account, @Valid @ParameterObject Listing.Query query) {
        var page = orders.of(account.id(), query.number(), query.length());
        return new Listing<>(page.orders(), query.number(), query.length(), page.total()).map(OrderView::of);
    }

    @Operation(summary = "An order of yours")
    @GetMapping("/api/v1/orders/{orderId}")
    OrderView order(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        return orders.find(account.id(), orderId).map(OrderView::of).orElseThrow(() -> new Refused(Reason.NOT_FOUND));
    }

    /** Takes an unpaid order back; its units go to the next shopper. Sent again it answers the same. */
    @Operation(summary = "Take an unpaid order back; sent again it answers the same")
    @PostMapping("/api/v1/orders/{orderId}/cancellation")
    OrderView cancel(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        var cancelled = orders.cancel(account.id(), orderId);
        var order = order(account, orderId);
        if (!cancelled && !order.isEnding()) {
            throw new Refused(Reason.NOT_CANCELLABLE);
        }
        return order;
    }

    /**
     * An order as the JSON API shows it.
     *
     * @param id its number
     * @param offerId what was bought
     * @param productName the product's name when it was bought
     * @param status where it stands
     * @param units how many
     * @param unitPriceFen the price of one, in fen
     * @param totalFen what is to be paid, in fen
     * @param address where it goes
     * @param reservedAt when its units were reserved
     * @param payBy when it closes if it is not paid
     * @param closedAt when it closed, if it did
     */
    @JsonInclude(JsonInclude.Include.NON_ABSENT)
    record OrderView(
            String id,
            String offerId,
            String productName,
            OrderStatus status,
            int units,
            long unitPriceFen,
            long totalFen,
            String address,
            Instant reservedAt,
            Instant payBy,
            Optional<Instant> closedAt) {

        static OrderView of(Order order) {
            return new OrderView(
                    order.id().toString(),
                    order.offer().toString(),
                    order.productName(),
                    order.status(),
                    order.units(),
                    order.unitPrice().fen(),
                    order.total().fen(),
                    order.address(),
                    order.reservedAt(),
                    order.payBy(),
                    order.closedAt());
        }

        private boolean isEnding() {
            return status == OrderStatus.CLOSING || status == OrderStatus.CLOSED;
        }
    }
}
