package stampede.api.seller;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.ExampleObject;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.OrderLineView;
import stampede.api.problem.ApiRefusal;
import stampede.listing.ListQuery;
import stampede.listing.ListSpec;
import stampede.order.OrderId;
import stampede.orderadmin.OrderAddresses;
import stampede.orderadmin.OrderFields;
import stampede.orderadmin.OrderLine;
import stampede.orderadmin.OrderSearchRepository;
import stampede.orderadmin.OrderStage;
import stampede.refusal.RefusalException;
import stampede.shipping.Parcel;
import stampede.shipping.Shipments;
import stampede.site.ShopTimes;

/** What the seller who calls has sold: what another sold is not there. */
@RestController
@Tag(name = "Selling")
class SellerOrderApi {

    private static final String PATH = "/api/v1/seller/orders";
    private static final ListSpec LIST = OrderFields.ofSellers(PATH, "seller.orders");

    private final OrderSearchRepository orders;
    private final OrderAddresses addresses;
    private final Shipments shipments;
    private final ShopTimes times;

    SellerOrderApi(OrderSearchRepository orders, OrderAddresses addresses, Shipments shipments, ShopTimes times) {
        this.orders = orders;
        this.addresses = addresses;
        this.shipments = shipments;
        this.times = times;
    }

    @Operation(summary = "Your orders, newest first, a hundred below an id; addresses are starred (sellers)")
    @GetMapping(PATH)
    List<OrderLineView> orders(
            @CurrentAccount SignedIn account,
            @RequestParam @Parameter(example = "TO_SHIP") Optional<OrderStage> status,
            @RequestParam @Parameter(example = "708540021337000001") Optional<OrderId> before) {
        var asked = new HashMap<String, String[]>(Map.of("size", new String[] {"100"}));
        status.ifPresent(stage -> asked.put("stage", new String[] {stage.name()}));
        before.ifPresent(order -> asked.put("after", new String[] {order.toString()}));
        return orders.page(Scope.of(account), ListQuery.of(LIST, asked, times.zone())).rows().stream()
                .map(order -> OrderLineView.ofSeller(order, addresses.mayLook(account, order), Optional.empty()))
                .toList();
    }

    /** Each time the address is told there is a row in the audit log. */
    @Operation(summary = "An order of yours, with its address until 90 days after it is finished (sellers)")
    @GetMapping(PATH + "/{orderId}")
    OrderLineView order(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        var order = find(account, orderId);
        return OrderLineView.ofSeller(
                order, addresses.mayLook(account, order), addresses.look(account, orderId, "API"));
    }

    @Operation(summary = "Mark it as shipped; the same again changes nothing (sellers)")
    @ApiResponse(responseCode = "200", description = "It is shipped so, now or since before")
    @ApiResponse(
            responseCode = "409",
            description = "NOT_PAID, REFUND_OPEN, or SHIPPED_OTHERWISE",
            content = @Content(mediaType = "application/problem+json", examples = @ExampleObject("""
                    {"title":"A refund is open","status":409,"reason":"REFUND_OPEN"}""")))
    @PostMapping(PATH + "/{orderId}/shipment")
    OrderLineView ship(
            @CurrentAccount SignedIn account,
            @PathVariable OrderId orderId,
            @io.swagger.v3.oas.annotations.parameters.RequestBody(
                            content = @Content(mediaType = "application/json", examples = @ExampleObject("""
                            {"carrier":"SF","number":"SF1234567890"}""")))
                    @Valid
                    @RequestBody
                    SentParcel parcel) {
        find(account, orderId);
        shipments.ship(account, new Parcel(orderId, parcel.carrier(), parcel.number()));
        var order = find(account, orderId);
        return OrderLineView.ofSeller(order, addresses.mayLook(account, order), Optional.empty());
    }

    private OrderLine find(SignedIn account, OrderId order) {
        return orders.find(Scope.of(account), order).orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    /**
     * How an order was sent.
     *
     * @param carrier who carries it, 1 to 40 characters
     * @param number the carrier's number of it, 1 to 64 letters, digits and hyphens
     */
    record SentParcel(@NotNull String carrier, @NotNull String number) {}
}
