package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import org.springdoc.core.annotations.ParameterObject;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.order.OrderId;
import stampede.order.OrderRefusal;
import stampede.order.Orders;
import stampede.refusal.RefusalException;
import stampede.shipping.Shipments;

/** The shopper's own orders. */
@RestController
@Tag(name = "Orders")
class OrderApi {

    private final Orders orders;
    private final OrderViews views;
    private final Shipments shipments;

    OrderApi(Orders orders, OrderViews views, Shipments shipments) {
        this.orders = orders;
        this.views = views;
        this.shipments = shipments;
    }

    /** The shopper's orders, newest first. */
    @Operation(summary = "Your orders, newest first")
    @GetMapping("/api/v1/orders")
    PageView<OrderView> orders(@CurrentAccount SignedIn account, @Valid @ParameterObject PageView.Query query) {
        var page = orders.of(account.id(), query.number(), query.length());
        return new PageView<>(views.of(page.orders()), query.number(), query.length(), page.total());
    }

    @Operation(summary = "An order of yours, and what has happened to its money")
    @GetMapping("/api/v1/orders/{orderId}")
    OrderView order(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        return views.view(account, orderId);
    }

    /** Takes an unpaid order back; its units go to the next shopper. Sent again it answers the same. */
    @Operation(summary = "Take an unpaid order back; sent again it answers the same")
    @PostMapping("/api/v1/orders/{orderId}/cancellation")
    OrderView cancel(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        var cancelled = orders.cancel(account.id(), orderId);
        var order = order(account, orderId);
        if (!cancelled && !order.isEnding()) {
            throw new RefusalException(OrderRefusal.NOT_CANCELLABLE);
        }
        return order;
    }

    /** What was shipped has come. Sent again it answers the same. */
    @Operation(summary = "Say that what was shipped has come; sent again it answers the same")
    @PostMapping("/api/v1/orders/{orderId}/receipt")
    OrderView receive(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        views.find(account, orderId);
        shipments.receive(account.id(), orderId);
        return order(account, orderId);
    }
}
