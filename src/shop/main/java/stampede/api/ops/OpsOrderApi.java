package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.enums.ParameterIn;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.ListAnswer;
import stampede.api.ListParameters;
import stampede.api.OrderLineView;
import stampede.api.problem.ApiRefusal;
import stampede.listing.ListSpec;
import stampede.order.OrderId;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderSearchRepository;
import stampede.refusal.RefusalException;

/** All orders, for operators; without addresses. */
@RestController
@Tag(name = "Operations")
class OpsOrderApi {

    private static final ListSpec LIST = OrderFields.ofOperators("/api/ops/orders", "console.orders");
    private static final Scope ALL = new Scope.All();

    private final OrderSearchRepository orders;
    private final ListParameters parameters;

    OpsOrderApi(OrderSearchRepository orders, ListParameters parameters) {
        this.orders = orders;
        this.parameters = parameters;
    }

    @Operation(summary = "Orders, newest first, by whatever is known of them, as the console's list (operators)")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "number",
            description = "Of an order or a trade",
            example = "708540021337000001")
    @Parameter(in = ParameterIn.QUERY, name = "shopper", description = "A name, with or without @", example = "@mei")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "product",
            description = "The id of a product or an offer, or a part of a product's name",
            example = "Teapot")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "slot",
            description = "When it opens, in the shop's time",
            example = "2026-11-23T20:00")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "status",
            description = "One or several, with dots",
            example = "PAID.SHIPPED")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "from",
            description = "Placed then or later",
            example = "2026-11-23T00:00")
    @Parameter(in = ParameterIn.QUERY, name = "to", description = "Placed before", example = "2026-11-24T00:00")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "paid-from",
            description = "Paid then or later",
            example = "2026-11-23T00:00")
    @Parameter(in = ParameterIn.QUERY, name = "paid-to", description = "Paid before", example = "2026-11-24T00:00")
    @Parameter(in = ParameterIn.QUERY, name = "amount-from", description = "At least, in yuan", example = "9.90")
    @Parameter(in = ParameterIn.QUERY, name = "amount-to", description = "At most, in yuan", example = "99.00")
    @Parameter(
            in = ParameterIn.QUERY,
            name = "refund",
            description = "ANY: money went or goes back; OPEN: it is asked for or on its way; NONE",
            example = "OPEN")
    @Parameter(in = ParameterIn.QUERY, name = "size", description = "50, 100 or 200", example = "50")
    @Parameter(in = ParameterIn.QUERY, name = "after", description = "The member after of the page before")
    @Parameter(in = ParameterIn.QUERY, name = "before", description = "The member before of the page after")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/orders")
    ListAnswer<OrderLineView> orders(
            @CurrentAccount SignedIn account, @Parameter(hidden = true) HttpServletRequest request) {
        return ListAnswer.of(orders.page(ALL, parameters.read(LIST, request)), OrderLineView::of);
    }

    @Operation(summary = "An order, without its address (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/api/ops/orders/{orderId}")
    OrderLineView order(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        return orders.find(ALL, orderId)
                .map(OrderLineView::of)
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }
}
