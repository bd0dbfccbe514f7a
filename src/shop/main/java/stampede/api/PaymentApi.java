package stampede.api;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import stampede.account.CurrentAccount;
import stampede.account.SignedIn;
import stampede.money.Money;
import stampede.order.OrderId;
import stampede.payment.PaymentChannel;
import stampede.payment.PaymentRefusal;
import stampede.payment.Payments;
import stampede.payment.Refunds;
import stampede.refusal.RefusalException;

/** Paying an order, and asking for the money back. How either went on stands in the order. */
@RestController
@Tag(name = "Payments")
class PaymentApi {

    private final Payments payments;
    private final Refunds refunds;
    private final OrderViews orders;

    PaymentApi(Payments payments, Refunds refunds, OrderViews orders) {
        this.payments = payments;
        this.refunds = refunds;
        this.orders = orders;
    }

    @Operation(summary = "Begin to pay; may be repeated until the order is paid or its time is up")
    @ApiResponse(responseCode = "201", description = "What to hand to the browser or to Alipay's app")
    @PostMapping("/api/v1/orders/{orderId}/payments")
    @ResponseStatus(HttpStatus.CREATED)
    PaymentView pay(
            @CurrentAccount SignedIn account, @PathVariable OrderId orderId, @Valid @RequestBody WayToPay wanted) {
        var order = orders.find(account, orderId);
        payments.begin(order, wanted.channel());
        return switch (wanted.channel()) {
            case PAGE -> PaymentView.page(payments.page(order), payments.form(order), order.payBy());
            case APP -> PaymentView.app(payments.orderString(order), order.payBy());
        };
    }

    @Operation(
            summary = "Ask for money back, all of it or a part; an operator decides. The same again is the same refund")
    @ApiResponse(responseCode = "202", description = "Asked for; the Location is the order, which tells how it went on")
    @PostMapping("/api/v1/orders/{orderId}/refunds")
    ResponseEntity<RefundView> refund(
            @CurrentAccount SignedIn account, @PathVariable OrderId orderId, @Valid @RequestBody WantedRefund wanted) {
        var order = orders.find(account, orderId);
        var refund = refunds.ask(account.id(), order.id(), wanted.amount(), wanted.strippedWords());
        return ResponseEntity.accepted()
                .location(URI.create("/api/v1/orders/" + orderId))
                .body(RefundView.of(refund));
    }

    /** Where the shopper wants to pay. */
    record WayToPay(@NotNull PaymentChannel channel) {}

    /**
     * What is asked back.
     *
     * @param amountFen how much, in fen
     * @param words why, in at most 200 characters; may be left out
     */
    record WantedRefund(
            @NotNull Long amountFen,

            @Size(max = LONGEST_WORDS) @Pattern(regexp = PRINTABLE, message = "{api.field.printable}") @Nullable
            String words) {

        private static final int LONGEST_WORDS = 200;
        private static final String PRINTABLE = "(?U)[\\P{Cntrl}\\n]*";

        Money amount() {
            if (amountFen < 1) {
                throw new RefusalException(PaymentRefusal.BAD_REFUND_AMOUNT);
            }
            return new Money(amountFen);
        }

        String strippedWords() {
            return words == null ? "" : words.strip();
        }
    }
}
