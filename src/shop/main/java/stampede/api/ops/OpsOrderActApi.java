package stampede.api.ops;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Positive;
import jakarta.validation.constraints.PositiveOrZero;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.Duty;
import stampede.account.Needs;
import stampede.account.Scope;
import stampede.account.SignedIn;
import stampede.api.ActReason;
import stampede.api.OrderLineView;
import stampede.api.RefundView;
import stampede.api.problem.ApiRefusal;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.order.OrderRefusal;
import stampede.orderadmin.OrderClosing;
import stampede.orderadmin.OrderSearchRepository;
import stampede.payment.OrderMoney;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.refusal.RefusalException;
import stampede.shipping.Parcel;
import stampede.shipping.Shipments;

/**
 * What is done to one order. A request that is sent again, because its answer was lost, does nothing twice: money goes back only while as much
 * is left as the caller saw, and a parcel is what it is.
 */
@RestController
@RequestMapping("/api/ops/orders/{orderId}")
@Tag(name = "Operations")
class OpsOrderActApi {

    private static final Scope ALL = new Scope.All();

    private final OrderSearchRepository orders;
    private final OrderClosing closing;
    private final Payments payments;
    private final Refunds refunds;
    private final Shipments shipments;

    OpsOrderActApi(
            OrderSearchRepository orders,
            OrderClosing closing,
            Payments payments,
            Refunds refunds,
            Shipments shipments) {
        this.orders = orders;
        this.closing = closing;
        this.payments = payments;
        this.refunds = refunds;
        this.shipments = shipments;
    }

    @Operation(summary = "Close an order that waits for its payment; its units go back once (operators)")
    @ApiResponse(responseCode = "200", description = "It closes, as soon as Alipay has answered")
    @ApiResponse(responseCode = "409", description = "NOT_CANCELLABLE: it does not wait for its payment any more")
    @Needs(Duty.MONEY)
    @PostMapping("/closing")
    OrderLineView close(
            @CurrentAccount SignedIn account, @PathVariable OrderId orderId, @Valid @RequestBody ActReason why) {
        find(orderId);
        if (!closing.close(account, orderId, why.reason().strip())) {
            throw new RefusalException(OrderRefusal.NOT_CANCELLABLE);
        }
        return find(orderId);
    }

    @Operation(summary = "What came and went of an order's money, and how much can still go back (operators)")
    @Needs(Duty.SEE)
    @GetMapping("/money")
    MoneyView money(@CurrentAccount SignedIn account, @PathVariable OrderId orderId) {
        find(orderId);
        return MoneyView.of(payments.money(List.of(orderId)).getOrDefault(orderId, OrderMoney.NONE));
    }

    @Operation(summary = "Give money back, before or after shipping, once while so much is left (operators)")
    @ApiResponse(responseCode = "201", description = "It is on its way")
    @ApiResponse(
            responseCode = "409",
            description = "MONEY_CHANGED: another amount is left; or REFUND_OPEN, NOT_REFUNDABLE")
    @Needs(Duty.MONEY)
    @PostMapping("/refunds")
    @ResponseStatus(HttpStatus.CREATED)
    RefundView give(
            @CurrentAccount SignedIn account, @PathVariable OrderId orderId, @Valid @RequestBody NewRefund wanted) {
        find(orderId);
        return RefundView.of(refunds.give(
                account,
                orderId,
                new Money(wanted.amountFen()),
                new Money(wanted.refundableFen()),
                wanted.reason().strip()));
    }

    @Operation(summary = "Mark an order as shipped; the same again changes nothing (operators)")
    @ApiResponse(responseCode = "200", description = "It is shipped so, now or since before")
    @ApiResponse(responseCode = "409", description = "NOT_PAID, REFUND_OPEN or SHIPPED_OTHERWISE")
    @Needs(Duty.RUN)
    @PostMapping("/shipment")
    OrderLineView ship(
            @CurrentAccount SignedIn account, @PathVariable OrderId orderId, @Valid @RequestBody SentParcel parcel) {
        find(orderId);
        shipments.ship(account, parcel.of(orderId));
        return find(orderId);
    }

    @Operation(
            summary = "Put carrier and number of what is on its way right; the same again changes nothing (operators)")
    @ApiResponse(responseCode = "200", description = "It is shipped so")
    @ApiResponse(
            responseCode = "409",
            description = "NOT_SHIPPED, or SHIPPED_OTHERWISE: it is neither as it was nor so")
    @Needs(Duty.RUN)
    @PutMapping("/shipment")
    OrderLineView correct(
            @CurrentAccount SignedIn account, @PathVariable OrderId orderId, @Valid @RequestBody Correction wanted) {
        find(orderId);
        shipments.correct(account, wanted.was().of(orderId), wanted.parcel().of(orderId));
        return find(orderId);
    }

    private OrderLineView find(OrderId order) {
        return orders.find(ALL, order)
                .map(OrderLineView::of)
                .orElseThrow(() -> new RefusalException(ApiRefusal.NOT_FOUND));
    }

    /**
     * Money that is to go back.
     *
     * @param amountFen how much, in fen
     * @param refundableFen how much could go back when that was decided, from the order's money
     * @param reason 5 to 200 characters, which the shopper reads
     */
    @Schema(name = "NewRefund")
    record NewRefund(
            @NotNull @Positive @Schema(example = "490") Long amountFen,

            @NotNull @PositiveOrZero @Schema(example = "1990")
            Long refundableFen,

            @NotNull @Size(min = 5, max = 200) @Schema(example = "A scratch")
            String reason) {}

    /** How a parcel is sent: carrier of 1 to 40 characters, number of 1 to 64 letters, digits and hyphens. */
    @Schema(name = "OrderParcel")
    record SentParcel(
            @NotNull @Schema(example = "SF") String carrier,
            @NotNull @Schema(example = "SF1234567890") String number) {

        Parcel of(OrderId order) {
            return new Parcel(order, carrier, number);
        }
    }

    /** A parcel as it is, and as it was taken to be. */
    @Schema(name = "ParcelCorrection")
    record Correction(
            @NotNull @Valid SentParcel was, @NotNull @Valid SentParcel parcel) {}

    /**
     * The money of an order.
     *
     * @param refundableFen how much can still go back, in fen
     * @param refundedFen how much has gone back for certain, in fen
     * @param refunds what goes or went back, or was asked back, oldest first
     */
    @Schema(name = "OrderMoneyState")
    record MoneyView(
            @Schema(example = "1990") long refundableFen,
            @Schema(example = "0") long refundedFen,
            List<RefundView> refunds) {

        static MoneyView of(OrderMoney money) {
            return new MoneyView(
                    money.refundable().fen(),
                    money.refunded().fen(),
                    money.refunds().stream().map(RefundView::of).toList());
        }
    }
}
